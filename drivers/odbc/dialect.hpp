// What differs between the databases behind an ODBC driver: transaction control, isolation, texts of administration.
// Pure functions, thread: any.
#pragma once

#include "db/connection.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace oltpsim::drivers::odbc {

enum class Dialect : std::uint8_t { postgresql, mysql, sqlite, sqlserver };

std::optional<Dialect> dialect_named(std::string_view name) noexcept;
std::string_view to_string(Dialect dialect) noexcept;

/// The text of BEGIN, COMMIT, …; `kind` is not execute.
std::string_view control_text(Dialect dialect, db::CommandKind kind) noexcept;
/// Statements that set a session up: isolation and, on SQL Server, XACT_ABORT. "" = nothing to do. One batch.
std::string session_setup(Dialect dialect, db::Isolation isolation);

/// Is it Babelfish that gives this @@VERSION?
bool names_babelfish(std::string_view version) noexcept;

/// PostgreSQL's name of a declared type, as the native driver declares it.
std::string_view postgresql_type(db::ColumnType type) noexcept;

/// Does this text call a routine, which may return several results?
bool calls_routine(std::string_view sql) noexcept;
/// `DROP <KIND> IF EXISTS <name>`, which cleanup writes for every database, in words that SQL Server 2014 knows; any
/// other text as it is.
std::string for_sqlserver_2014(std::string_view sql);
/// `name` as an identifier.
std::string quoted_name(Dialect dialect, std::string_view name);

}  // namespace oltpsim::drivers::odbc
