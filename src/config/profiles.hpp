// Ready-made profiles: plan files of workloads/profiles/, built into the binary, that supply defaults. Pure.
#pragma once

#include "config/document.hpp"

#include <optional>

namespace oltpsim::config {

/// Names of all built-in profiles, e.g. "storagereview-sysbench"; sorted.
std::vector<std::string> profile_names();
/// The profile's document, or nullopt when there is none of this name. Errors: recorded (a broken profile is a bug of ours).
std::optional<Node> load_profile(std::string_view name, Problems& problems);

}  // namespace oltpsim::config
