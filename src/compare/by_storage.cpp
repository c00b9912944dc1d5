// Steps carry the name of their storage; a side needs only those of its own.
#include "compare/by_storage.hpp"

#include <algorithm>
#include <utility>

namespace oltpsim::compare {
namespace {

StorageRun part_of(const results::RunResult& run, const std::string& storage) {
    StorageRun part{storage, run};
    part.run.steps.clear();
    part.run.storages.clear();
    if (const auto own = run.storages.find(storage); own != run.storages.end()) {
        for (const auto& [name, value] : own->second) {
            part.run.storage[name] = value;
        }
    }
    return part;
}

}  // namespace

std::vector<StorageRun> by_storage(const results::RunResult& run) {
    std::vector<StorageRun> parts;
    for (const results::StepResult& step : run.steps) {
        if (step.storage.empty()) {
            continue;
        }
        auto found = std::find_if(parts.begin(), parts.end(), [&](const StorageRun& part) {
            return part.storage == step.storage;
        });
        if (found == parts.end()) {
            found = parts.insert(parts.end(), part_of(run, step.storage));
        }
        found->run.steps.push_back(step);
    }
    return parts.size() < 2 ? std::vector<StorageRun>{} : parts;
}

}  // namespace oltpsim::compare
