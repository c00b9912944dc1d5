// Files of a result directory: appended to and flushed, or replaced whole. Every write is checked; messages name path and reason.
#pragma once

#include "results/result_error.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace oltpsim::results {

/// Replaces a file so that a reader, or a kill -9, sees the old content or the new, never a part: written beside it, fsync,
/// rename, fsync of the folder. The old file stays when anything fails. Returns the problem, or nothing.
std::optional<std::string> replace_file(
    const std::filesystem::path& path, std::string_view content
);

/// Whole content. Errors: missing or unreadable.
Expected<std::string> read_file(const std::filesystem::path& path);

/// A file that grows. What append() returned from is in the kernel: a kill -9 of this process does not lose it.
/// Thread: one.
class AppendFile {
public:
    AppendFile() = default;
    AppendFile(AppendFile&& other) noexcept;
    AppendFile& operator=(AppendFile&& other) noexcept;
    AppendFile(const AppendFile&) = delete;
    AppendFile& operator=(const AppendFile&) = delete;
    ~AppendFile();

    /// Opens at the end of the file, creating it.
    static Expected<AppendFile> open(const std::filesystem::path& path);
    /// Adds text for good. On failure the file ends where it ended before. Returns the problem, or nothing.
    std::optional<std::string> append(std::string_view text);
    /// Puts text after the part written for good, in place of the last text put there: an entry that still grows.
    std::optional<std::string> replace_tail(std::string_view text);
    /// What was written survives a power cut once this returns. Slow: not for every second. Returns the problem, or nothing.
    std::optional<std::string> sync();
    /// Makes the present tail part of what is written for good.
    void keep_tail() noexcept { kept_ = end_; }
    bool is_open() const noexcept { return fd_ >= 0; }
    /// Bytes written for good.
    std::uint64_t size() const noexcept { return kept_; }

private:
    std::optional<std::string> write_at(std::uint64_t offset, std::string_view text);

    std::filesystem::path path_;
    int fd_ = -1;
    std::uint64_t kept_ = 0;
    std::uint64_t end_ = 0;
};

}  // namespace oltpsim::results
