#include "results/archive.hpp"

#include "core/text.hpp"
#include "results/file_io.hpp"
#include "results/file_names.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace oltpsim::results {
namespace {

namespace fs = std::filesystem;

// A result.json of 24 VMs is a few MB; more than this is no result, or a trap.
constexpr std::size_t kMostBytes = std::size_t{4} << 30;
constexpr std::array<std::string_view, 5> kReadFiles{
    file::kResult, file::kPlan, file::kIntervals, file::kLatency, file::kEvents
};

constexpr std::array kEndings{
    ".zip", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.zst", ".tar.bz2"
};

struct ReadCloser {
    void operator()(struct archive* opened) const noexcept { archive_read_free(opened); }
};
using Reader = std::unique_ptr<struct archive, ReadCloser>;

ResultError damaged_archive(const fs::path& path, struct archive* reader) {
    const char* why = archive_error_string(reader);
    return {
        ResultFault::damaged,
        fmt::format("{} cannot be unpacked: {}", path.string(), why == nullptr ? "unknown" : why)
    };
}

/// Content of the entry under the cursor, handed on in pieces. Returns the problem, or nothing.
std::optional<ResultError> read_entry(
    const fs::path& path, struct archive* reader, const std::function<void(std::string_view)>& take
) {
    std::vector<char> buffer(std::size_t{1} << 16);
    std::size_t total = 0;
    for (;;) {
        const la_ssize_t got = archive_read_data(reader, buffer.data(), buffer.size());
        if (got == 0) {
            return std::nullopt;
        }
        if (got < 0) {
            return damaged_archive(path, reader);
        }
        total += static_cast<std::size_t>(got);
        if (total > kMostBytes) {
            return ResultError{
                ResultFault::refused, fmt::format("{} holds a file beyond 4 GiB", path.string())
            };
        }
        take({buffer.data(), static_cast<std::size_t>(got)});
    }
}

/// Calls `visit(file name, folder inside)` for each file of a result; its return value says whether it read the entry.
std::optional<ResultError> walk(
    const fs::path& path,
    const std::function<std::optional<ResultError>(struct archive*, const fs::path&)>& visit
) {
    const Reader reader(archive_read_new());
    archive_read_support_filter_all(reader.get());
    archive_read_support_format_all(reader.get());
    if (archive_read_open_filename(reader.get(), path.c_str(), std::size_t{1} << 16) !=
        ARCHIVE_OK) {
        return damaged_archive(path, reader.get());
    }
    for (;;) {
        struct archive_entry* entry = nullptr;
        const int got = archive_read_next_header(reader.get(), &entry);
        if (got == ARCHIVE_EOF) {
            return std::nullopt;
        }
        if (got < ARCHIVE_WARN) {
            return damaged_archive(path, reader.get());
        }
        const char* name = archive_entry_pathname(entry);
        if (name == nullptr || archive_entry_filetype(entry) != AE_IFREG) {
            continue;
        }
        if (auto problem = visit(reader.get(), fs::path(name))) {
            return problem;
        }
    }
}

}  // namespace

bool is_archive(const fs::path& path) {
    const std::string name = to_lower(path.filename().string());
    return std::any_of(kEndings.begin(), kEndings.end(), [&](const char* ending) {
        return name.ends_with(ending);
    });
}

Expected<std::string> read_packed_result(const fs::path& archive) {
    std::string text;
    std::size_t found = 0;
    const auto problem = walk(archive, [&](struct archive* reader, const fs::path& name) {
        if (name.filename() != file::kResult || ++found > 1) {
            return std::optional<ResultError>{};
        }
        return read_entry(archive, reader, [&](std::string_view part) { text += part; });
    });
    if (problem) {
        return *problem;
    }
    if (found != 1) {
        return ResultError{
            found == 0 ? ResultFault::not_found : ResultFault::refused,
            fmt::format(
                "{} holds {}: pack one result directory into one archive",
                archive.string(),
                found == 0 ? "no result.json" : fmt::format("{} results", found)
            )
        };
    }
    return text;
}

OpenedResult::OpenedResult(OpenedResult&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(unpacked_, other.unpacked_);
}

OpenedResult& OpenedResult::operator=(OpenedResult&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(unpacked_, other.unpacked_);
    return *this;
}

OpenedResult::~OpenedResult() {
    if (!unpacked_.empty()) {
        std::error_code
            left_behind;  // in the system's folder for such files: it is cleared some day
        fs::remove_all(unpacked_, left_behind);
    }
}

Expected<OpenedResult> OpenedResult::open(const fs::path& path) {
    OpenedResult opened;
    opened.path_ = path;
    std::error_code unreadable;
    if (!is_archive(path) || fs::is_directory(path, unreadable)) {
        return opened;
    }
    if (const auto one = read_packed_result(path); !one) {
        return one.error();
    }
    std::string folder = (fs::temp_directory_path(unreadable) / "oltpsim-result-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) {
        return ResultError{
            ResultFault::io, fmt::format("no folder to unpack {} into: {}", path.string(), folder)
        };
    }
    opened.unpacked_ = opened.path_ = folder;
    // By file name only: what an archive says of folders is nobody's business here.
    auto problem = walk(path, [&](struct archive* reader, const fs::path& name) {
        const std::string file = name.filename().string();
        const bool wanted =
            std::find(kReadFiles.begin(), kReadFiles.end(), file) != kReadFiles.end();
        if (!wanted) {
            return std::optional<ResultError>{};
        }
        std::ofstream out(opened.unpacked_ / file, std::ios::binary | std::ios::trunc);
        auto failed = read_entry(path, reader, [&](std::string_view part) {
            out.write(part.data(), static_cast<std::streamsize>(part.size()));
        });
        out.close();
        if (!failed && !out) {
            failed = ResultError{
                ResultFault::io, fmt::format("{} cannot be unpacked into {}", path.string(), folder)
            };
        }
        return failed;
    });
    if (problem) {
        return *problem;
    }
    return opened;
}

}  // namespace oltpsim::results
