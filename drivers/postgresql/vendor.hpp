// libpq's types by forward declaration, so that its header stays in .cpp files.
#pragma once

struct pg_conn;
struct pg_result;
