// Which results are meant: by name, array, workload, date. Pure.
#pragma once

#include "results/find_results.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::results {

/// What is asked for; "" = anything. Texts match anywhere, whatever their case.
struct ResultFilter {
    std::string name{};      ///< of the run or its directory
    std::string array{};     ///< any text about its storage
    std::string workload{};  ///< workload or profile
    std::string since{};     ///< UTC, "2026-11-30" or more precise
    std::string until{};     ///< the same; a day means all of it
    bool valid_only = false;
    bool any() const noexcept {
        return valid_only || !(name + array + workload + since + until).empty();
    }
};

/// "2026-11-30", "2026-11-30T16:07", "2026-11-30T16:07:41Z": the form of the stamps in results, cut anywhere from the day on.
bool is_date(std::string_view text);

/// Those that match, in order. Damaged ones match by their directory's name only, and not when anything else is asked for.
std::vector<ResultEntry> filter_results(
    std::vector<ResultEntry> entries, const ResultFilter& filter
);

}  // namespace oltpsim::results
