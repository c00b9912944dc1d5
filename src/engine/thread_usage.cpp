#include "engine/thread_usage.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>

namespace oltpsim::engine {
namespace {

// CPUs granted by cgroup v2's cpu.max ("quota period" or "max period"); 0 = no limit.
double quota_cpus() {
    std::ifstream file("/sys/fs/cgroup/cpu.max");
    std::string quota;
    double period = 0;
    if (!(file >> quota >> period) || quota == "max" || period <= 0) {
        return 0;
    }
    return std::strtod(quota.c_str(), nullptr) / period;
}

}  // namespace

bool use_batch_scheduling() noexcept {
    const sched_param none{};
    return sched_setscheduler(0, SCHED_BATCH, &none) == 0;
}

unsigned usable_cpus() {
    cpu_set_t set;
    CPU_ZERO(&set);
    unsigned count = 1;
    if (sched_getaffinity(0, sizeof set, &set) == 0) {
        count = static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
    }
    if (const double quota = quota_cpus(); quota > 0) {
        count = std::min(count, static_cast<unsigned>(std::max(1.0, std::floor(quota))));
    }
    return count;
}

ThreadUsageReader::ThreadUsageReader() {
    const std::string path = "/proc/self/task/" + std::to_string(gettid()) + "/schedstat";
    file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

ThreadUsageReader::~ThreadUsageReader() {
    if (file_ >= 0) {
        ::close(file_);
    }
}

std::optional<ThreadUsage> ThreadUsageReader::read() const {
    char text[96];
    const auto length = file_ >= 0 ? ::pread(file_, text, sizeof text - 1, 0) : -1;
    if (length <= 0) {
        return std::nullopt;
    }
    text[length] = '\0';
    unsigned long long on_cpu = 0;
    unsigned long long delay = 0;
    if (std::sscanf(text, "%llu %llu", &on_cpu, &delay) != 2) {
        return std::nullopt;
    }
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return ThreadUsage{
        Nanos{static_cast<std::int64_t>(on_cpu)},
        Nanos{static_cast<std::int64_t>(delay)},
        static_cast<std::uint64_t>(usage.ru_nivcsw)
    };
}

}  // namespace oltpsim::engine
