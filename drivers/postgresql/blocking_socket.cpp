// poll(2) over a socket and an eventfd.
#include "drivers/postgresql/blocking_socket.hpp"

#include <libpq-fe.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace oltpsim::drivers::postgresql {

namespace {

constexpr Nanos kLongestNap = std::chrono::hours{1};  // poll counts milliseconds in an int

int milliseconds_until(TimePoint deadline) noexcept {
    if (deadline == TimePoint::max()) {
        return -1;
    }
    const Nanos left = std::clamp(deadline - steady_now(), Nanos::zero(), kLongestNap);
    return static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(left).count());
}

}  // namespace

TimePoint deadline_after(Nanos limit) noexcept {
    return limit == Nanos::zero() ? TimePoint::max() : steady_now() + limit;
}

BlockingSocket::BlockingSocket() : bell_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

BlockingSocket::~BlockingSocket() {
    if (bell_ >= 0) {
        ::close(bell_);
    }
}

void BlockingSocket::ring() noexcept { (void)eventfd_write(bell_, 1); }

bool BlockingSocket::silence() noexcept {
    eventfd_t count = 0;
    return eventfd_read(bell_, &count) == 0;
}

Wake BlockingSocket::wait(const PGconn* conn, short events, TimePoint deadline) noexcept {
    while (true) {
        std::array<pollfd, 2> fds{{{PQsocket(conn), events, 0}, {bell_, POLLIN, 0}}};
        const int ready = poll(fds.data(), fds.size(), milliseconds_until(deadline));
        if (ready > 0 && fds[1].revents != 0) {
            silence();
            return Wake::interrupted;
        }
        if (ready > 0) {
            return Wake::ready;  // an error of the socket too: libpq will name it
        }
        if (ready < 0 && errno != EINTR) {
            return Wake::ready;
        }
        if (ready == 0 && steady_now() >= deadline) {
            return Wake::timed_out;
        }
    }
}

}  // namespace oltpsim::drivers::postgresql
