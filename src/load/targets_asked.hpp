// Which targets a call is about, and doing something on each of them at the same time.
#pragma once

#include "load/load.hpp"
#include "load/sessions.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

namespace oltpsim::load {

/// settings.targets, or all of the plan.
std::vector<std::uint32_t> targets_asked(const plan::RunPlan& plan, const LoadSettings& settings);

/// Calls `work(position)` for positions below `count`, up to 32 at once; interrupts `sessions` while `stop` is set and
/// skips positions not begun then. Returns when all are over.
void on_each(
    std::size_t count,
    Sessions& sessions,
    const std::atomic<bool>& stop,
    const std::function<void(std::size_t)>& work
);

}  // namespace oltpsim::load
