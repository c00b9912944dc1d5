// One step from connected to judged. See run_step.hpp.
#include "phases/run_step.hpp"

#include "phases/supervisor.hpp"

namespace oltpsim::phases {

Nanos connect_window(const plan::RunPlan& plan, std::uint32_t connections) {
    const double staged = static_cast<double>(connections) / plan.connects_per_second;
    return plan.session.connect_timeout + std::chrono::seconds{20} + from_seconds(2 * staged);
}

metrics::StepOutcome run_step(
    const plan::RunPlan& plan,
    const plan::StepPlan& step,
    std::span<const std::shared_ptr<const workload::Workload>> bound,
    std::span<const TargetReady> ready,
    metrics::RunSink& sink,
    StopToken& stop
) {
    Supervisor supervisor(plan, step, bound, ready, sink, stop);
    return supervisor.run();
}

}  // namespace oltpsim::phases
