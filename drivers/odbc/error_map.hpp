// Codes of ODBC drivers and of the servers behind them as error classes. The only place that knows them.
#pragma once

#include "db/error.hpp"
#include "drivers/odbc/dialect.hpp"

#include <string_view>

namespace oltpsim::drivers::odbc {

/// One diagnostic record.
struct Diagnostic {
    std::string_view sqlstate;  ///< five characters
    int native = 0;             ///< of the server or the driver
    std::string_view text;
};

/// Class of a record. `opening`: it came up while the session was opened.
db::ErrorClass class_of(Dialect dialect, const Diagnostic& record, bool opening) noexcept;

/// A ROLLBACK without a transaction, which an error has ended already (a deadlock on SQL Server, a full disk on SQLite).
bool is_nothing_to_roll_back(Dialect dialect, const Diagnostic& record) noexcept;
/// The driver manager: no driver or data source of this name (IM002), or its library cannot be loaded (01000/IM003).
bool is_missing_driver(const Diagnostic& record) noexcept;
/// MySQL, MariaDB: a command that the prepared statement protocol does not take.
bool is_not_preparable(const db::DbError& error) noexcept;
/// SQL Server: a procedure or function that this server does not have.
bool is_missing_routine(const db::DbError& error) noexcept;

}  // namespace oltpsim::drivers::odbc
