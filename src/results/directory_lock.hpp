// One process writes a result directory at a time. The lock is the kernel's: it ends with the process, however that ends.
#pragma once

#include "results/result_error.hpp"

#include <filesystem>

namespace oltpsim::results {

/// Held as long as it lives. Thread: one.
class DirectoryLock {
public:
    DirectoryLock() = default;
    DirectoryLock(DirectoryLock&& other) noexcept;
    DirectoryLock& operator=(DirectoryLock&& other) noexcept;
    DirectoryLock(const DirectoryLock&) = delete;
    DirectoryLock& operator=(const DirectoryLock&) = delete;
    ~DirectoryLock();

    /// Errors: refused when another process holds it; io. File systems without locks are written without one.
    static Expected<DirectoryLock> take(const std::filesystem::path& directory);

private:
    int fd_ = -1;
};

}  // namespace oltpsim::results
