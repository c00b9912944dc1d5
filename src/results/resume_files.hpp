// What a resumed run keeps of the files that grow: rows of finished steps only, so no step is counted twice.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace oltpsim::results {

/// Rewrites intervals.csv and latency.hlog in `directory` without rows of steps outside `finished` and without a torn last
/// line. Streams; the old file stays until the new one is whole. Returns the problem, or nothing.
std::optional<std::string> keep_finished_steps(
    const std::filesystem::path& directory, const std::set<std::string>& finished
);

}  // namespace oltpsim::results
