// How many loops, and which share of which target goes to which loop. Pure. Decision 0003.
#pragma once

#include "engine/target_slice.hpp"

#include <memory>
#include <span>
#include <vector>

namespace oltpsim::engine {

/// Loops for this many connections: one up to kConnectionsPerLoop, never more than usable CPUs.
/// Measured: a loop with 128 busy connections uses 0.2–0.3 of a core while its server's core is full.
unsigned loops_for(std::uint64_t connections, unsigned usable_cpus);
inline constexpr std::uint64_t kConnectionsPerLoop = 256;

/// One element per shard. Targets are dealt round robin; with fewer targets than shards a target is split, and its
/// clients, connections, rates and caps add up to the plan's. `bound` is by target index.
std::vector<std::vector<SliceConfig>> partition(
    const plan::RunPlan& plan,
    const plan::StepPlan& step,
    std::span<const std::shared_ptr<const workload::Workload>> bound,
    unsigned shards
);

}  // namespace oltpsim::engine
