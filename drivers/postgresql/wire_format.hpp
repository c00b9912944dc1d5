// Messages to a PostgreSQL server, appended to a buffer. Pure.
// Source: PostgreSQL documentation, "Message Formats": Query, Parse, Describe, Bind, Execute, Sync.
#pragma once

#include "drivers/postgresql/parameters.hpp"

#include <string>
#include <string_view>

namespace oltpsim::drivers::postgresql::wire {

void query(std::string& out, std::string_view sql);
/// Parameter types as bound.
void parse(std::string& out, std::string_view name, std::string_view sql, const Parameters& params);
/// `what`: 'S' a prepared statement, 'P' a portal.
void describe(std::string& out, char what, std::string_view name);
/// To the unnamed portal; parameters and results in binary.
void bind(std::string& out, std::string_view name, const Parameters& params);
/// The unnamed portal, all rows.
void execute(std::string& out);
void sync(std::string& out);

}  // namespace oltpsim::drivers::postgresql::wire
