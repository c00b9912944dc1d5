#include "phases/commit_counters.hpp"

#include "phases/run_step.hpp"

#include <algorithm>
#include <future>
#include <thread>

namespace oltpsim::phases {
namespace {

constexpr int kMostReads = 20;
constexpr auto kPause = std::chrono::milliseconds{150};
constexpr Nanos kPatience =
    std::chrono::seconds{3};  // a server that hangs must not hold up the end of the run

db::SessionOptions impatient(db::SessionOptions options) {
    options.connect_timeout = std::min(options.connect_timeout, kPatience);
    options.statement_timeout = kPatience;
    return options;
}

// PostgreSQL's sessions hand in their counts with up to a second of delay, or when they end: read until it rests.
std::optional<std::uint64_t> settled(db::AdminConnection& connection) {
    std::optional<std::uint64_t> last;
    int equal = 0;
    for (int i = 0; i < kMostReads && equal < 3; ++i) {
        const auto now = connection.commit_counter();
        if (!now) {
            return std::nullopt;
        }
        equal = last == *now ? equal + 1 : 0;
        last = *now;
        std::this_thread::sleep_for(kPause);
    }
    return last;
}

}  // namespace

// MySQL counts COMMIT statements only, PostgreSQL each PREPARE outside a transaction too: of statements that commit by
// themselves both would give a wrong figure, and a wrong one is worse than none.
bool CommitCounters::is_exact(std::uint32_t target) const {
    const auto types = bound_[target]->transactions();
    return plan_.targets[target].driver->info().counts_autocommit ||
           std::none_of(types.begin(), types.end(), [](const auto& type) {
               return type.autocommit;
           });
}

void CommitCounters::read_before(
    std::span<const std::uint32_t> targets, std::span<const TargetReady> ready
) {
    std::vector<std::pair<std::uint32_t, std::future<Watched>>> reading;
    for (const std::uint32_t index : targets) {
        if (!ready[index].failure.empty() || plan_.virtual_clock || !is_exact(index)) {
            continue;
        }
        reading.emplace_back(index, std::async(std::launch::async, [this, index] {
                                 Watched watched;
                                 const plan::TargetPlan& target = plan_.targets[index];
                                 auto admin = target.driver->connect_admin(
                                     target.endpoint(), impatient(plan_.session)
                                 );
                                 if (admin) {
                                     if (const auto count = settled(**admin)) {
                                         watched.before = *count;
                                         watched.connection = std::move(*admin);
                                     }
                                 }
                                 return watched;
                             }));
    }
    for (auto& [index, future] : reading) {
        if (Watched watched = future.get(); watched.connection) {
            watched_[index] = std::move(watched);
        }
    }
}

void CommitCounters::read_after(metrics::StepOutcome& outcome) {
    std::vector<std::pair<metrics::TargetOutcome*, std::future<std::optional<std::uint64_t>>>>
        reading;
    for (auto& target : outcome.targets) {
        const auto found = watched_.find(target.target);
        if (found != watched_.end()) {
            db::AdminConnection& connection = *found->second.connection;
            reading.emplace_back(&target, std::async(std::launch::async, [&connection] {
                return settled(connection);
            }));
        }
    }
    for (auto& [target, future] : reading) {
        if (const auto after = future.get()) {
            target->server_commits = *after - watched_[target->target].before;
        }
    }
}

}  // namespace oltpsim::phases
