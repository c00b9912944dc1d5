#include "results/filter_results.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <cctype>

namespace oltpsim::results {
namespace {

bool holds(std::string_view text, std::string_view wanted) {
    return to_lower(text).find(to_lower(wanted)) != std::string::npos;
}

bool any_text_holds(const std::map<std::string, std::string>& texts, std::string_view wanted) {
    return std::any_of(texts.begin(), texts.end(), [&](const auto& text) {
        return holds(text.second, wanted);
    });
}

bool stands_on(const RunResult& run, std::string_view array) {
    return any_text_holds(run.storage, array) ||
           std::any_of(run.storages.begin(), run.storages.end(), [&](const auto& storage) {
               return holds(storage.first, array) || any_text_holds(storage.second, array);
           });
}

/// Stamps compare as texts; a shorter one is a prefix, so "until" a day includes the day.
bool within(std::string_view stamp, const ResultFilter& filter) {
    const auto head = [&](const std::string& limit) { return stamp.substr(0, limit.size()); };
    return (filter.since.empty() || head(filter.since) >= filter.since) &&
           (filter.until.empty() || head(filter.until) <= filter.until);
}

bool matches(const ResultEntry& entry, const ResultFilter& filter) {
    const std::string folder = entry.directory.filename().string();
    if (!filter.name.empty() && !holds(folder, filter.name) &&
        !holds(entry.run.name, filter.name)) {
        return false;
    }
    if (!entry.problem.empty()) {
        ResultFilter others = filter;
        others.name.clear();
        return !others.any();
    }
    const RunResult& run = entry.run;
    return (filter.array.empty() || stands_on(run, filter.array)) &&
           (filter.workload.empty() || holds(run.workload, filter.workload) ||
            holds(run.profile, filter.workload)) &&
           within(run.started_at, filter) && (!filter.valid_only || run.valid);
}

}  // namespace

bool is_date(std::string_view text) {
    constexpr std::string_view kForm = "0000-00-00T00:00:00";
    if (!text.empty() && text.back() == 'Z') {
        text.remove_suffix(1);
    }
    if (text.size() < 10 || text.size() > kForm.size()) {
        return false;
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool digit = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
        if (kForm[i] == '0' ? !digit : text[i] != kForm[i]) {
            return false;
        }
    }
    return true;
}

std::vector<ResultEntry> filter_results(
    std::vector<ResultEntry> entries, const ResultFilter& filter
) {
    ResultFilter plain = filter;
    for (std::string* stamp : {&plain.since, &plain.until}) {
        if (!stamp->empty() && stamp->back() == 'Z') {
            stamp->pop_back();
        }
    }
    std::erase_if(entries, [&](const ResultEntry& entry) { return !matches(entry, plain); });
    return entries;
}

}  // namespace oltpsim::results
