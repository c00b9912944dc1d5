// One sentence per fact, with the VMs it holds for.
#include "results/setting_notes.hpp"

#include "core/text.hpp"
#include "results/durability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace oltpsim::results {
namespace {

std::string who(const std::vector<std::string>& names, std::size_t all) {
    if (names.size() == all && all > 1) {
        return fmt::format("all {} VMs", all);
    }
    return names.size() == 1 ? names.front()
                             : fmt::format("{} and {} more", names.front(), names.size() - 1);
}

void note_durability(StepResult& step) {
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> gaps;
    std::set<std::string> settings;
    for (const auto& target : step.targets) {
        for (const auto& gap : durability_gaps(target.settings)) {
            gaps[gap].push_back(target.name);
        }
        settings.insert(target.dialect + ": " + durability_text(target.settings));
    }
    for (const auto& [gap, names] : gaps) {
        step.notes.push_back(fmt::format(
            "DURABILITY, {}: {}; {}. A comparison of storage from these numbers is meaningless "
            "unless the other side has it too",
            who(names, step.targets.size()),
            gap.first,
            gap.second
        ));
    }
    std::set<std::string> dialects;
    for (const auto& target : step.targets) {
        dialects.insert(target.dialect);
    }
    if (settings.size() > dialects.size()) {
        step.notes.push_back("DURABILITY: the VMs of this step differ in their durability settings"
        );
    }
}

void note_cached_data(StepResult& step) {
    std::vector<std::string> names;
    double largest = 0;
    for (const auto& target : step.targets) {
        if (!target.data_bytes || !target.buffer_bytes || *target.buffer_bytes == 0) {
            continue;
        }
        const double ratio =
            static_cast<double>(*target.data_bytes) / static_cast<double>(*target.buffer_bytes);
        if (ratio <= 1) {
            names.push_back(target.name);
            largest = std::max(largest, ratio);
        }
    }
    if (!names.empty()) {
        step.notes.push_back(fmt::format(
            "CACHED: the data of {} fits into the server's own cache (data ÷ buffer at most "
            "{:.2f}; published array tests use 7 to 11): reads do not reach the storage",
            who(names, step.targets.size()),
            largest
        ));
    }
}

}  // namespace

void note_settings(StepResult& step) {
    note_durability(step);
    note_cached_data(step);
}

}  // namespace oltpsim::results
