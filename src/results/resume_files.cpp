// Line filters over the growing files.
#include "results/resume_files.hpp"

#include "results/csv.hpp"
#include "results/file_io.hpp"
#include "results/file_names.hpp"

#include <fmt/format.h>

#include <fstream>
#include <string_view>
#include <vector>

namespace oltpsim::results {
namespace {

constexpr std::string_view kStepMark = "#[Step: ";

/// Copies the lines that `keep` accepts. A last line without its line break was torn by a kill and is dropped.
template <typename Keep>
std::optional<std::string> filter_lines(const std::filesystem::path& path, Keep keep) {
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        return std::nullopt;  // never written: nothing to keep
    }
    const std::filesystem::path kept = path.string() + ".kept";
    std::error_code ignored;
    std::filesystem::remove(kept, ignored);
    auto out = AppendFile::open(kept);
    if (!out) {
        return out.error().message;
    }
    std::string line;
    while (std::getline(in, line) && !in.eof()) {
        if (keep(std::string_view(line))) {
            if (auto problem = out->append(line + "\n")) {
                return problem;
            }
        }
    }
    if (auto problem = out->sync()) {
        return problem;
    }
    std::error_code error;
    std::filesystem::rename(kept, path, error);
    if (error) {
        return fmt::format("cannot replace {}: {}", path.string(), error.message());
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> keep_finished_steps(
    const std::filesystem::path& directory, const std::set<std::string>& finished
) {
    for (const char* name : {file::kIntervals, file::kLatency}) {
        std::error_code unreadable;
        if (!finished.empty() && !std::filesystem::exists(directory / name, unreadable)) {
            return fmt::format(
                "{} is missing: the seconds of finished steps are lost, so the run cannot go on "
                "here; "
                "run the plan into a new directory",
                (directory / name).string()
            );
        }
    }
    struct Table {
        const char* name;
        std::size_t step;  ///< its column
    };
    for (const Table& table :
         {Table{file::kIntervals, 1}, Table{file::kLoops, 1}, Table{file::kBackground, 0}}) {
        bool header = true;
        auto problem = filter_lines(directory / table.name, [&](std::string_view line) {
            if (header) {
                header = false;
                return true;
            }
            const std::vector<std::string> cells = csv_split(line);
            return cells.size() > table.step && finished.contains(cells[table.step]);
        });
        if (problem) {
            return problem;
        }
    }
    auto problem = filter_lines(directory / file::kEvents, [](std::string_view) { return true; });
    if (problem) {
        return problem;
    }
    bool inside = true;  // before the first step: the log's own header
    return filter_lines(directory / file::kLatency, [&](std::string_view line) {
        if (line.starts_with(kStepMark) && line.ends_with(']')) {
            line.remove_prefix(kStepMark.size());
            line.remove_suffix(1);
            inside = finished.contains(std::string(line));
        }
        return inside;
    });
}

}  // namespace oltpsim::results
