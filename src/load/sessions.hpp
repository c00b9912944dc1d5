// The open sessions of a load, so that stopping can interrupt whatever they are waiting for.
#pragma once

#include "db/driver.hpp"
#include "plan/run_plan.hpp"

#include <chrono>
#include <memory>
#include <mutex>
#include <set>

namespace oltpsim::load {

/// How often whoever waits for threads of a load looks whether they are done or should stop.
inline constexpr auto kPoll = std::chrono::milliseconds{20};

/// Thread: any.
class Sessions {
public:
    /// Asks every session's database to stop what it is doing. Sessions stay usable or fail with `cancelled`.
    void interrupt_all() {
        const std::lock_guard lock(mutex_);
        for (db::AdminConnection* const session : open_) {
            session->interrupt();
        }
    }

private:
    friend class Session;
    std::mutex mutex_;
    std::set<db::AdminConnection*> open_;
};

/// One session, listed while it is open. Thread: one, apart from interrupts. Lifetime: within that of `sessions`.
class Session {
public:
    Session(Sessions& sessions, const plan::TargetPlan& target)
        : sessions_(sessions), target_(target) {}
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session() { close(); }

    /// Opens anew. Errors: of Driver::connect_admin.
    db::Result<void> open(const db::SessionOptions& options) {
        close();
        auto made = target_.driver->connect_admin(target_.endpoint(), options);
        if (!made) {
            return made.error();
        }
        const std::lock_guard lock(sessions_.mutex_);
        connection_ = std::move(*made);
        sessions_.open_.insert(connection_.get());
        return {};
    }
    void close() {
        std::unique_ptr<db::AdminConnection> last;
        const std::lock_guard lock(sessions_.mutex_);
        if (connection_ != nullptr) {
            sessions_.open_.erase(connection_.get());
            last = std::move(connection_);
        }
    }
    bool is_open() const noexcept { return connection_ != nullptr; }
    db::AdminConnection& operator*() const noexcept { return *connection_; }
    db::AdminConnection* operator->() const noexcept { return connection_.get(); }

private:
    Sessions& sessions_;
    const plan::TargetPlan& target_;
    std::unique_ptr<db::AdminConnection> connection_;
};

/// Options for statements whose length the data decides (DDL, index builds, checks): no client-side deadline.
inline db::SessionOptions patient(db::SessionOptions options) {
    options.statement_timeout = Nanos::zero();
    return options;
}

}  // namespace oltpsim::load
