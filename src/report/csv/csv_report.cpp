// One row per step and target, and one for the step's aggregate (target "*").
#include "report/report.hpp"
#include "results/csv.hpp"
#include "results/durability.hpp"

#include <fmt/format.h>

#include <memory>

namespace oltpsim::report::csv {
namespace {

using results::csv_number;
using results::csv_text;

constexpr const char* kColumns =
    "run,step,vm_count,step_valid,target,group,product,version,state,clients,connections,sample_s,"
    "tps,"
    "latency_avg_ms,latency_p50_ms,latency_p95_ms,latency_p99_ms,latency_p999_ms,latency_max_ms,"
    "transactions,errors,retries,rolled_back_by_design,skipped,cut_off,latency_avg_vm_mean_ms,"
    "latency_p99_vm_mean_ms,law_residual,steady,steady_after_s,"
    "tps_low,tps_high,latency_avg_low_ms,latency_avg_high_ms,latency_p99_low_ms,latency_p99_high_"
    "ms,"
    "tps_cv,tps_fairness,load_limited,new_order_per_min,outage_s,durability,durable,data_bytes,"
    "buffer_bytes\n";

std::string latency_cells(const results::LatencyFigures& figures) {
    std::string cells;
    for (const auto& figure :
         {figures.avg_ms,
          figures.p50_ms,
          figures.p95_ms,
          figures.p99_ms,
          figures.p999_ms,
          figures.max_ms}) {
        cells += csv_number(figure) + ',';
    }
    return cells;
}

std::string outcome_cells(const metrics::OutcomeCounts& ends) {
    return fmt::format(
        "{},{},{},{},{},{},",
        ends.committed,
        ends.failed,
        ends.retries,
        ends.rolled_back_by_design,
        ends.skipped,
        ends.cut_off
    );
}

std::string steady_cells(const std::optional<bool>& steady, const std::optional<double>& after_s) {
    const char* verdict = steady.value_or(false) ? "true" : "false";
    return fmt::format("{},{},", steady ? verdict : "", csv_number(after_s));
}

/// The ends of the 95 % intervals.
std::string interval_cells(const results::FigureUncertainty& known) {
    std::string cells;
    for (const auto& one : {known.tps, known.avg_ms, known.p99_ms}) {
        cells += one ? fmt::format("{},{},", csv_number(one->low), csv_number(one->high)) : ",,";
    }
    return cells;
}

std::string rate_cell(const std::map<std::string, double>& rates) {
    const auto found = rates.find("new_order_per_min");
    return found == rates.end() ? std::string() : csv_number(found->second);
}

std::string trust_cells(const results::TargetResult& row) {
    const auto bytes = [](const std::optional<std::uint64_t>& size) {
        return size ? fmt::format("{}", *size) : std::string();
    };
    const std::string known = results::durability_text(row.settings);
    const char* durable = results::durability_gaps(row.settings).empty() ? "true" : "false";
    return fmt::format(
        "{},{},{},{},{}\n",
        csv_number(row.outage_seconds),
        csv_text(known),
        known.empty() ? "" : durable,
        bytes(row.data_bytes),
        bytes(row.buffer_bytes)
    );
}

std::string step_cells(const results::RunResult& run, const results::StepResult& step) {
    return fmt::format(
        "{},{},{},{},", csv_text(run.name), csv_text(step.name), step.vm_count, step.valid
    );
}

std::string target_row(const results::StepResult& step, const results::TargetResult& row) {
    return fmt::format(
               "{},{},{},{},{},{},{},{},{},",
               csv_text(row.name),
               csv_text(row.group),
               csv_text(row.product),
               csv_text(row.version),
               csv_text(row.state),
               row.clients,
               row.connections,
               csv_number(step.sample_seconds),
               csv_number(row.tps)
           ) +
           latency_cells(row.response) + outcome_cells(row.outcomes) +
           fmt::format(",,{},", csv_number(row.law_residual)) +
           steady_cells(row.steady, row.steady_after_s) + interval_cells(row.uncertainty) + ",,," +
           rate_cell(row.rates) + ',' + trust_cells(row);
}

std::string aggregate_row(const results::StepResult& step) {
    const results::AggregateResult& all = step.aggregate;
    return fmt::format(
               "*,,,,{},,,{},{},",
               csv_text(step.state),
               csv_number(step.sample_seconds),
               csv_number(all.tps)
           ) +
           latency_cells(all.response) + outcome_cells(all.outcomes) +
           fmt::format(
               "{},{},{},",
               csv_number(all.latency_avg_vm_mean_ms),
               csv_number(all.latency_p99_vm_mean_ms),
               csv_number(all.law_residual)
           ) +
           steady_cells(step.steady, step.steady_after_s) + interval_cells(all.uncertainty) +
           fmt::format(
               "{},{},{},{},,,,,\n",
               csv_number(all.tps_cv),
               csv_number(all.tps_fairness),
               all.load_limited ? (*all.load_limited ? "true" : "false") : "",
               rate_cell(all.rates)
           );
}

class CsvReport final : public Report {
public:
    std::string format() const override { return "csv"; }
    std::string file_extension() const override { return "csv"; }
    std::string render(const results::RunResult& run, const RenderOptions&) const override {
        std::string text = kColumns;
        for (const auto& step : run.steps) {
            for (const auto& target : step.targets) {
                text += step_cells(run, step) + target_row(step, target);
            }
            text += step_cells(run, step) + aggregate_row(step);
        }
        return text;
    }
};

}  // namespace

std::unique_ptr<Report> make_report();
std::unique_ptr<Report> make_report() { return std::make_unique<CsvReport>(); }

}  // namespace oltpsim::report::csv
