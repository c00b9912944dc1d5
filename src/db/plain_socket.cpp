// See plain_socket.hpp.
#include "db/plain_socket.hpp"

#include <sys/socket.h>

#include <cerrno>
#include <vector>

namespace oltpsim::db {

namespace {

constexpr std::size_t kReadBytes = std::size_t{64} * 1024;

}  // namespace

int send_some(int fd, std::string_view bytes, std::size_t& sent) noexcept {
    while (sent < bytes.size()) {
        const auto done =
            ::send(fd, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (done >= 0) {
            sent += static_cast<std::size_t>(done);
        } else if (errno != EINTR) {
            return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : errno;
        }
    }
    return 0;
}

std::span<std::uint8_t> read_buffer() {
    thread_local std::vector<std::uint8_t> buffer(kReadBytes);
    return buffer;
}

}  // namespace oltpsim::db
