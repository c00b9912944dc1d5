// Ends calls that are past their deadline: ODBC's own query time-out has whole seconds and not every driver has it. One
// thread for all sessions looks at them every some milliseconds; a call itself only stores a number. Thread: any.
#pragma once

#include "core/clock.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace oltpsim::drivers::odbc {

/// Something with a call in flight. Lifetime: from Deadlines::watch() to unwatch().
class Watched {
public:
    virtual ~Watched() = default;
    /// Ends the call in flight. Called from the watching thread, again and again until the deadline is cleared.
    virtual void on_deadline() noexcept = 0;

    void set_deadline(TimePoint when) noexcept { deadline_ = when.time_since_epoch().count(); }
    void clear_deadline() noexcept { deadline_ = 0; }
    bool is_past(TimePoint now) const noexcept {
        const auto when = deadline_.load();
        return when != 0 && now.time_since_epoch().count() >= when;
    }

private:
    std::atomic<TimePoint::rep> deadline_{0};  ///< 0 = none
};

class Deadlines {
public:
    Deadlines() = default;
    Deadlines(const Deadlines&) = delete;
    Deadlines& operator=(const Deadlines&) = delete;
    ~Deadlines();

    void watch(Watched& one);
    /// Afterwards `one` is not touched any more.
    void unwatch(Watched& one) noexcept;

private:
    void work() noexcept;

    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<Watched*> watched_;
    std::thread thread_;
    bool stopping_ = false;
};

}  // namespace oltpsim::drivers::odbc
