// Every diagnostic record of a handle as one error, without the password that drivers like to quote. Thread: the handle's.
#pragma once

#include "db/target_url.hpp"
#include "drivers/odbc/error_map.hpp"

#include <sql.h>

#include <string>
#include <vector>

namespace oltpsim::drivers::odbc {

struct Record {
    std::string sqlstate;
    int native = 0;
    std::string text;
    Diagnostic view() const noexcept { return {sqlstate, native, text}; }
};

/// All records of a handle, at most some dozens.
std::vector<Record> records_of(SQLSMALLINT kind, SQLHANDLE handle);

/// The records as one error: the class of the first one that has a definite class, all texts. `secret` is taken out.
db::DbError error_of(
    const std::vector<Record>& records,
    Dialect dialect,
    bool opening,
    std::string operation,
    const db::Secret& secret
);

/// `text` without this password and without anything that looks like one.
std::string without_secret(std::string text, const db::Secret& secret);

}  // namespace oltpsim::drivers::odbc
