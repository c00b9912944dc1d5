// Named parameters travel through SqlFile::expand as tokens between control characters; what comes out is read once more,
// and each token becomes a placeholder of the dialect.
#include "workloads/tpcc/statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace oltpsim::workloads::tpcc {

const std::array<SlotName, kSlots> kSlotNames{{
    {"w_id", db::ColumnType::int32},
    {"d_id", db::ColumnType::int32},
    {"c_id", db::ColumnType::int32},
    {"c_w_id", db::ColumnType::int32},
    {"c_d_id", db::ColumnType::int32},
    {"c_last", db::ColumnType::text},
    {"o_id", db::ColumnType::int64},
    {"line_count", db::ColumnType::int32},
    {"all_local", db::ColumnType::int32},
    {"now", db::ColumnType::timestamp},
    {"amount", db::ColumnType::decimal},
    {"carrier_id", db::ColumnType::int32},
    {"threshold", db::ColumnType::int32},
    {"rounds", db::ColumnType::int32},
    {"lines_text", db::ColumnType::text},
}};

const std::array<SlotName, kLineSlots> kLineSlotNames{{
    {"number", db::ColumnType::int32},
    {"i_id", db::ColumnType::int32},
    {"supply_w_id", db::ColumnType::int32},
    {"quantity", db::ColumnType::int32},
    {"remote", db::ColumnType::int32},
    {"line_amount", db::ColumnType::decimal},
    {"dist_info", db::ColumnType::fixed_char},
    {"at_d_id", db::ColumnType::int32},
    {"at_o_id", db::ColumnType::int64},
    {"at_c_id", db::ColumnType::int32},
    {"at_amount", db::ColumnType::decimal},
}};

namespace {

constexpr char kOpen = '\x01';
constexpr char kClose = '\x02';

constexpr std::array<std::string_view, kRoles> kNames{
    "new_order_district", "new_order_header",      "new_order_stock",    "new_order_lines",
    "new_order_order",    "new_order_queue",       "new_order_insert",   "customers_by_name",
    "payment_warehouse",  "payment_district",      "payment_customer",   "payment_read",
    "payment_history",    "order_status_customer", "order_status_lines", "delivery_oldest",
    "delivery_take",      "delivery_orders",       "delivery_lines",     "delivery_totals",
    "delivery_customers", "stock_level",           "call_new_order",     "call_payment",
    "call_order_status",  "call_delivery",         "call_stock_level",
};

/// Roles of the other mode are not needed.
bool belongs_to(Role role, Mode mode) {
    const bool call = role >= Role::call_new_order;
    return call == (mode == Mode::procedures);
}

/// Repeated parts are marked {each_<part>}; the part's name says how they are joined.
std::string_view separator_of(std::string_view part) {
    if (part.ends_with("_or")) {
        return " OR ";
    }
    return part.ends_with("_case") ? " " : ", ";
}

std::map<std::string, std::string> slot_marks() {
    std::map<std::string, std::string> marks;
    for (std::size_t i = 0; i < kSlots; ++i) {
        marks[std::string(kSlotNames[i].name)] =
            fmt::format("{}{}{}", kOpen, static_cast<char>('A' + i), kClose);
    }
    return marks;
}

std::map<std::string, std::string> line_marks(std::size_t line) {
    auto marks = slot_marks();
    for (std::size_t i = 0; i < kLineSlots; ++i) {
        marks[std::string(kLineSlotNames[i].name)] = fmt::format(
            "{}{}{}{}", kOpen, static_cast<char>('a' + i), static_cast<char>('A' + line), kClose
        );
    }
    return marks;
}

/// Expands `name` for `lines` lines, tokens in place of values.
class Expansion {
public:
    Expansion(const db::SqlFile& file, std::size_t lines) : file_(file), lines_(lines) {}

    db::Result<db::Statement> statement(const std::string& name) {
        auto marks = slot_marks();
        for (const std::string& part : file_.names()) {
            if (part.starts_with("part_")) {
                auto joined = join(part);
                if (!joined) {
                    return joined.error();
                }
                marks["each_" + part.substr(5)] = std::move(*joined);
            }
        }
        return file_.expand(name, marks);
    }

private:
    db::Result<std::string> join(const std::string& part) {
        std::string text;
        for (std::size_t line = 0; line < lines_; ++line) {
            const auto one = file_.expand(part, line_marks(line));
            if (!one) {
                return one.error();
            }
            text += line > 0 ? separator_of(part) : std::string_view{};
            text += one->sql;
        }
        return text;
    }

    const db::SqlFile& file_;
    std::size_t lines_;
};

/// Turns tokens into placeholders. `numbered`: $1, $2, … with one number per value; else one ? per token.
void make_placeholders(db::Statement& statement, bool numbered, std::vector<Source>& sources) {
    std::string sql;
    for (std::size_t at = 0; at < statement.sql.size(); ++at) {
        if (statement.sql[at] != kOpen) {
            sql += statement.sql[at];
            continue;
        }
        const char first = statement.sql[++at];
        Source source;
        if (first >= 'a') {
            source.slot = static_cast<std::uint8_t>(first - 'a');
            source.line = static_cast<std::int8_t>(statement.sql[++at] - 'A');
        } else {
            source.slot = static_cast<std::uint8_t>(first - 'A');
        }
        ++at;  // kClose
        const auto known = std::find_if(sources.begin(), sources.end(), [&](const Source& one) {
            return one.line == source.line && one.slot == source.slot;
        });
        const auto place = static_cast<std::size_t>(known - sources.begin());
        if (!numbered || known == sources.end()) {
            sources.push_back(source);
            statement.params.push_back(
                source.line < 0 ? kSlotNames[source.slot].type : kLineSlotNames[source.slot].type
            );
        }
        sql += numbered ? fmt::format("${}", place + 1) : std::string("?");
    }
    statement.sql = std::move(sql);
}

}  // namespace

std::string_view name_of(Role role) noexcept { return kNames[static_cast<std::size_t>(role)]; }

db::Result<Statements> Statements::make(
    const Settings& settings, const workload::Binding& binding
) {
    const bool calls = settings.mode == Mode::procedures;
    const std::string name = calls ? "procedures.sql" : "statements.sql";
    auto file = db::SqlFile::load("tpcc", binding.dialect, name, binding.schema_dir);
    if (!file) {
        db::DbError error = file.error();
        if (calls && error.cls == db::ErrorClass::unsupported) {
            error.message = fmt::format(
                "mode procedures: {} has no stored procedures here; use mode statements",
                binding.dialect
            );
        }
        return error;
    }
    Statements all;
    for (std::size_t i = 0; i < kRoles; ++i) {
        const auto role = static_cast<Role>(i);
        if (!belongs_to(role, settings.mode) || !file->contains(kNames[i])) {
            continue;
        }
        const auto added = all.add(*file, role, binding.dialect == "postgresql");
        if (!added) {
            return added.error();
        }
    }
    return all;
}

db::Result<void> Statements::add(const db::SqlFile& file, Role role, bool numbered) {
    const std::string name{name_of(role)};
    auto& variants = variants_[index(role)];
    bool repeats = true;
    for (std::size_t lines = 0; lines <= kMostLines && repeats; ++lines) {
        auto statement = Expansion(file, lines).statement(name);
        if (!statement) {
            return statement.error();
        }
        if (lines == 0) {
            const auto longer = Expansion(file, 1).statement(name);
            repeats = longer && longer->sql != statement->sql;
        }
        BoundStatement bound;
        make_placeholders(*statement, numbered, bound.sources);
        // Without lines it is never run, but keeps its place.
        if (!repeats || lines > 0) {
            bound.id = set_.add(std::move(*statement));
        }
        variants.push_back(std::move(bound));
    }
    return {};
}

std::optional<std::size_t> Batch::add(Role role, std::size_t lines) {
    if (!statements_.has(role)) {
        return std::nullopt;
    }
    const BoundStatement& bound = statements_.get(role, lines);
    first_[count_] = values_.size();
    for (const Source& source : bound.sources) {
        values_.push_back(source.value(bindings_));
    }
    commands_[count_] = {db::CommandKind::execute, &statements_.statement(bound), {}};
    return count_++;
}

// Values move while they are added, so the views are made at the end.
std::span<const db::Command> Batch::commands() {
    std::size_t end = values_.size();
    for (std::size_t i = count_; i-- > 0;) {
        if (commands_[i].kind == db::CommandKind::execute) {
            commands_[i].params = {values_.data() + first_[i], end - first_[i]};
            end = first_[i];
        }
    }
    return {commands_.data(), count_};
}

}  // namespace oltpsim::workloads::tpcc
