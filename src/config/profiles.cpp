// Finds profiles among the embedded files by their file name.
#include "config/profiles.hpp"

#include "config/json_parse.hpp"
#include "core/embedded.hpp"

#include <algorithm>

namespace oltpsim::config {
namespace {

/// "workloads/profiles/name.jsonc" → "name"; "" for any other file.
std::string_view profile_name(std::string_view path) {
    constexpr std::string_view kFolder = "workloads/profiles/";
    if (!path.starts_with(kFolder)) {
        return {};
    }
    path.remove_prefix(kFolder.size());
    const std::size_t dot = path.rfind(".json");
    return dot == std::string_view::npos ? std::string_view{} : path.substr(0, dot);
}

}  // namespace

std::vector<std::string> profile_names() {
    std::vector<std::string> names;
    for (const EmbeddedFile& file : embedded_files()) {
        if (const std::string_view name = profile_name(file.path); !name.empty()) {
            names.emplace_back(name);
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::optional<Node> load_profile(std::string_view name, Problems& problems) {
    for (const EmbeddedFile& file : embedded_files()) {
        if (!name.empty() && profile_name(file.path) == name) {
            return parse_json("profile " + std::string(name), file.content, problems);
        }
    }
    return std::nullopt;
}

}  // namespace oltpsim::config
