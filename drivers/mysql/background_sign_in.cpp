// See background_sign_in.hpp.
#include "drivers/mysql/background_sign_in.hpp"

#include "drivers/mysql/blocking.hpp"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

namespace oltpsim::drivers::mysql {

struct BackgroundSignIn::Shared {
    Shared(const Settings& to, const db::Secret& secret, const db::SessionOptions& session)
        : settings(to),
          password(secret),
          options(session),
          done_fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
        if (done_fd < 0) {
            throw std::system_error(errno, std::generic_category(), "eventfd");
        }
    }
    ~Shared() {
        ::close(done_fd);
        if (socket_copy >= 0) {
            ::close(socket_copy);
        }
    }
    Shared(const Shared&) = delete;
    Shared& operator=(const Shared&) = delete;

    void run();
    void keep_copy(int fd);

    const Settings settings;
    const db::Secret password;
    const db::SessionOptions options;
    const int done_fd;
    std::mutex mutex;
    int socket = -1;       ///< the library's, which it may close at any time
    int socket_copy = -1;  ///< ours, to end its waits by
    bool abandoned = false;
    std::optional<db::Result<Handle>> result;
};

void BackgroundSignIn::Shared::keep_copy(int fd) {
    const std::lock_guard lock(mutex);
    if (fd != socket) {
        if (socket_copy >= 0) {
            ::close(socket_copy);
        }
        socket = fd;
        socket_copy = ::fcntl(fd, F_DUPFD_CLOEXEC, 0);
    }
    if (abandoned && socket_copy >= 0) {
        ::shutdown(socket_copy, SHUT_RDWR);
    }
}

void BackgroundSignIn::Shared::run() {
    auto outcome = sign_in_blocking(settings, password, options, [this](int fd) { keep_copy(fd); });
    const std::lock_guard lock(mutex);
    if (socket_copy >= 0) {
        ::close(socket_copy);
        socket_copy = -1;
    }
    if (abandoned) {
        return;  // the session, if there is one, closes with `outcome`
    }
    result.emplace(std::move(outcome));
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(done_fd, &one, sizeof one);
}

BackgroundSignIn::BackgroundSignIn(
    const Settings& settings, const db::Secret& password, const db::SessionOptions& options
)
    : shared_(std::make_shared<Shared>(settings, password, options)),
      thread_([shared = shared_] { shared->run(); }) {}

BackgroundSignIn::~BackgroundSignIn() {
    {
        const std::lock_guard lock(shared_->mutex);
        shared_->abandoned = !shared_->result;
        if (shared_->socket_copy >= 0) {
            ::shutdown(shared_->socket_copy, SHUT_RDWR);
        }
    }
    // A thread that is done has only its libraries' leavings to put away; the process must not end in the midst of that.
    if (shared_->abandoned) {
        thread_.detach();
    } else {
        thread_.join();
    }
}

int BackgroundSignIn::fd() const noexcept { return shared_->done_fd; }

db::Result<Handle> BackgroundSignIn::take() {
    const std::lock_guard lock(shared_->mutex);
    return std::move(*shared_->result);
}

}  // namespace oltpsim::drivers::mysql
