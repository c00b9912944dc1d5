// Sums one second over targets.
#include "report/terminal/live_line.hpp"

#include "core/text.hpp"
#include "page/text_table.hpp"
#include "results/figure_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace oltpsim::report::terminal {
namespace {

std::string clock_text(double seconds) {
    const auto whole = static_cast<std::uint64_t>(std::llround(std::max(0.0, seconds)));
    return fmt::format("{:02}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace

std::string live_line(
    std::string_view step,
    double elapsed_s,
    double left_s,
    metrics::Phase phase,
    std::span<const metrics::IntervalSample> targets
) {
    metrics::LatencyHistogram response;
    metrics::OutcomeCounts ends;
    for (const auto& target : targets) {
        ends += target.outcomes();
        for (const auto& type : target.by_type) {
            response.merge(type.response);
        }
    }
    const auto figures = results::LatencyFigures::of(response);
    return fmt::format(
        "{}  {}  {} / {} left  {} TPS  avg {} ms  p99 {} ms  {} errors/s",
        page::plain(step),
        to_string(phase),
        clock_text(elapsed_s),
        left_s < 0 ? "--:--:--" : clock_text(left_s),
        group_digits(ends.committed),
        results::ms_text(figures.avg_ms),
        results::ms_text(figures.p99_ms),
        group_digits(ends.failed)
    );
}

}  // namespace oltpsim::report::terminal
