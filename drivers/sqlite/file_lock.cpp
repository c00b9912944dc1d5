// flock on a file that comes and goes with its holder.
#include "drivers/sqlite/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace oltpsim::drivers::sqlite {
namespace {

db::DbError failure(const std::string& path, int number) {
    db::DbError error;
    error.cls = number == EACCES || number == EROFS || number == EPERM
                    ? db::ErrorClass::permission_denied
                    : db::ErrorClass::other;
    error.operation = "take lock";
    error.message = path + ": " + std::generic_category().message(number);
    return error;
}

// The last holder may have removed the file between our open and our lock: then we hold a file without a name.
bool is_named(const std::string& path, int fd) {
    struct stat held{};
    struct stat named{};
    return ::fstat(fd, &held) == 0 && ::stat(path.c_str(), &named) == 0 &&
           held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

}  // namespace

db::Result<std::optional<FileLock>> FileLock::take(const std::string& path) {
    while (true) {
        const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (fd < 0) {
            return failure(path, errno);
        }
        if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
            const int number = errno;
            ::close(fd);
            if (number == EWOULDBLOCK) {
                return std::optional<FileLock>{};
            }
            return failure(path, number);
        }
        if (is_named(path, fd)) {
            return std::optional<FileLock>(FileLock(path, fd));
        }
        ::close(fd);
    }
}

FileLock::~FileLock() {
    if (fd_ >= 0) {
        ::unlink(path_.c_str());
        ::close(fd_);
    }
}

}  // namespace oltpsim::drivers::sqlite
