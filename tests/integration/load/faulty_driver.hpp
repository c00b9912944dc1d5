// A real driver whose admin sessions break when told to: before a row arrives, or after a commit whose answer is lost.
#pragma once

#include "db/driver.hpp"

#include <atomic>
#include <cstdint>

namespace oltpsim::test {

/// How many more calls succeed before one fails; negative = never. Thread: any.
struct Faults {
    std::atomic<std::int64_t> rows_until_loss{-1};
    std::atomic<std::int64_t> rows_until_kill{-1};  ///< the process gets SIGKILL
    std::atomic<std::int64_t> commits_until_lost_answer{-1};
    std::atomic<std::int64_t> commits_until_deadlock{-1};
    /// Every row fails once the first has (a server that stays away).
    std::atomic<bool> for_good{false};
    static bool strikes(std::atomic<std::int64_t>& left) {
        return left.load() >= 0 && left.fetch_sub(1) == 0;
    }
};

/// Lifetime: within that of `real` and `faults`.
class FaultyDriver : public db::Driver {
public:
    FaultyDriver(const db::Driver& real, Faults& faults) : real_(real), faults_(faults) {}
    const db::DriverInfo& info() const noexcept override { return real_.info(); }
    db::Result<void> check(const db::TargetUrl& url) const override { return real_.check(url); }
    std::unique_ptr<db::Connection> make_connection(
        const db::Endpoint& endpoint,
        const db::SessionOptions& options,
        const db::StatementSet& statements,
        db::IoLoop* loop
    ) const override {
        return real_.make_connection(endpoint, options, statements, loop);
    }
    db::Result<std::unique_ptr<db::AdminConnection>> connect_admin(
        const db::Endpoint& endpoint, const db::SessionOptions& options
    ) const override;

private:
    const db::Driver& real_;
    Faults& faults_;
};

}  // namespace oltpsim::test
