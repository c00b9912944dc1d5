// What the kernel says of a loop thread: CPU time, time spent waiting for a CPU, involuntary switches.
#pragma once

#include "core/clock.hpp"

#include <cstdint>
#include <optional>

namespace oltpsim::engine {

/// Puts the calling thread under SCHED_BATCH; false if refused. Unprivileged. Decision 0009.
bool use_batch_scheduling() noexcept;

/// CPUs this process may use: affinity mask, cut by the cgroup's quota. At least 1.
unsigned usable_cpus();

/// Cumulative figures of one thread. Source: /proc/self/task/TID/schedstat fields 1 and 2 (ns), getrusage(RUSAGE_THREAD).
struct ThreadUsage {
    Nanos on_cpu{};
    Nanos run_delay{};
    std::uint64_t involuntary_switches = 0;
};

/// Of the calling thread; nullopt where the kernel keeps no schedstat.
class ThreadUsageReader {
public:
    ThreadUsageReader();
    ThreadUsageReader(const ThreadUsageReader&) = delete;
    ThreadUsageReader& operator=(const ThreadUsageReader&) = delete;
    ~ThreadUsageReader();
    std::optional<ThreadUsage> read() const;

private:
    int file_;
};

}  // namespace oltpsim::engine
