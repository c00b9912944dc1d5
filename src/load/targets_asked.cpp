// Threads for short work on many targets.
#include "load/targets_asked.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>

namespace oltpsim::load {

std::vector<std::uint32_t> targets_asked(const plan::RunPlan& plan, const LoadSettings& settings) {
    std::vector<std::uint32_t> targets = settings.targets;
    if (targets.empty()) {
        targets.resize(plan.targets.size());
        std::iota(targets.begin(), targets.end(), 0U);
    }
    return targets;
}

void on_each(
    std::size_t count,
    Sessions& sessions,
    const std::atomic<bool>& stop,
    const std::function<void(std::size_t)>& work
) {
    constexpr std::size_t kAtOnce = 32;
    std::atomic<std::size_t> next{0};
    std::atomic<std::size_t> running{std::min(kAtOnce, count)};
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < std::min(kAtOnce, count); ++i) {
        threads.emplace_back([&] {
            for (std::size_t position = next++; position < count && !stop.load();
                 position = next++) {
                work(position);
            }
            --running;
        });
    }
    while (running.load() > 0) {
        if (stop.load()) {
            sessions.interrupt_all();
        }
        std::this_thread::sleep_for(kPoll);
    }
}

}  // namespace oltpsim::load
