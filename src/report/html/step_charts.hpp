// Charts of one step, as HTML.
#pragma once

#include "page/chart.hpp"
#include "results/event_codec.hpp"
#include "results/interval_series.hpp"
#include "results/run_result.hpp"

#include <string>

namespace oltpsim::report::html {

/// A figure of something with its 95 % interval, ready for a bar.
void add_bar(
    page::BarSeries& series,
    const std::optional<double>& value,
    const std::optional<metrics::Uncertainty>& known,
    std::string (*text)(const std::optional<double>&)
);

/// TPS, average and p99 of each VM as bars. Empty with one VM: the cards say it.
std::string vm_charts(const results::StepResult& step);
/// TPS and p99 over time, phases shaded, events marked; then the precondition with the moment it became steady.
std::string time_charts(
    const results::StepResult& step,
    const results::StepSeries& series,
    const results::EventFile& events
);
/// Latency by percentile: all VMs merged, and the VMs with the lowest and highest p99.
std::string latency_chart(const results::StepResult& step);

}  // namespace oltpsim::report::html
