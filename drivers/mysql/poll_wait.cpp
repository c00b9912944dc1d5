// See poll_wait.hpp.
#include "drivers/mysql/poll_wait.hpp"

#include "db/io_loop.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>

namespace oltpsim::drivers::mysql {

static_assert(POLLIN == db::kReadable && POLLOUT == db::kWritable && POLLHUP == db::kHangUp);

std::uint32_t wait_for(int fd, std::uint32_t events, TimePoint deadline) {
    while (true) {
        int timeout = -1;
        if (deadline != TimePoint::max()) {
            const auto left =
                std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_now()).count();
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

}  // namespace oltpsim::drivers::mysql
