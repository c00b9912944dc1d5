// Gathers the seconds of each target, then cuts them into buckets.
#include "results/interval_series.hpp"

#include "results/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <numeric>

namespace oltpsim::results {
namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
constexpr double kLongestStep = 14.0 * 24 * 3600;  // seconds; a damaged number must not eat memory

/// Where the columns stand that this reader needs.
struct Columns {
    std::size_t step = 0, second = 0, phase = 0, target = 0, committed = 0, avg = 0, p99 = 0;
    std::size_t all = 0;
};

std::optional<Columns> find_columns(const std::string& header) {
    const std::vector<std::string> names = csv_split(header);
    Columns columns;
    columns.all = names.size();
    bool complete = true;
    const auto place = [&](const char* name) {
        const auto at = std::find(names.begin(), names.end(), name);
        complete = complete && at != names.end();
        return static_cast<std::size_t>(at - names.begin());
    };
    columns.step = place("step");
    columns.second = place("second");
    columns.phase = place("phase");
    columns.target = place("target");
    columns.committed = place("committed");
    columns.avg = place("avg_ms");
    columns.p99 = place("p99_ms");
    return complete ? std::optional(columns) : std::nullopt;
}

std::optional<double> number(std::string_view cell) {
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    const bool whole = error == std::errc{} && end == cell.data() + cell.size();
    return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// Cells of a line without copying; lines with quotes go through `quoted`.
void split_cells(
    const std::string& line, std::vector<std::string>& quoted, std::vector<std::string_view>& cells
) {
    cells.clear();
    if (line.find('"') != std::string::npos) {
        quoted = csv_split(line);
        cells.assign(quoted.begin(), quoted.end());
        return;
    }
    const std::string_view text = line;
    std::size_t from = 0;
    for (std::size_t comma = text.find(','); comma != std::string_view::npos;
         comma = text.find(',', from)) {
        cells.push_back(text.substr(from, comma - from));
        from = comma + 1;
    }
    cells.push_back(text.substr(from));
}

/// One second of one target.
struct Second {
    std::uint32_t committed = 0;
    float latency_sum = 0;
    float p99 = kNone;
};

struct Gathered {
    std::vector<std::string> names;
    std::vector<std::vector<Second>> targets;
    std::optional<double> sample_from_s;

    std::vector<Second>& of(std::string_view name) {
        // Rows come in the targets' order, so the next one is nearly always the one after the last.
        last_ = last_ + 1 < names.size() ? last_ + 1 : 0;
        if (last_ >= names.size() || names[last_] != name) {
            const auto found = std::find(names.begin(), names.end(), name);
            last_ = static_cast<std::size_t>(found - names.begin());
            if (found == names.end()) {
                names.emplace_back(name);
                targets.emplace_back();
            }
        }
        return targets[last_];
    }

private:
    std::size_t last_ = 0;
};

void add_row(Gathered& step, const Columns& columns, const std::vector<std::string_view>& cells) {
    const auto second = number(cells[columns.second]);
    if (!second || *second < 0 || *second > kLongestStep) {
        return;
    }
    std::vector<Second>& seconds = step.of(cells[columns.target]);
    const auto at = static_cast<std::size_t>(*second);
    if (at >= seconds.size()) {
        seconds.resize(at + 1);
    }
    Second& one = seconds[at];
    const double committed = number(cells[columns.committed]).value_or(0);
    one.committed += static_cast<std::uint32_t>(std::clamp(committed, 0.0, 4e9));
    one.latency_sum += static_cast<float>(committed * number(cells[columns.avg]).value_or(0));
    if (const auto p99 = number(cells[columns.p99])) {
        one.p99 = std::isnan(one.p99) ? static_cast<float>(*p99)
                                      : std::max(one.p99, static_cast<float>(*p99));
    }
    if (cells[columns.phase] == "sample") {
        step.sample_from_s = std::min(step.sample_from_s.value_or(*second), *second);
    }
}

/// The seconds [from, to) of these targets as one point.
SeriesPoint point_of(
    const std::vector<const std::vector<Second>*>& targets, std::size_t from, std::size_t to
) {
    SeriesPoint point;
    double committed = 0;
    double latency_sum = 0;
    std::vector<float> p99s;
    for (std::size_t s = from; s < to; ++s) {
        double in_second = 0;
        for (const auto* target : targets) {
            if (s >= target->size()) {
                continue;
            }
            const Second& one = (*target)[s];
            in_second += one.committed;
            latency_sum += static_cast<double>(one.latency_sum);
            if (!std::isnan(one.p99)) {
                p99s.push_back(one.p99);
            }
        }
        committed += in_second;
        point.tps_low = s == from ? in_second : std::min(point.tps_low, in_second);
        point.tps_high = std::max(point.tps_high, in_second);
    }
    point.tps = committed / static_cast<double>(to - from);
    if (committed > 0) {
        point.avg_ms = latency_sum / committed;
    }
    if (!p99s.empty()) {
        const auto middle = p99s.begin() + static_cast<std::ptrdiff_t>(p99s.size() / 2);
        std::nth_element(p99s.begin(), middle, p99s.end());
        const auto [low, high] = std::minmax_element(p99s.begin(), p99s.end());
        point.p99_ms = static_cast<double>(*middle);
        point.p99_low_ms = static_cast<double>(*low);
        point.p99_high_ms = static_cast<double>(*high);
    }
    return point;
}

std::vector<SeriesPoint> points_of(
    const std::vector<const std::vector<Second>*>& targets, std::size_t seconds, std::size_t bucket
) {
    std::vector<SeriesPoint> points;
    for (std::size_t from = 0; from < seconds; from += bucket) {
        points.push_back(point_of(targets, from, std::min(seconds, from + bucket)));
    }
    return points;
}

StepSeries finish(const StepResult& result, const Gathered& step, std::size_t most_points) {
    StepSeries series;
    series.step = result.name;
    series.sample_from_s = step.sample_from_s;
    std::size_t seconds = 0;
    std::vector<const std::vector<Second>*> all;
    for (const auto& target : step.targets) {
        seconds = std::max(seconds, target.size());
        all.push_back(&target);
    }
    if (step.sample_from_s && result.sample_seconds > 0) {
        // Stragglers of the grace are no rate of anything.
        const double end = std::ceil(*step.sample_from_s + result.sample_seconds);
        seconds = std::min(seconds, static_cast<std::size_t>(end));
    }
    const std::size_t bucket = std::max<std::size_t>(1, (seconds + most_points - 1) / most_points);
    series.bucket_s = static_cast<double>(bucket);
    series.end_s = static_cast<double>(seconds);
    series.points = points_of(all, seconds, bucket);
    for (std::size_t t = 0; t < step.targets.size(); ++t) {
        series.targets.push_back({step.names[t], points_of({&step.targets[t]}, seconds, bucket)});
    }
    return series;
}

}  // namespace

Expected<std::vector<StepSeries>> read_series(
    const std::filesystem::path& intervals_csv, const RunResult& run, std::size_t most_points
) {
    std::ifstream in;
    std::vector<char> buffer(1 << 18);
    in.rdbuf()->pubsetbuf(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    in.open(intervals_csv);
    std::string line;
    if (!in || !std::getline(in, line)) {
        return ResultError{ResultFault::io, fmt::format("cannot read {}", intervals_csv.string())};
    }
    const auto columns = find_columns(line);
    if (!columns) {
        return ResultError{
            ResultFault::damaged, fmt::format("{}: unknown columns", intervals_csv.string())
        };
    }
    std::map<std::string, Gathered, std::less<>> steps;
    for (const auto& step : run.steps) {
        steps[step.name];
    }
    std::vector<std::string> quoted;
    std::vector<std::string_view> cells;
    while (std::getline(in, line)) {
        split_cells(line, quoted, cells);
        if (cells.size() != columns->all) {
            continue;  // a last line torn by a kill
        }
        const auto found = steps.find(cells[columns->step]);
        if (found != steps.end()) {
            add_row(found->second, *columns, cells);
        }
    }
    std::vector<StepSeries> all;
    for (const auto& step : run.steps) {
        all.push_back(finish(step, steps[step.name], most_points));
    }
    return all;
}

}  // namespace oltpsim::results
