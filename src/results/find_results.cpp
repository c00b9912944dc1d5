// Looks at directories; reads result.json only.
#include "results/find_results.hpp"

#include "results/archive.hpp"
#include "results/file_io.hpp"
#include "results/file_names.hpp"
#include "results/run_result_codec.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::results {
namespace {

namespace fs = std::filesystem;

/// What a run writes into its directory. Reports beside them are the user's.
constexpr std::string_view kOwnFiles[] = {
    file::kResult,
    file::kPlan,
    file::kIntervals,
    file::kLatency,
    file::kEvents,
    file::kLoops,
    file::kBackground,
};

std::vector<fs::path> result_directories(const fs::path& root) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator it(root, error), end; !error && it != end; it.increment(error)) {
        std::error_code missing;
        if (fs::exists(it->path() / file::kResult, missing) || is_archive(it->path())) {
            found.push_back(it->path());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace

Expected<RunResult> load_result(const fs::path& path) {
    std::error_code error;
    const bool folder = fs::is_directory(path, error);
    const fs::path file = folder ? path / file::kResult : path;
    const auto text = !folder && is_archive(path) ? read_packed_result(path) : read_file(file);
    if (!text) {
        return text.error();
    }
    return decode_run_result(*text, file.string());
}

std::vector<ResultEntry> list_results(const fs::path& root) {
    std::vector<ResultEntry> entries;
    for (const auto& directory : result_directories(root)) {
        ResultEntry entry;
        entry.directory = directory;
        auto run = load_result(directory);
        if (run) {
            entry.run = std::move(*run);
        } else if (run.error().fault == ResultFault::not_found) {
            continue;  // an archive of something else
        } else {
            entry.problem = run.error().message;
        }
        entries.push_back(std::move(entry));
    }
    return entries;
}

bool is_part_of_result(const fs::path& file) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) {
        return false;
    }
    if (is_archive(file)) {
        return static_cast<bool>(read_packed_result(file));
    }
    // By what it is, whatever links lead there.
    const fs::path whole = fs::canonical(file, error);
    if (error || !fs::exists(whole.parent_path() / file::kResult, error)) {
        return false;
    }
    const auto name = whole.filename().string();
    return std::find(std::begin(kOwnFiles), std::end(kOwnFiles), name) != std::end(kOwnFiles);
}

Expected<fs::path> find_result(const fs::path& root, std::string_view name) {
    std::error_code error;
    const fs::path given(name);
    if (fs::exists(given / file::kResult, error)) {
        return given;
    }
    const bool readable = given.extension() == ".json" || is_archive(given);
    if (readable && fs::is_regular_file(given, error)) {
        return given;
    }
    const std::vector<fs::path> directories = result_directories(root);
    for (auto it = directories.rbegin(); it != directories.rend(); ++it) {
        if (!name.empty() && it->filename().string().starts_with(name)) {
            return *it;
        }
    }
    std::string known;
    for (auto it = directories.rbegin(); it != directories.rend(); ++it) {
        const auto run = load_result(*it);
        if (run && run->name == name) {
            return *it;
        }
        if (std::distance(directories.rbegin(), it) < 5) {
            known += fmt::format("{}{}", known.empty() ? "" : ", ", it->filename().string());
        }
    }
    if (fs::exists(given, error)) {
        return ResultError{
            ResultFault::not_found,
            fmt::format(
                "{} is there, but is no result: that is a directory with a result.json, such a "
                "file "
                "or an archive of one",
                given.string()
            )
        };
    }
    return ResultError{
        ResultFault::not_found,
        fmt::format(
            "no result \"{}\" here or in {}{}{}",
            name,
            root.string(),
            known.empty() ? "" : "; the newest there: ",
            known
        )
    };
}

}  // namespace oltpsim::results
