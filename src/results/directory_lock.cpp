#include "results/directory_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace oltpsim::results {

DirectoryLock::DirectoryLock(DirectoryLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

DirectoryLock& DirectoryLock::operator=(DirectoryLock&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
}

DirectoryLock::~DirectoryLock() {
    if (fd_ >= 0) {
        ::close(fd_);
    }
}

Expected<DirectoryLock> DirectoryLock::take(const std::filesystem::path& directory) {
    DirectoryLock lock;
    lock.fd_ = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock.fd_ < 0) {
        return ResultError{
            ResultFault::io,
            fmt::format("cannot open {}: {}", directory.string(), std::strerror(errno))
        };
    }
    if (::flock(lock.fd_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        return ResultError{
            ResultFault::refused,
            fmt::format(
                "another oltpsim is writing {}: wait for it, or end it first", directory.string()
            )
        };
    }
    return lock;
}

}  // namespace oltpsim::results
