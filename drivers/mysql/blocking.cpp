// See blocking.hpp.
#include "drivers/mysql/blocking.hpp"

#include <algorithm>
#include <cerrno>
#include <poll.h>

namespace oltpsim::drivers::mysql {
namespace {

static_assert(POLLIN == db::kReadable && POLLOUT == db::kWritable && POLLHUP == db::kHangUp);

// The events that came, 0 when the deadline passed.
std::uint32_t wait(int fd, std::uint32_t events, TimePoint deadline) {
    while (true) {
        int timeout = -1;
        if (deadline != TimePoint::max()) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_now()).count();
            timeout = static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
        }
        pollfd one{fd, static_cast<short>(events), 0};
        const int ready = ::poll(&one, 1, timeout);
        if (ready > 0) {
            return static_cast<std::uint32_t>(one.revents);
        }
        if (ready == 0 && steady_now() >= deadline) {
            return 0;
        }
        if (ready < 0 && errno != EINTR) {
            return db::kHangUp;  // the call that follows meets the error itself
        }
    }
}

TimePoint deadline_after(Nanos limit) noexcept {
    return limit == Nanos::zero() ? TimePoint::max() : steady_now() + limit;
}

}  // namespace

db::Result<Handle> sign_in_blocking(
    const Settings& settings, const db::Secret& password, const db::SessionOptions& options, Nanos reply_limit
) {
    SignIn attempt(settings, password, options, reply_limit);
    const TimePoint deadline = deadline_after(options.connect_timeout);
    std::uint32_t wanted = attempt.start();
    while (wanted != 0) {
        const std::uint32_t came = wait(attempt.fd(), wanted, deadline);
        if (came == 0) {
            db::DbError error;
            error.cls = db::ErrorClass::connect_failed;
            error.operation = "connect";
            error.message = settings.place() + ": no answer in time";
            close_at_once(attempt.take());
            return error;
        }
        wanted = attempt.resume(came);
    }
    if (attempt.error()) {
        return *attempt.error();
    }
    return attempt.take();
}

bool finish_blocking(Channel& channel, int fd, bool finished, Nanos limit) {
    const TimePoint deadline = deadline_after(limit);
    while (!finished) {
        const std::uint32_t came = wait(fd, channel.interest(), deadline);
        if (came == 0) {
            return false;
        }
        finished = channel.resume(came);
    }
    return true;
}

}  // namespace oltpsim::drivers::mysql
