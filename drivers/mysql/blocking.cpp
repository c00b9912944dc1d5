// See blocking.hpp.
#include "drivers/mysql/blocking.hpp"

#include "drivers/mysql/poll_wait.hpp"

namespace oltpsim::drivers::mysql {
TimePoint deadline_after(Nanos limit) noexcept {
    return limit == Nanos::zero() ? TimePoint::max() : steady_now() + limit;
}

db::Result<Handle> sign_in_blocking(
    const Settings& settings,
    const db::Secret& password,
    const db::SessionOptions& options,
    const std::function<void(int)>& on_socket
) {
    SignIn attempt(settings, password, options);
    const TimePoint deadline = deadline_after(options.connect_timeout);
    const WaitLimit limit(deadline);
    std::uint32_t wanted = attempt.start();
    while (wanted != 0) {
        if (on_socket) {
            on_socket(attempt.fd());
        }
        const std::uint32_t came = wait_for(attempt.fd(), wanted, deadline);
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

bool finish_blocking(Channel& channel, int fd, bool finished, TimePoint deadline) {
    const WaitLimit limit(deadline);
    while (!finished) {
        const std::uint32_t came = wait_for(fd, channel.interest(), deadline);
        if (came == 0) {
            return false;
        }
        finished = channel.resume(came);
    }
    return true;
}

}  // namespace oltpsim::drivers::mysql
