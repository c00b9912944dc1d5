// One run that measured several storages in turn, as a run per storage. Pure.
#pragma once

#include "results/run_result.hpp"

#include <string>
#include <vector>

namespace oltpsim::compare {

/// The part of a run that measured one storage.
struct StorageRun {
    std::string storage;     ///< its name in the plan
    results::RunResult run;  ///< with the steps of this storage alone, and its facts
};

/// One part per storage, in the order of their first steps. Empty when the run measured fewer than two. Steps that mixed storages
/// belong to none and are left out.
std::vector<StorageRun> by_storage(const results::RunResult& run);

}  // namespace oltpsim::compare
