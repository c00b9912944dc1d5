// The session for everything that is not measured.
#include "drivers/sqlite/admin.hpp"

#include "drivers/sqlite/bulk.hpp"
#include "drivers/sqlite/cells.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>

namespace oltpsim::drivers::sqlite {
namespace {

constexpr std::array<const char*, 5> kSynchronous = {"off", "normal", "full", "extra", "?"};

/// What a statement does to a database that is not there yet.
enum class Verb : std::uint8_t { reads, drops, writes };

Verb verb_of(std::string_view sql) {
    const auto start = std::min(sql.find_first_not_of(" \t\r\n("), sql.size());
    std::string word;
    for (const char c : sql.substr(start, 8)) {
        word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    if (word.starts_with("drop")) {
        return Verb::drops;
    }
    const bool reads =
        word.starts_with("select") || word.starts_with("pragma") || word.starts_with("explain");
    return reads ? Verb::reads : Verb::writes;
}

}  // namespace

db::Result<void> SqliteAdmin::connect() {
    auto found = find_file();
    if (!found) {
        return found.error();
    }
    return {};
}

// Another session may have made it since.
db::Result<bool> SqliteAdmin::find_file() {
    if (database_.is_open()) {
        return true;
    }
    auto exists = file_exists(database_.settings().path);
    if (!exists || !*exists) {
        return exists;
    }
    auto opened = database_.open(false);
    if (!opened) {
        return opened.error();
    }
    return true;
}

db::Result<void> SqliteAdmin::make_file() {
    return database_.is_open() ? db::Result<void>{} : database_.open(true);
}

db::Result<void> SqliteAdmin::control(const char* sql) {
    auto made = make_file();
    if (!made) {
        return made;
    }
    database_.clear_interrupt();
    (void)database_.start_statement();
    return database_.run(sql);
}

db::Result<void> SqliteAdmin::rollback() {
    if (!database_.is_open() || sqlite3_get_autocommit(database_.handle()) != 0) {
        return {};  // nothing is open, or SQLite rolled back by itself
    }
    return control("ROLLBACK");
}

db::Result<void> SqliteAdmin::run_one(sqlite3_stmt* statement, db::ResultSet& result) {
    result.clear();
    const std::vector<ColumnReading> readings = readings_of(statement);
    const std::int64_t before = sqlite3_total_changes(database_.handle());
    result.set_columns(static_cast<std::uint32_t>(readings.size()));
    int code = sqlite3_step(statement);
    db::ResultSet cell;  // renders one value as text
    for (; code == SQLITE_ROW; code = sqlite3_step(statement)) {
        result.count_row();
        for (std::size_t i = 0; i < readings.size(); ++i) {
            const db::Value value = read_cell(statement, static_cast<int>(i), readings[i]);
            if (value.type == db::ValueType::null || value.type == db::ValueType::text) {
                result.add_cell(value);
                continue;
            }
            cell.clear();
            cell.set_columns(1);
            cell.add_cell(value);
            cell.count_row();
            result.add_cell(db::Value::text(cell.as_text(0, 0)));
        }
    }
    if (code != SQLITE_DONE) {
        return database_.error(code, "query");
    }
    if (sqlite3_total_changes(database_.handle()) != before) {
        result.set_affected(static_cast<std::uint64_t>(sqlite3_changes(database_.handle())));
    }
    return {};
}

// A text of several statements is run to its end; the rows of the last one come back.
db::Result<db::ResultSet> SqliteAdmin::query(const std::string& sql) {
    auto found = find_file();
    if (!found) {
        return found.error();
    }
    const Verb verb = verb_of(sql);
    if (!*found && verb == Verb::drops) {
        return db::ResultSet{};
    }
    auto made = verb == Verb::writes ? make_file()
                : *found             ? db::Result<void>{}
                                     : database_.open(false);
    if (!made) {
        return made.error();
    }
    database_.clear_interrupt();
    (void)database_.start_statement();
    db::ResultSet result;
    const char* rest = sql.data();
    const char* end = sql.data() + sql.size();
    while (rest < end) {
        auto statement = database_.prepare(
            std::string_view(rest, static_cast<std::size_t>(end - rest)), false, &rest
        );
        if (!statement) {
            return statement.error();
        }
        if (*statement == nullptr) {
            continue;  // blanks or a comment
        }
        auto done = run_one(*statement, result);
        sqlite3_finalize(*statement);
        if (!done) {
            return done.error();
        }
    }
    return result;
}

db::Result<db::ServerFacts> SqliteAdmin::facts() {
    db::ServerFacts facts;
    facts.product = "SQLite";
    facts.version = sqlite3_libversion();
    facts.session_isolation = "serializable";
    facts.settings["synchronous"] = database_.settings().synchronous;
    auto found = find_file();
    if (!found) {
        return found.error();
    }
    if (!*found) {
        return facts;
    }
    database_.clear_interrupt();
    (void)database_.start_statement();
    for (const char* name :
         {"journal_mode",
          "synchronous",
          "cache_size",
          "page_size",
          "mmap_size",
          "wal_autocheckpoint",
          "locking_mode"}) {
        if (const auto value = database_.value_of(fmt::format("PRAGMA {}", name).c_str())) {
            facts.settings[name] = *value;
        }
    }
    std::string& level = facts.settings["synchronous"];
    if (level.size() == 1 && level[0] >= '0' && level[0] <= '3') {
        level = kSynchronous[static_cast<std::size_t>(level[0] - '0')];
    }
    return facts;
}

db::Result<std::uint64_t> SqliteAdmin::commit_counter() {
    db::DbError error;
    error.cls = db::ErrorClass::unsupported;
    error.operation = "commit counter";
    error.message = "SQLite counts no commits";
    return error;
}

db::Result<std::vector<std::string>> SqliteAdmin::names(const std::string& sql) {
    auto found = find_file();
    if (!found) {
        return found.error();
    }
    if (!*found) {
        return std::vector<std::string>{};
    }
    auto rows = query(sql);
    if (!rows) {
        return rows.error();
    }
    return rows->texts(0);
}

db::Result<std::vector<std::string>> SqliteAdmin::tables() {
    return names("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE "
                 "'sqlite\\_%' ESCAPE '\\' ORDER BY name");
}

db::Result<std::vector<std::string>> SqliteAdmin::columns(const std::string& table) {
    return names(fmt::format("SELECT name || ' ' || type FROM pragma_table_info('{}')", table));
}

db::Result<bool> SqliteAdmin::try_lock(const std::string& name) {
    auto taken = FileLock::take(fmt::format("{}-{}.lock", database_.settings().path, name));
    if (!taken) {
        return taken.error();
    }
    lock_ = std::move(*taken);
    return lock_.has_value();
}

db::Result<std::unique_ptr<db::BulkWriter>> SqliteAdmin::bulk_writer(
    const std::string& table, std::span<const db::BulkColumn> columns
) {
    auto made = make_file();
    if (!made) {
        return made.error();
    }
    database_.clear_interrupt();
    auto writer = std::make_unique<SqliteBulkWriter>(database_, table, columns);
    auto ready = writer->prepare();
    if (!ready) {
        return ready.error();
    }
    return std::unique_ptr<db::BulkWriter>(std::move(writer));
}

}  // namespace oltpsim::drivers::sqlite
