// What a running step tells: passed on to the result directory, and one line per second to the terminal.
#pragma once

#include "cli/console.hpp"
#include "metrics/run_sink.hpp"
#include "plan/run_plan.hpp"

#include <map>
#include <string>

namespace oltpsim::cli {

/// Thread: the supervisor's, which is the main thread.
class LiveSink final : public metrics::RunSink {
public:
    /// `next` gets every call too. Lifetime: all references outlive the sink.
    LiveSink(const plan::RunPlan& plan, Console& console, metrics::RunSink& next);

    /// `rest`: the shortest time that what follows the step's sample can take.
    void begin_step(
        const plan::StepPlan& step, std::size_t number, std::size_t steps, Nanos rest = {}
    );
    void on_connecting(std::uint32_t target, std::uint32_t done, std::uint32_t total) override;
    void on_second(
        std::uint64_t second, metrics::Phase phase, std::span<const metrics::IntervalSample> targets
    ) override;
    void on_shard(const metrics::ShardSample& sample) override;
    void on_sample_start(std::uint64_t second) override;
    void on_event(const metrics::RunEvent& event) override;

private:
    const plan::RunPlan& plan_;
    Console& console_;
    metrics::RunSink& next_;
    std::string step_;
    plan::PhasePlan phases_;  ///< of the step; the precondition as it is known to be
    Nanos rest_{};
    std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>>
        connecting_;               ///< target → sessions open, of
    TimePoint connecting_told_{};  ///< when progress was last shown
};

/// The line for one second: "sample 12 s of 1 min · TPS 1,234.5 · avg 3.21 ms · p99 9.87 ms · errors/s 0". `elapsed` and
/// `length` are of the phase.
std::string second_line(
    std::string_view phase,
    Nanos elapsed,
    Nanos length,
    std::span<const metrics::IntervalSample> targets
);

}  // namespace oltpsim::cli
