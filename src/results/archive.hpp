// Results that were packed: .zip, .tar, .tar.gz, .tar.xz, .tar.zst, whatever libarchive reads.
#pragma once

#include "results/result_error.hpp"

#include <filesystem>

namespace oltpsim::results {

/// By its name. Says nothing about what is inside.
bool is_archive(const std::filesystem::path& path);

/// Content of result.json inside, wherever in the archive it stands. Errors: io, damaged, not_found, naming the archive;
/// refused when it holds several results.
Expected<std::string> read_packed_result(const std::filesystem::path& archive);

/// A result directory to read from: the one given, or what was in an archive, unpacked for as long as this lives.
class OpenedResult {
public:
    OpenedResult(OpenedResult&& other) noexcept;
    OpenedResult& operator=(OpenedResult&& other) noexcept;
    OpenedResult(const OpenedResult&) = delete;
    OpenedResult& operator=(const OpenedResult&) = delete;
    ~OpenedResult();

    /// Directory, result.json or archive. Errors as read_packed_result().
    static Expected<OpenedResult> open(const std::filesystem::path& path);
    const std::filesystem::path& path() const noexcept { return path_; }

private:
    OpenedResult() = default;

    std::filesystem::path path_;
    std::filesystem::path unpacked_;  ///< removed at the end; "" = nothing was unpacked
};

}  // namespace oltpsim::results
