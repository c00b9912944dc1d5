// One step, from the first connect to the last sample: the story of a measurement.
// Every target connects and is warmed; one common start; one common sample window; who is late or fails is
// reported, the others go on.
#pragma once

#include "db/driver.hpp"
#include "metrics/run_sink.hpp"
#include "metrics/step_outcome.hpp"
#include "phases/stop.hpp"
#include "plan/run_plan.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace oltpsim::phases {

/// What pre-flight learned of a target, in plan order.
struct TargetReady {
    db::ServerFacts facts;
    bool same_host = false;
    std::string
        failure;  ///< not empty: the target is left out of the step and reported failed with this text
};

/// Runs the step and returns when everything has stopped. `bound` and `ready` are by target index of the plan.
/// Errors: target failures are in the outcome; a bug in a shard is rethrown. Thread: the caller's becomes the supervisor.
metrics::StepOutcome run_step(
    const plan::RunPlan& plan,
    const plan::StepPlan& step,
    std::span<const std::shared_ptr<const workload::Workload>> bound,
    std::span<const TargetReady> ready,
    metrics::RunSink& sink,
    StopToken& stop
);

/// Time the sessions of one target get to open before the step starts without the missing ones.
Nanos connect_window(const plan::RunPlan& plan, std::uint32_t connections);

}  // namespace oltpsim::phases
