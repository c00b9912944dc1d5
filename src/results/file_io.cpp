// POSIX calls with their errors turned into sentences.
#include "results/file_io.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace oltpsim::results {
namespace {

std::string problem_with(const char* what, const std::filesystem::path& path, int error) {
    return fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(error));
}

/// 0, or errno of the write that failed. Without `offset`: where the descriptor stands, as pipes and devices need it.
int write_all(int fd, std::string_view text, std::optional<std::uint64_t> offset = {}) {
    while (!text.empty()) {
        const ssize_t done =
            offset ? ::pwrite(fd, text.data(), text.size(), static_cast<off_t>(*offset))
                   : ::write(fd, text.data(), text.size());
        if (done < 0) {
            if (errno == EINTR) {
                continue;
            }
            return errno;
        }
        text.remove_prefix(static_cast<std::size_t>(done));
        if (offset) {
            *offset += static_cast<std::uint64_t>(done);
        }
    }
    return 0;
}

/// Makes a rename in this folder last. File systems that cannot sync a folder are left alone.
void sync_folder(const std::filesystem::path& folder) {
    const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        ::fsync(fd);
        ::close(fd);
    }
}

/// Into what is there already and is no file: a device, a pipe. Not to be replaced by a file of that name.
std::optional<std::string> write_into(const std::filesystem::path& path, std::string_view content) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd < 0) {
        return problem_with("write", path, errno);
    }
    int error = write_all(fd, content);
    if (::close(fd) != 0 && error == 0) {
        error = errno;
    }
    return error == 0 ? std::nullopt : std::optional(problem_with("write", path, error));
}

/// Where a link leads: the file is replaced there, and the link stays.
std::filesystem::path followed(const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::is_symlink(path, error)) {
        return path;
    }
    auto end = std::filesystem::weakly_canonical(path, error);
    return error ? path : end;
}

}  // namespace

void throw_exception_from_error(const ResultError& error, const boost::source_location&) {
    throw std::logic_error(error.message);
}

std::optional<std::string> replace_file(
    const std::filesystem::path& named, std::string_view content
) {
    std::error_code unknown;
    const auto kind = std::filesystem::status(named, unknown).type();
    using std::filesystem::file_type;
    if (kind == file_type::character || kind == file_type::block || kind == file_type::fifo ||
        kind == file_type::socket) {
        return write_into(named, content);
    }
    const std::filesystem::path path = followed(named);
    const std::filesystem::path temporary = path.string() + ".tmp";
    const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0) {
        return problem_with("write", path, errno);
    }
    int error = write_all(fd, content);
    if (error == 0 && ::fsync(fd) != 0 && errno != EINVAL) {
        error = errno;
    }
    if (::close(fd) != 0 && error == 0) {
        error = errno;
    }
    if (error == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) {
        error = errno;
    }
    if (error != 0) {
        ::unlink(temporary.c_str());
        return problem_with("write", path, error);
    }
    sync_folder(path.has_parent_path() ? path.parent_path() : std::filesystem::path("."));
    return std::nullopt;
}

Expected<std::string> read_file(const std::filesystem::path& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return ResultError{ResultFault::io, problem_with("read", path, errno)};
    }
    std::string content;
    char block[65536];
    for (;;) {
        const ssize_t got = ::read(fd, block, sizeof block);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            const int error = errno;
            ::close(fd);
            return ResultError{ResultFault::io, problem_with("read", path, error)};
        }
        if (got == 0) {
            break;
        }
        content.append(block, static_cast<std::size_t>(got));
    }
    ::close(fd);
    return content;
}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : path_(std::move(other.path_)),
      fd_(std::exchange(other.fd_, -1)),
      kept_(other.kept_),
      end_(other.end_) {}

AppendFile& AppendFile::operator=(AppendFile&& other) noexcept {
    if (this != &other) {
        if (fd_ >= 0) {
            ::close(fd_);
        }
        path_ = std::move(other.path_);
        fd_ = std::exchange(other.fd_, -1);
        kept_ = other.kept_;
        end_ = other.end_;
    }
    return *this;
}

AppendFile::~AppendFile() {
    if (fd_ >= 0) {
        ::close(fd_);
    }
}

Expected<AppendFile> AppendFile::open(const std::filesystem::path& path) {
    AppendFile file;
    file.path_ = path;
    file.fd_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    struct stat facts{};
    if (file.fd_ < 0 || ::fstat(file.fd_, &facts) != 0) {
        return ResultError{ResultFault::io, problem_with("open", path, errno)};
    }
    file.kept_ = static_cast<std::uint64_t>(facts.st_size);
    file.end_ = file.kept_;
    return file;
}

std::optional<std::string> AppendFile::append(std::string_view text) {
    if (auto problem = replace_tail(text)) {
        return problem;
    }
    keep_tail();
    return std::nullopt;
}

std::optional<std::string> AppendFile::replace_tail(std::string_view text) {
    const std::uint64_t old_end = end_;
    if (auto problem = write_at(kept_, text)) {
        return problem;
    }
    end_ = kept_ + text.size();
    if (end_ < old_end && ::ftruncate(fd_, static_cast<off_t>(end_)) != 0) {
        return problem_with("shorten", path_, errno);
    }
    return std::nullopt;
}

std::optional<std::string> AppendFile::sync() {
    // Some file systems have nothing to flush and say so.
    if (fd_ >= 0 && ::fsync(fd_) != 0 && errno != EINVAL && errno != EROFS) {
        return problem_with("write", path_, errno);
    }
    return std::nullopt;
}

std::optional<std::string> AppendFile::write_at(std::uint64_t offset, std::string_view text) {
    const int error = write_all(fd_, text, offset);
    if (error == 0) {
        return std::nullopt;
    }
    // Half a line would be worse than a missing one.
    if (::ftruncate(fd_, static_cast<off_t>(offset)) == 0) {
        end_ = offset;
    }
    return problem_with("write", path_, error);
}

}  // namespace oltpsim::results
