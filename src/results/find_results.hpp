// Results that lie on disk: reading one, listing a folder of them, finding one by name.
#pragma once

#include "results/result_error.hpp"
#include "results/run_result.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::results {

/// Reads a result directory, a result.json, or an archive with a result in it. Errors: io, damaged, newer_version; each names the file.
Expected<RunResult> load_result(const std::filesystem::path& path);

/// One line of `results list`.
struct ResultEntry {
    std::filesystem::path directory;
    RunResult run;
    std::string problem;  ///< why the run could not be read; then `run` is empty
};

/// All result directories and archives directly under `root`, oldest first by name. A folder without result.json is none. Empty when `root`
/// does not exist.
std::vector<ResultEntry> list_results(const std::filesystem::path& root);

/// The directory or archive meant by `name`: a path to it or to its result.json, the name of a folder under `root`, the start of one, or
/// the name of a run (the newest counts). Errors: not_found, listing what there is.
Expected<std::filesystem::path> find_result(
    const std::filesystem::path& root, std::string_view name
);

/// Would writing there destroy a result: one of its own files, or an archive that holds one? False for what does not exist.
bool is_part_of_result(const std::filesystem::path& file);

}  // namespace oltpsim::results
