// See event_loop.hpp. epoll_pwait2 gives nanosecond time-outs (Linux ≥ 5.11); older kernels round up to 1 ms.
// A time-out costs the kernel a timer that is started and cancelled in each wait, and a virtual machine two exits for it. So
// what is further away is left to an alarm (timerfd) that stands over many waits.
#include "engine/event_loop.hpp"

#include "db/connection.hpp"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <system_error>
#include <utility>

namespace oltpsim::db {
/// The one place that may touch a handler's heap position.
class IoLoopAccess {
public:
    static std::uint32_t& slot(IoHandler& handler) noexcept { return handler.timer_slot_; }
};
}  // namespace oltpsim::db

namespace oltpsim::engine {
namespace {

// A virtual run starts at a fixed moment, so that equal seeds give equal stamps.
constexpr TimePoint kVirtualOrigin{std::chrono::seconds{1}};
// What is due sooner is waited for with a time-out of its own.
constexpr Nanos kSoon = std::chrono::milliseconds{1};

int checked(int result, const char* what) {
    if (result < 0) {
        throw std::system_error(errno, std::generic_category(), what);
    }
    return result;
}

int wait_events(int epoll, epoll_event* events, int capacity, Nanos timeout) {
    static std::atomic<bool> has_pwait2{true};
    if (timeout < Nanos::zero()) {
        return epoll_wait(epoll, events, capacity, -1);
    }
    if (timeout == Nanos::zero()) {
        return epoll_wait(epoll, events, capacity, 0);
    }
    if (has_pwait2.load(std::memory_order_relaxed)) {
        const timespec limit{timeout.count() / 1'000'000'000, timeout.count() % 1'000'000'000};
        const int ready = epoll_pwait2(epoll, events, capacity, &limit, nullptr);
        if (ready >= 0 || errno != ENOSYS) {
            return ready;
        }
        has_pwait2.store(false, std::memory_order_relaxed);
    }
    const auto millis = std::min<std::int64_t>((timeout.count() + 999'999) / 1'000'000, 60'000);
    return epoll_wait(epoll, events, capacity, static_cast<int>(millis));
}

}  // namespace

EventLoop::EventLoop(ClockKind clock)
    : virtual_(clock == ClockKind::simulated),
      now_(virtual_ ? kVirtualOrigin : steady_now()),
      wheel_(now_),
      epoll_(checked(epoll_create1(EPOLL_CLOEXEC), "epoll_create1")),
      wake_fd_(checked(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC), "eventfd")),
      alarm_fd_(
          checked(timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC), "timerfd_create")
      ) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = wake_fd_;
    checked(epoll_ctl(epoll_, EPOLL_CTL_ADD, wake_fd_, &event), "epoll_ctl(eventfd)");
    event.events = EPOLLIN | EPOLLET;  // never read: setting it anew is enough
    event.data.fd = alarm_fd_;
    checked(epoll_ctl(epoll_, EPOLL_CTL_ADD, alarm_fd_, &event), "epoll_ctl(timerfd)");
}

EventLoop::~EventLoop() {
    ::close(alarm_fd_);
    ::close(wake_fd_);
    ::close(epoll_);
}

TimePoint EventLoop::refresh() noexcept {
    if (!virtual_) {
        now_ = steady_now();
    }
    return now_;
}

void EventLoop::run() {
    while (!stopped_.load(std::memory_order_relaxed)) {
        wait();
        run_posts();
        run_timers();
        proceed_all();
    }
}

void EventLoop::stop() {
    stopped_.store(true, std::memory_order_relaxed);
    wake();
}

void EventLoop::wake() noexcept {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(wake_fd_, &one, sizeof one);
}

void EventLoop::post(std::function<void()> task) {
    {
        const std::lock_guard lock(post_mutex_);
        posts_.push_back(std::move(task));
    }
    wake();
}

void EventLoop::post_resume(std::coroutine_handle<> coroutine) {
    bool first = false;
    {
        const std::lock_guard lock(post_mutex_);
        first = resumes_.empty() && posts_.empty();
        resumes_.push_back(coroutine);
    }
    if (first) {
        wake();  // one wake-up serves all that arrive before it is handled
    }
}

Nanos EventLoop::time_to_next() const noexcept {
    if (!deferred_.empty() || !ready_.empty()) {
        return Nanos::zero();
    }
    TimePoint next = TimePoint::max();
    if (const auto due = wheel_.next_due()) {
        next = *due;
    }
    if (!heap_.empty()) {
        next = std::min(next, heap_.front().when);
    }
    return next == TimePoint::max() ? Nanos{-1} : std::max(next - now_, Nanos::zero());
}

Nanos EventLoop::set_alarm(Nanos timeout) {
    const TimePoint due = now_ + timeout;
    const TimePoint now = steady_now();
    if (alarm_ > now && alarm_ <= due) {
        return Nanos{-1};  // it goes off in time, and the next wait sees to the rest
    }
    if (due - now <= kSoon) {
        return std::max(due - now, Nanos::zero());
    }
    const auto since = due.time_since_epoch().count();
    const itimerspec when{{}, {since / 1'000'000'000, since % 1'000'000'000}};
    checked(timerfd_settime(alarm_fd_, TFD_TIMER_ABSTIME, &when, nullptr), "timerfd_settime");
    alarm_ = due;
    return Nanos{-1};
}

void EventLoop::wait() {
    Nanos timeout = time_to_next();
    if (virtual_ && timeout > Nanos::zero()) {
        now_ += timeout;  // nothing can happen before: only timers move a virtual world
        timeout = Nanos::zero();
    } else if (!virtual_ && timeout > Nanos::zero()) {
        timeout = set_alarm(timeout);
    }
    epoll_event events[kBatch];
    int ready = wait_events(epoll_, events, kBatch, timeout);
    if (ready < 0) {
        if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "epoll_wait");
        }
        ready = 0;
    }
    const TimePoint woke = refresh();
    ++counters_.wakeups;
    ++pass_;
    for (int i = 0; i < ready; ++i) {
        const int fd = events[i].data.fd;
        if (fd == wake_fd_) {
            std::uint64_t drained = 0;
            [[maybe_unused]] const auto got = ::read(wake_fd_, &drained, sizeof drained);
            continue;
        }
        if (fd == alarm_fd_) {
            continue;
        }
        // A handler earlier in this batch may have closed this one.
        db::IoHandler* handler = handlers_[static_cast<std::size_t>(fd)];
        if (handler == nullptr) {
            continue;
        }
        const TimePoint stamp = i == 0 ? woke : refresh();
        ++counters_.events;
        counters_.hold.record(stamp - woke);
        handler->on_ready(events[i].events, stamp);
    }
}

void EventLoop::run_posts() {
    std::vector<std::function<void()>> posts;
    {
        const std::lock_guard lock(post_mutex_);
        posts.swap(posts_);
        resuming_.swap(resumes_);
    }
    for (auto& task : posts) {
        task();
    }
    for (const auto coroutine : resuming_) {
        coroutine.resume();
    }
    resuming_.clear();
}

void EventLoop::run_timers() {
    while (!heap_.empty() && heap_.front().when <= now_) {
        db::IoHandler* handler = heap_.front().handler;
        cancel_timer(*handler);
        handler->on_timer(now_);
    }
    wheel_.advance(now_);
}

void EventLoop::proceed_all() {
    running_.swap(ready_);
    for (std::size_t i = 0; i < running_.size(); ++i) {
        if (running_[i] != nullptr) {
            running_[i]->proceed();
        }
    }
    running_.clear();
    resuming_.swap(deferred_);
    for (const auto coroutine : resuming_) {
        coroutine.resume();
    }
    resuming_.clear();
}

void EventLoop::forget(db::Connection& connection) noexcept {
    cancel_timer(connection);
    std::replace(ready_.begin(), ready_.end(), &connection, static_cast<db::Connection*>(nullptr));
    std::replace(
        running_.begin(), running_.end(), &connection, static_cast<db::Connection*>(nullptr)
    );
}

void EventLoop::watch(int fd, std::uint32_t events, db::IoHandler& handler) {
    const auto index = static_cast<std::size_t>(fd);
    if (handlers_.size() <= index) {
        handlers_.resize(index + 64, nullptr);
    }
    epoll_event event{};
    event.events = events;
    event.data.fd = fd;
    const int operation = handlers_[index] == nullptr ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
    handlers_[index] = &handler;
    if (epoll_ctl(epoll_, operation, fd, &event) < 0) {
        // A library may close and reopen the same number behind our back (libpq while connecting).
        const int other = operation == EPOLL_CTL_ADD ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
        checked(epoll_ctl(epoll_, other, fd, &event), "epoll_ctl");
    }
}

void EventLoop::unwatch(int fd) noexcept {
    const auto index = static_cast<std::size_t>(fd);
    if (fd >= 0 && index < handlers_.size() && handlers_[index] != nullptr) {
        handlers_[index] = nullptr;
        epoll_ctl(epoll_, EPOLL_CTL_DEL, fd, nullptr);
    }
}

void EventLoop::place(std::size_t at, const Timer& timer) noexcept {
    heap_[at] = timer;
    db::IoLoopAccess::slot(*timer.handler) = static_cast<std::uint32_t>(at + 1);
}

void EventLoop::sift_up(std::size_t at) noexcept {
    const Timer moving = heap_[at];
    while (at > 0 && moving.when < heap_[(at - 1) / 2].when) {
        place(at, heap_[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    place(at, moving);
}

void EventLoop::sift_down(std::size_t at) noexcept {
    const Timer moving = heap_[at];
    for (std::size_t child = 2 * at + 1; child < heap_.size(); child = 2 * at + 1) {
        if (child + 1 < heap_.size() && heap_[child + 1].when < heap_[child].when) {
            ++child;
        }
        if (moving.when <= heap_[child].when) {
            break;
        }
        place(at, heap_[child]);
        at = child;
    }
    place(at, moving);
}

void EventLoop::call_at(TimePoint when, db::IoHandler& handler) {
    cancel_timer(handler);
    heap_.push_back({when, &handler});
    sift_up(heap_.size() - 1);
}

void EventLoop::cancel_timer(db::IoHandler& handler) noexcept {
    const std::uint32_t slot = std::exchange(db::IoLoopAccess::slot(handler), 0U);
    if (slot == 0) {
        return;
    }
    const std::size_t at = slot - 1;
    const Timer last = heap_.back();
    heap_.pop_back();
    if (at == heap_.size()) {
        return;
    }
    heap_[at] = last;
    if (at > 0 && last.when < heap_[(at - 1) / 2].when) {
        sift_up(at);
    } else {
        sift_down(at);
    }
}

LoopCounters EventLoop::take_counters() { return std::exchange(counters_, {}); }

}  // namespace oltpsim::engine
