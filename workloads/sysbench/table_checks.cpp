// Checks of sbtest tables. Thresholds follow from the script: only some of them keep every row.
#include "workloads/sysbench/table_checks.hpp"

#include "workloads/sysbench/statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace oltpsim::workloads::sysbench {
namespace {

using workload::CheckResult;

constexpr std::uint64_t kSampledRows = 100;  // per table

std::string table_name(std::uint32_t table) { return "sbtest" + table_number(table); }

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
        return static_cast<char>(std::tolower(c));
    });
    return text;
}

// CHAR(n) comes back padded from some databases and not from others.
std::string_view without_padding(std::string_view text) {
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

// The first and the last row, and others spread by chance, the same ones for every table of a size.
std::set<std::int64_t> sampled_ids(std::uint32_t table, std::uint64_t rows) {
    std::set<std::int64_t> ids{1, static_cast<std::int64_t>(rows)};
    Rng rng(seed_of(table, rows));
    while (ids.size() < std::min(rows, kSampledRows)) {
        ids.insert(rng.between(1, static_cast<std::int64_t>(rows)));
    }
    return ids;
}

}  // namespace

db::Result<db::ResultSet> TableChecks::ask(
    std::string_view name, std::map<std::string, std::string> marks
) const {
    const auto statement = sql_.expand(name, marks);
    if (!statement) {
        return statement.error();
    }
    return connection_.query(statement->sql);
}

std::vector<CheckResult> TableChecks::run(bool fresh) const {
    std::vector<CheckResult> results;
    for (std::uint32_t table = 0; table < settings_.tables; ++table) {
        check_table(table, fresh, results);
    }
    return results;
}

void TableChecks::check_table(std::uint32_t table, bool fresh, std::vector<CheckResult>& results)
    const {
    const auto answer = ask("summary", {{"table", table_number(table)}});
    if (!answer) {
        results.push_back(
            {"row_count", false, fmt::format("{}: {}", table_name(table), answer.error().describe())
            }
        );
        return;
    }
    Summary found;
    found.rows = static_cast<std::uint64_t>(answer->integer(0, 0));
    found.empty = found.rows == 0;
    found.lowest_id = answer->integer(0, 1);
    found.highest_id = answer->integer(0, 2);
    found.lowest_k = answer->integer(0, 3);
    found.highest_k = answer->integer(0, 4);
    check_summary(table, found, fresh, results);
    if (settings_.loaded_rows() > 0) {
        check_rows(table, fresh, results);
    }
}

void TableChecks::check_summary(
    std::uint32_t table, const Summary& found, bool fresh, std::vector<CheckResult>& results
) const {
    const std::string name = table_name(table);
    const std::uint64_t expected = settings_.loaded_rows();
    const bool exact = fresh || settings_.keeps_rows();
    std::string counted = fmt::format("{}: {} rows", name, found.rows);
    if (!exact) {
        counted +=
            fmt::format(" (loaded {}; {} changes the number)", expected, name_of(settings_.script));
    } else if (found.rows != expected) {
        counted += fmt::format(", expected {}", expected);
    }
    results.push_back({"row_count", !exact || found.rows == expected, counted});
    if (found.empty) {
        return;
    }
    // Ids beyond the loaded ones are what inserts add; below 1 only client-made ids lie.
    const bool grows = settings_.script == Script::oltp_insert && !fresh;
    const bool low_fits = found.lowest_id >= 1 || (grows && !settings_.auto_inc);
    const bool high_fits = grows || found.highest_id <= static_cast<std::int64_t>(expected);
    const bool ends_fit =
        !exact || (found.lowest_id == 1 && found.highest_id == static_cast<std::int64_t>(expected));
    results.push_back(
        {"id_range",
         low_fits && high_fits && ends_fit,
         fmt::format(
             "{}: ids {} to {}, loaded 1 to {}", name, found.lowest_id, found.highest_id, expected
         )}
    );
    // Updates count k up, so only a fresh table has an upper end; select_random draws from 0 but writes nothing.
    const bool k_fits = found.lowest_k >= 1 && (!fresh || found.highest_k <= settings_.table_size);
    results.push_back(
        {"k_range",
         k_fits,
         fmt::format(
             "{}: k {} to {}, loaded from 1 to {}",
             name,
             found.lowest_k,
             found.highest_k,
             settings_.table_size
         )}
    );
}

void TableChecks::check_rows(std::uint32_t table, bool fresh, std::vector<CheckResult>& results)
    const {
    const std::string name = table_name(table);
    const std::set<std::int64_t> ids = sampled_ids(table, settings_.loaded_rows());
    const auto answer =
        ask("sample_rows",
            {{"table", table_number(table)}, {"ids", fmt::format("{}", fmt::join(ids, ", "))}});
    if (!answer) {
        results.push_back(
            {"row_format", false, fmt::format("{}: {}", name, answer.error().describe())}
        );
        return;
    }
    CheckResult format{
        "row_format", true, fmt::format("{}: c and pad of {} sampled rows", name, answer->rows())
    };
    CheckResult contents{
        "row_contents", true, fmt::format("{}: {} sampled rows as generated", name, answer->rows())
    };
    if (answer->rows() != ids.size() && (fresh || settings_.keeps_rows())) {
        format = {
            "row_format",
            false,
            fmt::format("{}: {} of {} sampled ids found", name, answer->rows(), ids.size())
        };
    }
    Row expected;
    for (std::uint64_t i = 0; i < answer->rows(); ++i) {
        const std::int64_t id = answer->integer(i, 0);
        const std::string_view c = without_padding(answer->text(i, 2));
        const std::string_view pad = without_padding(answer->text(i, 3));
        if (format.passed && (!is_digit_groups(c, kCLength) || !is_digit_groups(pad, kPadLength))) {
            format = {
                "row_format",
                false,
                fmt::format("{} id {}: c or pad is not groups of eleven digits", name, id)
            };
        }
        rows_.fill(table, id, expected);
        if (contents.passed &&
            (answer->integer(i, 1) != expected.k || c != expected.c() || pad != expected.pad())) {
            contents = {
                "row_contents",
                false,
                fmt::format("{} id {}: differs from the row generated for it", name, id)
            };
        }
    }
    results.push_back(std::move(format));
    if (fresh) {
        results.push_back(std::move(contents));
    }
}

std::string TableChecks::missing_columns(std::uint32_t table) const {
    for (const char* column : {"id", "k", "c", "pad"}) {
        const auto answer = ask("columns", {{"table", table_number(table)}, {"columns", column}});
        if (!answer) {
            return answer.error().cls == db::ErrorClass::schema_mismatch
                       ? fmt::format("table {} has no column {}", table_name(table), column)
                       : fmt::format("table {}: {}", table_name(table), answer.error().describe());
        }
    }
    return {};
}

std::string TableChecks::fits() const {
    const auto present = connection_.tables();
    if (!present) {
        return present.error().describe();
    }
    std::set<std::string> names;
    for (const std::string& one : *present) {
        names.insert(lower(one));
    }
    for (std::uint32_t table = 0; table < settings_.tables; ++table) {
        if (!names.contains(table_name(table))) {
            return fmt::format("table {} not found; run oltpsim prepare first", table_name(table));
        }
        const auto columns =
            ask("columns", {{"table", table_number(table)}, {"columns", "id, k, c, pad"}});
        if (!columns) {
            std::string missing = missing_columns(table);
            return missing.empty() ? columns.error().describe() : missing;
        }
        if (!settings_.keeps_rows()) {
            continue;
        }
        const auto highest = ask("highest_id", {{"table", table_number(table)}});
        if (!highest) {
            return highest.error().describe();
        }
        if (highest->integer(0, 0) < settings_.table_size) {
            return fmt::format(
                "table {} holds ids up to {}, the plan says table_size {}",
                table_name(table),
                highest->integer(0, 0),
                settings_.table_size
            );
        }
    }
    return {};
}

}  // namespace oltpsim::workloads::sysbench
