// SQLite's result codes as error classes. Source of every row: https://www.sqlite.org/rescode.html, the entry of that name.
#include "drivers/sqlite/error_map.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>

namespace oltpsim::drivers::sqlite {
namespace {

using db::ErrorClass;

struct Row {
    int code;  ///< extended, or primary for all its extended codes that have no row
    ErrorClass cls;
};

constexpr std::array kRows = {
    // Another connection wrote since this transaction's snapshot: it must start over.
    Row{SQLITE_BUSY_SNAPSHOT, ErrorClass::serialization_failure},
    // Another connection held the lock until the busy handler gave up, or waiting would have deadlocked.
    Row{SQLITE_BUSY, ErrorClass::lock_timeout},
    // A conflict within one connection or a shared cache.
    Row{SQLITE_LOCKED, ErrorClass::lock_timeout},
    Row{SQLITE_INTERRUPT, ErrorClass::cancelled},
    Row{SQLITE_CONSTRAINT, ErrorClass::constraint_violation},
    Row{SQLITE_FULL, ErrorClass::out_of_space},
    Row{SQLITE_READONLY, ErrorClass::permission_denied},
    Row{SQLITE_PERM, ErrorClass::permission_denied},
    Row{SQLITE_AUTH, ErrorClass::permission_denied},
    // The file could not be opened; also a side file (WAL, journal) of an open database.
    Row{SQLITE_CANTOPEN, ErrorClass::connect_failed},
    Row{SQLITE_NOTADB, ErrorClass::connect_failed},
    // Memory ran out inside the I/O layer: nothing is wrong with the disk.
    Row{SQLITE_IOERR_NOMEM, ErrorClass::other},
    // The disk or file system failed: as bad as a lost server, and healed the same way.
    Row{SQLITE_IOERR, ErrorClass::connection_lost},
    Row{SQLITE_SCHEMA, ErrorClass::schema_mismatch},
    Row{SQLITE_MISMATCH, ErrorClass::schema_mismatch},
    Row{SQLITE_RANGE, ErrorClass::bad_argument},
    Row{SQLITE_TOOBIG, ErrorClass::bad_argument},
    Row{SQLITE_NOLFS, ErrorClass::unsupported},
    Row{SQLITE_CORRUPT, ErrorClass::other},
    Row{SQLITE_NOMEM, ErrorClass::other},
    Row{SQLITE_PROTOCOL, ErrorClass::lock_timeout},  // WAL locking raced too often
};

// SQLITE_ERROR says everything that is wrong with a statement; only its text tells what.
constexpr std::array<std::string_view, 5> kSchemaTexts = {
    "no such table",
    "no such column",
    "no such index",
    "has no column named",
    "values were supplied"
};

}  // namespace

db::ErrorClass class_of(int extended_code, std::string_view text) noexcept {
    const auto find = [](int code) {
        return std::find_if(kRows.begin(), kRows.end(), [&](const Row& row) {
            return row.code == code;
        });
    };
    auto row = find(extended_code);
    if (row == kRows.end()) {
        row = find(extended_code & 0xff);
    }
    if (row != kRows.end()) {
        return row->cls;
    }
    const bool schema =
        std::any_of(kSchemaTexts.begin(), kSchemaTexts.end(), [&](std::string_view known) {
            return text.find(known) != std::string_view::npos;
        });
    return schema ? ErrorClass::schema_mismatch : ErrorClass::other;
}

}  // namespace oltpsim::drivers::sqlite
