// Checks of sbtest tables. Thresholds follow from the script: only some of them keep every row.
#include "workloads/sysbench/table_checks.hpp"

#include "core/text.hpp"
#include "workloads/sysbench/statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <span>

namespace oltpsim::workloads::sysbench {
namespace {

using workload::CheckResult;

// Rows looked at per table. Of tables just loaded all are, or many of a big one; else the format of a few.
constexpr std::uint64_t kAllRowsUpTo = 100'000;
constexpr std::uint64_t kSampledRows = 10'000;
constexpr std::uint64_t kSampledAfterRun = 100;
constexpr std::uint64_t kRowsAtEachEnd = 100;
constexpr std::uint64_t kBatchRows = 2'000;  // one SELECT

std::string table_name(std::uint32_t table) { return "sbtest" + table_number(table); }

// CHAR(n) comes back padded from some databases and not from others.
std::string_view without_padding(std::string_view text) {
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

// Ends first, then others spread by chance, the same ones for every table of a size. In order.
std::vector<std::int64_t> sampled_ids(
    std::uint32_t table, std::uint64_t rows, std::uint64_t sampled
) {
    if (sampled >= rows) {
        std::vector<std::int64_t> all(rows);
        std::iota(all.begin(), all.end(), std::int64_t{1});
        return all;
    }
    const std::uint64_t end = std::min(kRowsAtEachEnd, sampled / 20);
    std::set<std::int64_t> ids;
    for (std::uint64_t i = 0; i < end; ++i) {
        ids.insert(static_cast<std::int64_t>(i + 1));
        ids.insert(static_cast<std::int64_t>(rows - i));
    }
    Rng rng(seed_of(table, rows));
    while (ids.size() < sampled) {
        ids.insert(rng.between(1, static_cast<std::int64_t>(rows)));
    }
    return {ids.begin(), ids.end()};
}

// A batch without gaps is a range for the database, any other a list.
std::string condition_on(std::span<const std::int64_t> ids) {
    const bool dense = ids.back() - ids.front() + 1 == static_cast<std::int64_t>(ids.size());
    return dense ? fmt::format("id BETWEEN {} AND {}", ids.front(), ids.back())
                 : fmt::format("id IN ({})", fmt::join(ids, ", "));
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
    const std::uint64_t loaded = settings_.loaded_rows();
    const bool all = fresh && loaded <= kAllRowsUpTo;
    const std::vector<std::int64_t> ids = sampled_ids(
        table,
        loaded,
        all     ? loaded
        : fresh ? kSampledRows
                : kSampledAfterRun
    );
    Findings findings;
    for (std::size_t first = 0; first < ids.size(); first += kBatchRows) {
        const auto batch =
            std::span(ids).subspan(first, std::min<std::size_t>(kBatchRows, ids.size() - first));
        const auto answer =
            ask("rows_where", {{"table", table_number(table)}, {"condition", condition_on(batch)}});
        if (!answer) {
            results.push_back(
                {"row_format", false, fmt::format("{}: {}", name, answer.error().describe())}
            );
            return;
        }
        compare_rows(table, *answer, findings);
    }
    const bool must_be_there = fresh || settings_.keeps_rows();
    CheckResult format{
        "row_format",
        findings.bad_format.empty(),
        fmt::format("{}: c and pad of {} rows of {} looked at", name, findings.ids.size(), loaded)
    };
    if (!format.passed) {
        format.detail = fmt::format("{} {}", name, findings.bad_format);
    } else if (must_be_there && findings.ids.size() != ids.size()) {
        format.passed = false;
        format.detail =
            fmt::format("{}: {} of {} ids found", name, findings.ids.size(), ids.size());
    }
    results.push_back(std::move(format));
    if (!fresh) {
        return;
    }
    std::string compared = fmt::format(
        "{} of {} rows compared with those generated{}",
        findings.ids.size(),
        loaded,
        all ? ""
            : fmt::format(" (both ends, the others by chance; all up to {} rows)", kAllRowsUpTo)
    );
    results.push_back(
        findings.different == 0
            ? CheckResult{"row_contents", true, fmt::format("{}: {}", name, compared)}
            : CheckResult{
                  "row_contents",
                  false,
                  fmt::format(
                      "{} id {}: differs from the row generated for it; {} such, {}",
                      name,
                      findings.first_different,
                      findings.different,
                      compared
                  )
              }
    );
}

void TableChecks::compare_rows(std::uint32_t table, const db::ResultSet& found, Findings& findings)
    const {
    Row expected;
    for (std::uint64_t i = 0; i < found.rows(); ++i) {
        const std::int64_t id = found.integer(i, 0);
        const std::string_view c = without_padding(found.text(i, 2));
        const std::string_view pad = without_padding(found.text(i, 3));
        findings.ids.insert(id);
        if (findings.bad_format.empty() &&
            (!is_digit_groups(c, kCLength) || !is_digit_groups(pad, kPadLength))) {
            findings.bad_format = fmt::format("id {}: c or pad is not groups of eleven digits", id);
        }
        rows_.fill(table, id, expected);
        if (found.integer(i, 1) != expected.k || c != expected.c() || pad != expected.pad()) {
            findings.first_different = findings.different == 0 ? id : findings.first_different;
            ++findings.different;
        }
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
        names.insert(to_lower(one));
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
