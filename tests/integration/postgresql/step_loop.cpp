// See step_loop.hpp.
#include "integration/postgresql/step_loop.hpp"

#include <sys/epoll.h>
#include <unistd.h>

#include <array>
#include <utility>

namespace oltpsim::test {

StepLoop::StepLoop() : epoll_(epoll_create1(EPOLL_CLOEXEC)), now_(steady_now()) {}

StepLoop::~StepLoop() { ::close(epoll_); }

bool StepLoop::open(db::Connection& connection) {
    now_ = steady_now();
    return connection.open() ? connection.ok() : finish(connection);
}

bool StepLoop::run(
    db::Connection& connection, std::span<const db::Command> commands, bool one_batch
) {
    now_ = steady_now();
    return connection.start(commands, one_batch) ? connection.ok() : finish(connection);
}

bool StepLoop::finish(db::Connection& connection) {
    while (connection.busy()) {
        turn(20);
        if (connection.busy() && connection.deadline() <= now_) {
            connection.abort(db::ErrorClass::statement_timeout);
        }
    }
    return connection.ok();
}

void StepLoop::idle_for(Nanos duration) {
    const TimePoint end = steady_now() + duration;
    do {
        turn(10);
    } while (now_ < end);
}

void StepLoop::turn(int timeout_ms) {
    std::array<epoll_event, 16> events{};
    const int count =
        epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), timeout_ms);
    now_ = steady_now();
    for (int i = 0; i < count; ++i) {
        const auto& event = events[static_cast<std::size_t>(i)];
        const auto found = handlers_.find(event.data.fd);
        if (found != handlers_.end()) {
            found->second->on_ready(event.events, now_);
        }
    }
    for (db::Connection* connection : std::exchange(ready_, {})) {
        connection->proceed();
    }
}

void StepLoop::watch(int fd, std::uint32_t events, db::IoHandler& handler) {
    epoll_event event{};
    event.events = events;
    event.data.fd = fd;
    const bool known = !handlers_.insert_or_assign(fd, &handler).second;
    epoll_ctl(epoll_, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &event);
    writable_watches_ += (events & db::kWritable) != 0 ? 1 : 0;
}

void StepLoop::unwatch(int fd) noexcept {
    epoll_ctl(epoll_, EPOLL_CTL_DEL, fd, nullptr);
    handlers_.erase(fd);
}

}  // namespace oltpsim::test
