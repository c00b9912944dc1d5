#include "engine/sizing.hpp"

#include <algorithm>

namespace oltpsim::engine {
namespace {

// The i-th of n nearly equal whole shares of `total`.
template <typename T>
T share_of(T total, unsigned i, unsigned n) {
    return total / n + (i < total % n ? 1 : 0);
}

}  // namespace

unsigned loops_for(std::uint64_t connections, unsigned usable_cpus) {
    const std::uint64_t wanted = (connections + kConnectionsPerLoop - 1) / kConnectionsPerLoop;
    return static_cast<unsigned>(std::clamp<std::uint64_t>(wanted, 1, std::max(1U, usable_cpus)));
}

std::vector<std::vector<SliceConfig>> partition(
    const plan::RunPlan& plan,
    const plan::StepPlan& step,
    std::span<const std::shared_ptr<const workload::Workload>> bound,
    unsigned shards
) {
    std::vector<std::vector<SliceConfig>> parts(shards);
    const auto targets = static_cast<unsigned>(step.targets.size());
    unsigned next = 0;
    for (unsigned t = 0; t < targets; ++t) {
        const plan::TargetPlan& target = plan.targets[step.targets[t]];
        const unsigned spread = targets >= shards ? 1 : share_of(shards, t, targets);
        const unsigned shares = std::min({spread, target.connections, target.clients});
        std::uint32_t first_client = 0;
        for (unsigned i = 0; i < shares; ++i) {
            SliceConfig config;
            config.plan = &plan;
            config.target = &target;
            config.workload = bound[target.index];
            config.share = i;
            config.first_client = first_client;
            config.clients = share_of(target.clients, i, shares);
            config.connections = share_of(target.connections, i, shares);
            config.rate = (target.rate > 0 ? target.rate : plan.rate) / shares;
            config.connects_per_second = plan.connects_per_second / shares;
            config.max_transactions = share_of(plan.max_transactions, i, shares);
            first_client += config.clients;
            parts[next++ % shards].push_back(std::move(config));
        }
    }
    std::erase_if(parts, [](const auto& part) { return part.empty(); });
    return parts;
}

}  // namespace oltpsim::engine
