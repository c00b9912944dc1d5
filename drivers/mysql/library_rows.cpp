// See library_rows.hpp.
#include "drivers/mysql/library_rows.hpp"

#include "db/decimal_text.hpp"
#include "drivers/mysql/cell_codec.hpp"

#include <mysql.h>

#include <algorithm>
#include <deque>
#include <string>

namespace oltpsim::drivers::mysql {
namespace {

MYSQL_TIME library_time(std::int64_t micros) noexcept {
    const CivilTime time = to_civil(micros);
    MYSQL_TIME out{};
    out.year = static_cast<unsigned>(time.year);
    out.month = time.month;
    out.day = time.day;
    out.hour = time.hour;
    out.minute = time.minute;
    out.second = time.second;
    out.second_part = time.micros;
    out.time_type = MYSQL_TIMESTAMP_DATETIME;
    return out;
}

ColumnInfo info_of(const MYSQL_FIELD& field) noexcept {
    return {
        static_cast<WireType>(field.type),
        (field.flags & UNSIGNED_FLAG) != 0,
        static_cast<std::uint8_t>(field.decimals),
    };
}

// How a column is fetched: numbers and dates natively, all else as text.
enum_field_types fetch_type(enum_field_types type) noexcept {
    switch (type) {
        case MYSQL_TYPE_TINY:
        case MYSQL_TYPE_SHORT:
        case MYSQL_TYPE_INT24:
        case MYSQL_TYPE_LONG:
        case MYSQL_TYPE_LONGLONG:
        case MYSQL_TYPE_YEAR: return MYSQL_TYPE_LONGLONG;
        case MYSQL_TYPE_FLOAT: return MYSQL_TYPE_FLOAT;
        case MYSQL_TYPE_DOUBLE: return MYSQL_TYPE_DOUBLE;
        case MYSQL_TYPE_DATE:
        case MYSQL_TYPE_DATETIME:
        case MYSQL_TYPE_TIMESTAMP: return MYSQL_TYPE_DATETIME;
        default: return MYSQL_TYPE_STRING;
    }
}

// One column's landing place.
struct Cell {
    std::int64_t number = 0;
    float single = 0;
    double real = 0;
    MYSQL_TIME time{};
    std::vector<char> text;
    unsigned long length = 0;
    my_bool null = 0;
    my_bool cut = 0;
};

void bind_cell(MYSQL_BIND& bind, const MYSQL_FIELD& field, Cell& cell) {
    bind = {};
    bind.buffer_type = fetch_type(field.type);
    bind.is_null = &cell.null;
    bind.length = &cell.length;
    bind.error = &cell.cut;
    switch (bind.buffer_type) {
        case MYSQL_TYPE_LONGLONG:
            bind.buffer = &cell.number;
            bind.is_unsigned = (field.flags & UNSIGNED_FLAG) != 0 ? 1 : 0;
            break;
        case MYSQL_TYPE_FLOAT: bind.buffer = &cell.single; break;
        case MYSQL_TYPE_DOUBLE: bind.buffer = &cell.real; break;
        case MYSQL_TYPE_DATETIME: bind.buffer = &cell.time; break;
        default:
            cell.text.resize(std::max<std::size_t>(cell.text.size(), 256));
            bind.buffer = cell.text.data();
            bind.buffer_length = cell.text.size();
            break;
    }
}

db::Value value_of(
    const MYSQL_BIND& bind, const MYSQL_FIELD& field, const Cell& cell, CellText& text
) {
    switch (bind.buffer_type) {
        case MYSQL_TYPE_LONGLONG:
            if (bind.is_unsigned != 0 && cell.number < 0) {
                const auto digits = std::to_string(static_cast<std::uint64_t>(cell.number));
                digits.copy(text.chars, sizeof text.chars);
                return db::Value::text({text.chars, digits.size()});
            }
            return db::Value::integer(cell.number);
        case MYSQL_TYPE_FLOAT: return db::Value::floating(cell.single);
        case MYSQL_TYPE_DOUBLE: return db::Value::floating(cell.real);
        case MYSQL_TYPE_DATETIME: {
            const CivilTime time{
                static_cast<int>(cell.time.year),
                cell.time.month,
                cell.time.day,
                cell.time.hour,
                cell.time.minute,
                cell.time.second,
                static_cast<unsigned>(cell.time.second_part),
            };
            if (const auto micros = to_micros(time)) {
                return db::Value::timestamp(*micros);
            }
            return db::Value::text({text.chars, print_datetime(time, text.chars)});
        }
        default: return read_text_cell({cell.text.data(), cell.length}, info_of(field));
    }
}

template <typename Convert>
void add_rows(st_mysql_res& stored, db::ResultSet& out, Convert convert) {
    const unsigned columns = mysql_num_fields(&stored);
    const MYSQL_FIELD* fields = mysql_fetch_fields(&stored);
    out.set_columns(columns);
    while (MYSQL_ROW row = mysql_fetch_row(&stored)) {
        const unsigned long* lengths = mysql_fetch_lengths(&stored);
        for (unsigned i = 0; i < columns; ++i) {
            out.add_cell(
                row[i] == nullptr ? db::Value::null() : convert({row[i], lengths[i]}, fields[i])
            );
        }
        out.count_row();
    }
}

}  // namespace

struct ParameterBinding::State {
    struct Slot {
        std::int64_t number = 0;
        double real = 0;
        MYSQL_TIME time{};
        std::string text;
    };
    std::vector<MYSQL_BIND> binds;
    std::vector<Slot> slots;
};

ParameterBinding::ParameterBinding() : state_(std::make_unique<State>()) {}
ParameterBinding::~ParameterBinding() = default;

bool ParameterBinding::bind(st_mysql_stmt& statement, std::span<const db::Value> params) {
    if (params.empty()) {
        return true;
    }
    auto& binds = state_->binds;
    auto& slots = state_->slots;
    binds.assign(params.size(), MYSQL_BIND{});
    slots.resize(std::max(slots.size(), params.size()));
    for (std::size_t i = 0; i < params.size(); ++i) {
        const db::Value& value = params[i];
        MYSQL_BIND& bind = binds[i];
        const auto as_text = [&bind](enum_field_types type, std::string_view text) {
            bind.buffer_type = type;
            bind.buffer = const_cast<char*>(text.data());  // the library only reads it
            bind.buffer_length = text.size();
        };
        switch (value.type) {
            case db::ValueType::null: bind.buffer_type = MYSQL_TYPE_NULL; break;
            case db::ValueType::integer:
                slots[i].number = value.number;
                bind.buffer_type = MYSQL_TYPE_LONGLONG;
                bind.buffer = &slots[i].number;
                break;
            case db::ValueType::float64:
                slots[i].real = value.real;
                bind.buffer_type = MYSQL_TYPE_DOUBLE;
                bind.buffer = &slots[i].real;
                break;
            case db::ValueType::text: as_text(MYSQL_TYPE_STRING, value.chars); break;
            case db::ValueType::decimal:
                slots[i].text = db::decimal_text(value.number, value.scale);
                as_text(MYSQL_TYPE_NEWDECIMAL, slots[i].text);
                break;
            case db::ValueType::timestamp:
                slots[i].time = library_time(value.number);
                bind.buffer_type = MYSQL_TYPE_DATETIME;
                bind.buffer = &slots[i].time;
                break;
        }
    }
    return mysql_stmt_bind_param(&statement, binds.data()) == 0;
}

struct RowBinding::State {
    std::vector<MYSQL_BIND> binds;
    std::deque<Cell> cells;
};

RowBinding::RowBinding() : state_(std::make_unique<State>()) {}
RowBinding::~RowBinding() = default;

bool RowBinding::fetch_all(st_mysql_stmt& statement, db::ResultSet& out) {
    auto& binds = state_->binds;
    auto& cells = state_->cells;
    const unsigned columns = statement.field_count;
    binds.resize(columns);
    while (cells.size() < columns) {
        cells.emplace_back();
    }
    for (unsigned i = 0; i < columns; ++i) {
        bind_cell(binds[i], statement.fields[i], cells[i]);
    }
    if (mysql_stmt_bind_result(&statement, binds.data()) != 0) {
        return false;
    }
    out.set_columns(columns);
    while (true) {
        const int fetched = mysql_stmt_fetch(&statement);
        if (fetched == MYSQL_NO_DATA) {
            return true;
        }
        if (fetched != 0 && fetched != MYSQL_DATA_TRUNCATED) {
            return false;
        }
        bool has_grown = false;
        for (unsigned i = 0; i < columns; ++i) {
            Cell& cell = cells[i];
            const bool is_text = binds[i].buffer_type == MYSQL_TYPE_STRING;
            if (is_text && cell.null == 0 && cell.length > cell.text.size()) {
                cell.text.resize(cell.length);
                binds[i].buffer = cell.text.data();
                binds[i].buffer_length = cell.text.size();
                if (mysql_stmt_fetch_column(&statement, &binds[i], i, 0) != 0) {
                    return false;
                }
                has_grown = true;
            }
            CellText text;
            out.add_cell(
                cell.null != 0 ? db::Value::null()
                               : value_of(binds[i], statement.fields[i], cell, text)
            );
        }
        // Only between rows: binding anew loses the place in the row.
        if (has_grown && mysql_stmt_bind_result(&statement, binds.data()) != 0) {
            return false;
        }
        out.count_row();
    }
}

void add_text_rows(st_mysql_res& stored, db::ResultSet& out) {
    add_rows(stored, out, [](std::string_view cell, const MYSQL_FIELD& field) {
        return read_text_cell(cell, info_of(field));
    });
}

void add_plain_text_rows(st_mysql_res& stored, db::ResultSet& out) {
    add_rows(stored, out, [](std::string_view cell, const MYSQL_FIELD&) {
        return db::Value::text(cell);
    });
}

}  // namespace oltpsim::drivers::mysql
