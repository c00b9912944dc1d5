// The live line of a run. Figures of one second over all targets; percentiles from merged histograms.
#include "cli/live_sink.hpp"

#include "core/clock.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::cli {

std::string second_line(
    std::string_view phase,
    Nanos elapsed,
    Nanos length,
    std::span<const metrics::IntervalSample> targets
) {
    metrics::LatencyHistogram merged;
    metrics::OutcomeCounts outcomes;
    for (const metrics::IntervalSample& target : targets) {
        merged.merge(target.merged_response());
        outcomes += target.outcomes();
    }
    const std::string avg = merged.empty() ? "n/a" : fmt::format("{:.2f} ms", merged.mean() * 1e-6);
    const std::string p99 =
        merged.empty() ? "n/a" : fmt::format("{:.2f} ms", to_millis(merged.quantile(0.99)));
    return fmt::format(
        "{} {} of {}, {} left  TPS {}  avg {}  p99 {}  errors/s {}",
        phase,
        human_duration(elapsed),
        human_duration(length),
        human_duration(std::max(length - elapsed, Nanos{})),
        group_digits(outcomes.committed),
        avg,
        p99,
        group_digits(outcomes.failed)
    );
}

LiveSink::LiveSink(const plan::RunPlan& plan, Console& console, metrics::RunSink& next)
    : plan_(plan), console_(console), next_(next) {}

void LiveSink::begin_step(
    const plan::StepPlan& step, std::size_t number, std::size_t steps, Nanos rest
) {
    phases_ = step.phases.value_or(plan_.phases);
    rest_ = rest;
    step_ = steps == 1 ? step.name : fmt::format("{} (step {} of {})", step.name, number, steps);
    connecting_.clear();
    connecting_told_ = steady_now();
    console_.note(fmt::format("{}: connecting", step_));
}

void LiveSink::on_connecting(std::uint32_t target, std::uint32_t done, std::uint32_t total) {
    next_.on_connecting(target, done, total);
    connecting_[target] = {done, total};
    const TimePoint now = steady_now();
    if (now - connecting_told_ < std::chrono::seconds{1}) {
        return;  // a line for every session would be noise
    }
    connecting_told_ = now;
    std::uint64_t open = 0;
    std::uint64_t all = 0;
    for (const auto& [index, counts] : connecting_) {
        open += counts.first;
        all += counts.second;
    }
    console_.live(
        fmt::format("{}: {} of {} sessions open", step_, group_digits(open), group_digits(all))
    );
}

void LiveSink::on_second(
    std::uint64_t second, metrics::Phase phase, std::span<const metrics::IntervalSample> targets
) {
    next_.on_second(second, phase, targets);
    const auto whole = [](Nanos length) {
        return static_cast<std::uint64_t>(length.count() / 1'000'000'000);
    };
    const std::uint64_t before = whole(phases_.precondition_limit());
    const auto nominal = second < before ? metrics::Phase::precondition : metrics::Phase::sample;
    if (phase != nominal) {
        return;  // stragglers of the other phase
    }
    const Nanos length =
        phase == metrics::Phase::sample ? phases_.sample : phases_.precondition_limit();
    const std::uint64_t within = phase == metrics::Phase::sample ? second - before : second;
    if (Nanos{std::chrono::seconds{within}} >= length) {
        return;  // the grace: transactions still in flight
    }
    const Nanos elapsed = std::min(Nanos{std::chrono::seconds{within + 1}}, length);
    const bool open_end = phase == metrics::Phase::precondition && phases_.until_steady;
    const Nanos left = length - elapsed + rest_ +
                       (phase == metrics::Phase::precondition ? phases_.sample : Nanos{});
    const std::string name =
        open_end ? "precondition until steady," : std::string(metrics::to_string(phase));
    console_.live(fmt::format(
        "{}: {}{}",
        step_,
        second_line(name, elapsed, length, targets),
        rest_ > Nanos{} && !open_end ? fmt::format("  all steps: {} left", human_duration(left))
                                     : ""
    ));
}

void LiveSink::on_sample_start(std::uint64_t second) {
    next_.on_sample_start(second);
    phases_.precondition = std::chrono::seconds{second};
    phases_.until_steady = false;
    phases_.at_most = Nanos{};
}

void LiveSink::on_shard(const metrics::ShardSample& sample) { next_.on_shard(sample); }

void LiveSink::on_event(const metrics::RunEvent& event) {
    next_.on_event(event);
    const bool quiet_kind = event.kind == "phase" || event.kind == "error";
    if (quiet_kind) {
        return;
    }
    console_.note(fmt::format(
        "{}{}{}: {}", event.target, event.target.empty() ? "" : " ", event.kind, event.detail
    ));
}

}  // namespace oltpsim::cli
