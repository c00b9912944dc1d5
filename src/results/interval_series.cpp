// Adds rows of intervals.csv up into buckets.
#include "results/interval_series.hpp"

#include "results/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <map>

namespace oltpsim::results {
namespace {

/// Where the columns stand that this reader needs.
struct Columns {
    std::size_t step = 0, second = 0, phase = 0, committed = 0, avg = 0, p99 = 0, all = 0;
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
    columns.committed = place("committed");
    columns.avg = place("avg_ms");
    columns.p99 = place("p99_ms");
    return complete ? std::optional(columns) : std::nullopt;
}

std::optional<double> number(const std::string& cell) {
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    const bool whole = error == std::errc{} && end == cell.data() + cell.size();
    return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// A series while it is filled: sums instead of rates.
struct Filling {
    StepSeries series;
    std::vector<double> committed;
    std::vector<double> latency_sum;
    std::size_t last_second = 0;
};

void add_row(Filling& filling, const Columns& columns, const std::vector<std::string>& cells) {
    const auto second = number(cells[columns.second]);
    if (!second || *second < 0) {
        return;
    }
    const auto bucket = static_cast<std::size_t>(*second / filling.series.bucket_s);
    if (bucket >= filling.committed.size()) {
        return;
    }
    filling.last_second = std::max(filling.last_second, static_cast<std::size_t>(*second));
    const double committed = number(cells[columns.committed]).value_or(0);
    const auto avg = number(cells[columns.avg]);
    const auto p99 = number(cells[columns.p99]);
    filling.committed[bucket] += committed;
    filling.latency_sum[bucket] += committed * avg.value_or(0);
    SeriesPoint& point = filling.series.points[bucket];
    if (p99) {
        point.p99_ms = std::max(point.p99_ms.value_or(0), *p99);
    }
    if (cells[columns.phase] == "sample") {
        auto& from = filling.series.sample_from_s;
        from = std::min(from.value_or(*second), *second);
    }
}

StepSeries finish(Filling& filling) {
    StepSeries& series = filling.series;
    const auto seconds = static_cast<double>(filling.last_second + 1);
    const auto used = static_cast<std::size_t>(std::ceil(seconds / series.bucket_s));
    series.points.resize(std::min(series.points.size(), used));
    for (std::size_t i = 0; i < series.points.size(); ++i) {
        const double from = static_cast<double>(i) * series.bucket_s;
        const double length = std::min(series.bucket_s, seconds - from);
        series.points[i].tps = filling.committed[i] / length;
        if (filling.committed[i] > 0) {
            series.points[i].avg_ms = filling.latency_sum[i] / filling.committed[i];
        }
    }
    return std::move(series);
}

}  // namespace

Expected<std::vector<StepSeries>> read_series(
    const std::filesystem::path& intervals_csv, const RunResult& run, std::size_t most_points
) {
    std::ifstream in(intervals_csv);
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
    std::map<std::string, Filling> fillings;
    for (const auto& step : run.steps) {
        Filling& filling = fillings[step.name];
        const double seconds = step.precondition_seconds + step.sample_seconds + 1;
        filling.series.step = step.name;
        filling.series.bucket_s =
            std::max(1.0, std::ceil(seconds / static_cast<double>(most_points)));
        filling.series.points.resize(most_points);
        filling.committed.resize(most_points);
        filling.latency_sum.resize(most_points);
    }
    while (std::getline(in, line)) {
        const std::vector<std::string> cells = csv_split(line);
        if (cells.size() != columns->all) {
            continue;  // a last line torn by a kill
        }
        const auto found = fillings.find(cells[columns->step]);
        if (found != fillings.end()) {
            add_row(found->second, *columns, cells);
        }
    }
    std::vector<StepSeries> all;
    for (const auto& step : run.steps) {
        all.push_back(finish(fillings[step.name]));
    }
    return all;
}

}  // namespace oltpsim::results
