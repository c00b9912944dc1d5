// Asking for the lock, more than once.
#include "load/target_lock.hpp"

#include <chrono>
#include <thread>

namespace oltpsim::load {
namespace {

constexpr const char* kLockName = "oltpsim";
constexpr auto kPause = std::chrono::milliseconds{50};
constexpr int kMostTries = 30;

}  // namespace

db::Result<TargetLock> TargetLock::take(
    const plan::RunPlan& plan, const plan::TargetPlan& target, const std::string& operation
) {
    auto session = target.driver->connect_admin(target.endpoint(), plan.session);
    if (!session) {
        return session.error();
    }
    for (int tries = 1; tries <= kMostTries; ++tries) {
        const auto taken = (*session)->try_lock(kLockName);
        if (!taken) {
            return taken.error();
        }
        if (*taken) {
            return TargetLock(std::move(*session));
        }
        std::this_thread::sleep_for(kPause);
    }
    db::DbError error;
    error.cls = db::ErrorClass::lock_timeout;
    error.operation = operation;
    error.message =
        "another oltpsim prepare or cleanup is at work on this database, so nothing was touched: "
        "wait for it to end";
    return error;
}

}  // namespace oltpsim::load
