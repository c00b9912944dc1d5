// reference/*.json → sides. Figures are kept as they are printed: nothing is rounded, derived or filled in.
#include "compare/reference.hpp"
#include "core/embedded.hpp"
#include "core/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace oltpsim::compare {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kFolder = "reference/";
constexpr std::string_view kSuffix = "-oltp.json";

std::string name_of_file(std::string_view path) {
    return std::string(path.substr(kFolder.size(), path.size() - kFolder.size() - kSuffix.size()));
}

bool is_reference(std::string_view path) {
    return path.starts_with(kFolder) && path.ends_with(kSuffix);
}

std::set<std::string> arrays_of(const Json& rows) {
    std::set<std::string> names;
    for (const auto& row : rows) {
        names.insert(row.at("array").get<std::string>());
    }
    return names;
}

/// The arrays that `wanted` means; empty when none.
std::set<std::string> matching(const std::set<std::string>& names, const std::string& wanted) {
    const std::string low = to_lower(wanted);
    std::set<std::string> by_end, by_part;
    for (const auto& name : names) {
        const std::string one = to_lower(name);
        if (one == low || one.ends_with(" " + low)) {
            by_end.insert(name);
        }
        if (one.find(low) != std::string::npos) {
            by_part.insert(name);
        }
    }
    return by_end.empty() ? by_part : by_end;
}

void set_figure(const Json& row, const char* key, Figure& figure) {
    const auto found = row.find(key);
    if (found != row.end() && found->is_number()) {
        figure.value = found->get<double>();
    }
}

Entry entry_of_row(const Json& row) {
    Entry entry;
    set_figure(row, "tps", entry.of(Metric::tps));
    set_figure(row, "tps_min_vm", entry.of(Metric::tps_min_vm));
    set_figure(row, "tps_max_vm", entry.of(Metric::tps_max_vm));
    set_figure(row, "latency_avg_ms", entry.of(Metric::avg_vm_mean));
    set_figure(row, "latency_p99_ms", entry.of(Metric::p99_vm_mean));
    set_figure(row, "latency_avg_min_vm_ms", entry.of(Metric::avg_min_vm));
    set_figure(row, "latency_avg_max_vm_ms", entry.of(Metric::avg_max_vm));
    return entry;
}

Reference::Chapter& chapter_of(Reference& reference, const std::string& workload) {
    for (auto& chapter : reference.chapters) {
        if (chapter.workload == workload) {
            return chapter;
        }
    }
    reference.chapters.push_back({workload, {}});
    return reference.chapters.back();
}

Side& side_of(Reference::Chapter& chapter, const std::string& array, const std::string& how) {
    for (auto& side : chapter.sides) {
        if (side.label == array && side.configuration == how) {
            return side;
        }
    }
    Side side;
    side.label = array;
    side.configuration = how;
    side.published = true;
    chapter.sides.push_back(std::move(side));
    return chapter.sides.back();
}

/// Two configurations of one array are told apart by their names.
void tell_apart(Reference::Chapter& chapter) {
    std::map<std::string, int> times;
    for (const auto& side : chapter.sides) {
        ++times[side.label];
    }
    for (auto& side : chapter.sides) {
        if (times[side.label] > 1) {
            side.label += ", " + side.configuration;
        }
    }
}

Reference read(const Json& json, std::string_view name, const std::set<std::string>& wanted) {
    Reference reference;
    reference.name = name;
    reference.source = json.at("source").get<std::string>();
    for (const auto& row : json.at("rows")) {
        const auto array = row.at("array").get<std::string>();
        if (!wanted.contains(array)) {
            continue;
        }
        Side& side = side_of(
            chapter_of(reference, row.at("workload").get<std::string>()),
            array,
            row.at("configuration").get<std::string>()
        );
        side.source = fmt::format("published ({})", name);
        side.entries[{row.at("vm_count").get<std::uint32_t>(), 0}] = entry_of_row(row);
    }
    for (auto& chapter : reference.chapters) {
        tell_apart(chapter);
    }
    return reference;
}

}  // namespace

std::vector<std::string> reference_names() {
    std::vector<std::string> names;
    for (const auto& file : embedded_files()) {
        if (is_reference(file.path)) {
            names.push_back(name_of_file(file.path));
        }
    }
    return names;
}

LoadedReference load_reference(std::string_view name, const std::vector<std::string>& arrays) {
    for (const auto& file : embedded_files()) {
        if (!is_reference(file.path) || name_of_file(file.path) != name) {
            continue;
        }
        const Json json = Json::parse(file.content);  // ours: checked by a test
        const std::set<std::string> known = arrays_of(json.at("rows"));
        std::set<std::string> wanted = arrays.empty() ? known : std::set<std::string>{};
        for (const auto& array : arrays) {
            const auto found = matching(known, array);
            if (found.empty()) {
                return {
                    {},
                    fmt::format(
                        "{} has no array \"{}\"; it has {}", name, array, fmt::join(known, ", ")
                    )
                };
            }
            wanted.insert(found.begin(), found.end());
        }
        return {read(json, name, wanted), {}};
    }
    const auto names = reference_names();
    const std::string nearest = nearest_name(name, names);
    return {
        {},
        fmt::format(
            "there are no reference results \"{}\"{}; there are {}",
            name,
            nearest.empty() ? "" : fmt::format(", did you mean \"{}\"?", nearest),
            fmt::join(names, ", ")
        )
    };
}

std::string chapter_of_workload(std::string_view workload) {
    return workload.starts_with("tpcc") ? "sqlserver-tpcc" : "sysbench";
}

}  // namespace oltpsim::compare
