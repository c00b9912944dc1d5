// See arrival_audit.hpp.
#include "db/arrival_audit.hpp"

#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <utility>

namespace oltpsim::db {

namespace {

Nanos to_nanos(const timespec& time) noexcept {
    return std::chrono::seconds{time.tv_sec} + Nanos{time.tv_nsec};
}

bool is_tcp(int fd) noexcept {
    int protocol = 0;
    socklen_t size = sizeof(protocol);
    return ::getsockopt(fd, SOL_SOCKET, SO_PROTOCOL, &protocol, &size) == 0 &&
           protocol == IPPROTO_TCP;
}

// The kernel stamps by the wall clock; both clocks are read now, so that a step of the wall clock does little harm.
TimePoint on_steady_clock(const timespec& stamp) noexcept {
    timespec wall{};
    ::clock_gettime(CLOCK_REALTIME, &wall);
    return steady_now() - (to_nanos(wall) - to_nanos(stamp));
}

}  // namespace

bool ArrivalAudit::begin(int fd) noexcept {
    const int yes = 1;
    end();
    on_ = is_tcp(fd) && ::setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &yes, sizeof(yes)) == 0;
    return on_;
}

void ArrivalAudit::end() noexcept {
    on_ = false;
    arrived_.reset();
    total_.reset();
}

ssize_t ArrivalAudit::receive(int fd, void* buffer, std::size_t size) noexcept {
    if (!on_) {
        return ::recv(fd, buffer, size, MSG_DONTWAIT);
    }
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(timespec))];
    iovec piece{buffer, size};
    msghdr message{};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof(control);
    const ssize_t got = ::recvmsg(fd, &message, MSG_DONTWAIT);
    if (got <= 0) {
        return got;
    }
    for (const cmsghdr* one = CMSG_FIRSTHDR(&message); one != nullptr;
         one = CMSG_NXTHDR(&message, const_cast<cmsghdr*>(one))) {
        if (one->cmsg_level == SOL_SOCKET && one->cmsg_type == SO_TIMESTAMPNS) {
            timespec stamp{};
            std::memcpy(&stamp, CMSG_DATA(one), sizeof(stamp));
            arrived_ = on_steady_clock(stamp);
        }
    }
    return got;
}

void ArrivalAudit::stamped(TimePoint stamp) noexcept {
    if (const auto arrived = std::exchange(arrived_, std::nullopt)) {
        total_ = total_.value_or(Nanos::zero()) + std::max(Nanos::zero(), stamp - *arrived);
    }
}

std::optional<Nanos> ArrivalAudit::take() noexcept { return std::exchange(total_, std::nullopt); }

}  // namespace oltpsim::db
