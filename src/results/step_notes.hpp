// Facts beside a step's numbers that do not make it invalid, as sentences. validity.cpp calls these in order.
#pragma once

#include "metrics/closed_loop_law.hpp"
#include "metrics/step_outcome.hpp"
#include "results/run_result.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace oltpsim::results {

/// Sentences of a step, one per fact; facts that hold for many targets become one sentence with the first names.
struct Remarks {
    std::vector<std::string>& list;
    template <typename... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        list.push_back(fmt::format(format, std::forward<Args>(args)...));
    }
};

/// VMs with whole seconds without a commit, beyond what their rate explains; many VMs become one sentence.
void note_outages(const StepResult& step, Remarks& notes);
/// Precondition: the step is load-limited. `loop`: all targets together.
void note_load_limit(const metrics::ClosedLoop& loop, const StepResult& step, Remarks& notes);
/// VMs that were not steady when the sample began, or too short a precondition, and the cross-check by MSER-5.
void note_steadiness(const metrics::StepOutcome& outcome, const StepResult& step, Remarks& notes);
/// Rates under the workload's names, and 90th percentiles against their limits, over all targets.
void note_limits(const StepResult& step, Remarks& notes);
/// Loops of the load generator that were busy or waited for a CPU.
void note_client(const StepResult& step, Remarks& notes);
/// Replies that lay in the socket: part of the latency is this client's. Source: connectors "Loops and threads" D 7.
void note_client_delay(const StepResult& step, Remarks& notes);

}  // namespace oltpsim::results
