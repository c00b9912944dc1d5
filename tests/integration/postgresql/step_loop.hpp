// A loop for tests that run one thing at a time: an asynchronous operation reads like a blocking call.
// Thread: the test's.
#pragma once

#include "db/connection.hpp"
#include "db/io_loop.hpp"

#include <map>
#include <span>
#include <vector>

namespace oltpsim::test {

/// Level-triggered epoll with the same two passes as the engine's loop, and its sweep of deadlines.
class StepLoop final : public db::IoLoop {
public:
    StepLoop();
    ~StepLoop() override;

    /// Runs the loop until the operation is over. Returns whether it succeeded.
    bool open(db::Connection& connection);
    bool run(
        db::Connection& connection, std::span<const db::Command> commands, bool one_batch = false
    );
    bool run(db::Connection& connection, const db::Command& command) {
        return run(connection, {&command, 1});
    }
    /// Lets events come in for this long.
    void idle_for(Nanos duration);

    TimePoint now() const noexcept override { return now_; }
    bool is_virtual() const noexcept override { return false; }
    void watch(int fd, std::uint32_t events, db::IoHandler& handler) override;
    void unwatch(int fd) noexcept override;
    void call_at(TimePoint, db::IoHandler&) override {}
    void cancel_timer(db::IoHandler&) noexcept override {}
    void enqueue(db::Connection& connection) override { ready_.push_back(&connection); }

    std::uint64_t writable_watches() const noexcept { return writable_watches_; }

private:
    void turn(int timeout_ms);
    bool finish(db::Connection& connection);

    int epoll_;
    TimePoint now_;
    std::map<int, db::IoHandler*> handlers_;
    std::vector<db::Connection*> ready_;
    std::uint64_t writable_watches_ = 0;
};

}  // namespace oltpsim::test
