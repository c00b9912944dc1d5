// A result of libpq that frees itself.
#pragma once

#include <libpq-fe.h>

#include <memory>

namespace oltpsim::drivers::postgresql {

struct ClearResult {
    void operator()(PGresult* result) const noexcept { PQclear(result); }
};
using Result = std::unique_ptr<PGresult, ClearResult>;

}  // namespace oltpsim::drivers::postgresql
