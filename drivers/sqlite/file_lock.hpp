// A lock between processes: a file that one of them holds. The system lets go of it when the process ends, however it ends.
// Thread: one. Knows nothing of SQLite.
#pragma once

#include "db/error.hpp"

#include <optional>
#include <string>
#include <utility>

namespace oltpsim::drivers::sqlite {

/// Held while it lives; the file is removed at its end.
class FileLock {
public:
    /// Nothing: another holder has it. Errors: permission_denied or other when the file cannot be made.
    static db::Result<std::optional<FileLock>> take(const std::string& path);
    FileLock(FileLock&& other) noexcept
        : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)) {}
    FileLock& operator=(FileLock&& other) noexcept {
        std::swap(path_, other.path_);
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~FileLock();

private:
    FileLock(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}

    std::string path_;
    int fd_;
};

}  // namespace oltpsim::drivers::sqlite
