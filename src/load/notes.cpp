// SQL of the notes. Values hold no quotes by construction; they are doubled all the same.
#include "load/notes.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace oltpsim::load {
namespace {

constexpr std::string_view kObjectPrefix = "object:";
constexpr std::string_view kColumnsPrefix = "columns:";
constexpr std::size_t kLongestValue = 2000;  // of oltpsim_meta.value
constexpr int kNotesFormat = 1;

std::string literal(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        // A backslash would escape on MySQL and would not elsewhere.
        out.append(c == '\'' ? 2 : 1, c == '\\' ? '/' : c);
    }
    return out + "'";
}

std::uint64_t number_of(std::string_view text) {
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

bool is_identifier(std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_';
    });
}

bool is_kind(std::string_view kind) {
    return kind == "TABLE" || kind == "SEQUENCE" || kind == "VIEW" || kind == "PROCEDURE" ||
           kind == "FUNCTION";
}

// "TABLE sbtest1"
MadeObject stored_object(std::string_view text) {
    const std::size_t blank = text.find(' ');
    MadeObject object{
        std::string(text.substr(0, blank)),
        std::string(text.substr(std::min(text.size(), blank + 1)))
    };
    return is_kind(object.kind) && is_identifier(object.name) ? object : MadeObject{};
}

}  // namespace

db::Result<MadeObject> object_of(const std::string& drop_sql) {
    constexpr std::string_view kStart = "DROP ";
    constexpr std::string_view kMiddle = " IF EXISTS ";
    // T-SQL before 2016 puts the condition first: IF OBJECT_ID(N'x', N'U') IS NOT NULL DROP TABLE x.
    constexpr std::string_view kCondition = "IF OBJECT_ID(";
    constexpr std::string_view kConditionEnd = " IS NOT NULL ";
    const std::size_t middle = drop_sql.find(kMiddle);
    const std::size_t condition_end = drop_sql.find(kConditionEnd);
    MadeObject object;
    if (drop_sql.starts_with(kStart) && middle != std::string::npos) {
        object = {
            drop_sql.substr(kStart.size(), middle - kStart.size()),
            drop_sql.substr(middle + kMiddle.size())
        };
    } else if (drop_sql.starts_with(kCondition) && condition_end != std::string::npos) {
        const std::string drop = drop_sql.substr(condition_end + kConditionEnd.size());
        object =
            drop.starts_with(kStart) ? stored_object(drop.substr(kStart.size())) : MadeObject{};
    }
    if (is_kind(object.kind) && is_identifier(object.name)) {
        return object;
    }
    db::DbError error;
    error.cls = db::ErrorClass::bad_argument;
    error.operation = "read drop statements";
    error.message =
        fmt::format("\"{}\" is not DROP <TABLE|SEQUENCE|VIEW> IF EXISTS <name>", drop_sql);
    return error;
}

db::Result<std::string> columns_of(db::AdminConnection& connection, const std::string& table) {
    const auto columns = connection.columns(table);
    if (!columns) {
        return columns.error();
    }
    std::string line = fmt::format("{}", fmt::join(*columns, ", "));
    // As a value of the notes comes back.
    std::replace(line.begin(), line.end(), '\\', '/');
    line.resize(std::min(line.size(), kLongestValue));
    return line;
}

db::Result<std::set<std::string>> tables_present(db::AdminConnection& connection) {
    const auto tables = connection.tables();
    if (!tables) {
        return tables.error();
    }
    std::set<std::string> names;
    for (const std::string& name : *tables) {
        names.insert(to_lower(name));
    }
    return names;
}

db::Result<void> Notebook::run(const std::string& sql) {
    const auto done = connection_.query(sql);
    return done ? db::Result<void>{} : db::Result<void>{done.error()};
}

db::Result<void> Notebook::begin(const Notes& notes, const std::set<std::string>& present) {
    if (!present.contains(std::string(kUnitTable))) {
        const auto made = run(fmt::format(
            "CREATE TABLE {} (unit_id INTEGER NOT NULL PRIMARY KEY, unit_rows BIGINT NOT NULL)",
            kUnitTable
        ));
        if (!made) {
            return made;
        }
    }
    if (!present.contains(std::string(kMetaTable))) {
        const auto made = run(fmt::format(
            "CREATE TABLE {} (name VARCHAR(100) NOT NULL PRIMARY KEY, value VARCHAR(2000) NOT "
            "NULL)",
            kMetaTable
        ));
        if (!made) {
            return made;
        }
    }
    std::map<std::string, std::string> facts{
        {"format", fmt::format("{}", kNotesFormat)},
        {"family", notes.family},
        {"identity", notes.identity},
        {"seed", fmt::format("{}", notes.seed)},
        {"data_index", fmt::format("{}", notes.data_index)},
        {"tool_version", notes.tool_version},
        {"begun_utc", notes.begun_utc},
        {"loaded_utc", notes.loaded_utc},
        {"runs", fmt::format("{}", notes.runs)},
    };
    for (std::size_t i = 0; i < notes.objects.size(); ++i) {
        facts[fmt::format("{}{:06}", kObjectPrefix, i + 1)] = notes.objects[i].to_string();
    }
    return put_all(facts);
}

// Portable "insert or replace".
db::Result<void> Notebook::put(std::string_view name, std::string_view value) {
    auto done = run(fmt::format("DELETE FROM {} WHERE name = {}", kMetaTable, literal(name)));
    if (done) {
        done = run(fmt::format(
            "INSERT INTO {} (name, value) VALUES ({}, {})",
            kMetaTable,
            literal(name),
            literal(value)
        ));
    }
    return done;
}

db::Result<void> Notebook::put_all(const std::map<std::string, std::string>& facts) {
    auto done = connection_.begin();
    for (auto fact = facts.begin(); done && fact != facts.end(); ++fact) {
        done = put(fact->first, fact->second);
    }
    if (done) {
        return connection_.commit();
    }
    (void)connection_.rollback();
    return done;
}

db::Result<Notes> Notebook::read() {
    const auto rows =
        connection_.query(fmt::format("SELECT name, value FROM {} ORDER BY name", kMetaTable));
    if (!rows) {
        return rows.error();
    }
    Notes notes;
    std::map<std::string, std::string> facts;
    for (std::uint64_t row = 0; row < rows->rows(); ++row) {
        const std::string name{rows->text(row, 0)};
        if (name.starts_with(kColumnsPrefix)) {
            notes.columns[name.substr(kColumnsPrefix.size())] = rows->text(row, 1);
        } else if (!name.starts_with(kObjectPrefix)) {
            facts[name] = rows->text(row, 1);
        } else if (MadeObject object = stored_object(rows->text(row, 1)); !object.name.empty()) {
            notes.objects.push_back(std::move(object));
        }
    }
    notes.family = facts["family"];
    notes.identity = facts["identity"];
    notes.seed = number_of(facts["seed"]);
    notes.data_index = static_cast<std::uint32_t>(number_of(facts["data_index"]));
    notes.tool_version = facts["tool_version"];
    notes.begun_utc = facts["begun_utc"];
    notes.loaded_utc = facts["loaded_utc"];
    notes.runs = number_of(facts["runs"]);
    return notes;
}

db::Result<std::set<std::uint32_t>> Notebook::units_done() {
    const auto rows = connection_.query(fmt::format("SELECT unit_id FROM {}", kUnitTable));
    if (!rows) {
        return rows.error();
    }
    std::set<std::uint32_t> units;
    for (std::uint64_t row = 0; row < rows->rows(); ++row) {
        units.insert(static_cast<std::uint32_t>(rows->integer(row, 0)));
    }
    return units;
}

db::Result<void> Notebook::mark_unit(std::uint32_t unit, std::uint64_t rows) {
    return run(
        fmt::format("INSERT INTO {} (unit_id, unit_rows) VALUES ({}, {})", kUnitTable, unit, rows)
    );
}

db::Result<bool> Notebook::is_unit_done(std::uint32_t unit) {
    const auto rows = connection_.query(
        fmt::format("SELECT unit_rows FROM {} WHERE unit_id = {}", kUnitTable, unit)
    );
    if (!rows) {
        return rows.error();
    }
    return rows->rows() > 0;
}

db::Result<void> Notebook::mark_loaded(const std::string& utc) {
    return put_all({{"loaded_utc", utc}});
}

db::Result<void> Notebook::count_run() {
    const auto notes = read();
    if (!notes) {
        return notes.error();
    }
    return put_all({{"runs", fmt::format("{}", notes->runs + 1)}});
}

db::Result<void> Notebook::note_columns(const Notes& notes) {
    const auto before = read();
    if (!before) {
        return before.error();
    }
    std::map<std::string, std::string> facts;
    for (const MadeObject& object : notes.objects) {
        if (object.kind != "TABLE") {
            continue;
        }
        const auto now = columns_of(connection_, object.name);
        if (!now) {
            return now.error();
        }
        const auto noted = before->columns.find(object.name);
        if (noted != before->columns.end() && noted->second != *now) {
            db::DbError error;
            error.cls = db::ErrorClass::schema_mismatch;
            error.operation = "prepare";
            error.message = fmt::format(
                "{} is not the table that prepare made ({} now, {} then): drop or rename it, then "
                "run oltpsim prepare again",
                object.name,
                *now,
                noted->second
            );
            return error;
        }
        if (noted == before->columns.end() && !now->empty()) {
            facts[std::string(kColumnsPrefix) + object.name] = *now;
        }
    }
    return facts.empty() ? db::Result<void>{} : put_all(facts);
}

db::Result<void> Notebook::remove() {
    auto done = run(fmt::format("DROP TABLE IF EXISTS {}", kUnitTable));
    return done ? run(fmt::format("DROP TABLE IF EXISTS {}", kMetaTable)) : done;
}

}  // namespace oltpsim::load
