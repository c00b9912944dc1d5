// One oltpsim at a time prepares or cleans up a database: a lock in the database itself, on a session of its own.
#pragma once

#include "db/driver.hpp"
#include "plan/run_plan.hpp"

#include <memory>
#include <string>

namespace oltpsim::load {

/// Held while it lives. Thread: one at a time.
class TargetLock {
public:
    /// Waits a second or two at most: a server may learn late that the last holder has gone. Errors: lock_timeout when
    /// another oltpsim works on the database; those of Driver::connect_admin. `operation`: "prepare" or "cleanup".
    static db::Result<TargetLock> take(
        const plan::RunPlan& plan, const plan::TargetPlan& target, const std::string& operation
    );

private:
    explicit TargetLock(std::unique_ptr<db::AdminConnection> session)
        : session_(std::move(session)) {}

    std::unique_ptr<db::AdminConnection> session_;
};

}  // namespace oltpsim::load
