// Version of the tool, fixed at build time.
#pragma once

#include <string_view>

namespace oltpsim {

/// Semantic version, e.g. "0.1.0".
std::string_view version();
/// Commit the binary was built from ("-dirty" appended), or "unknown" outside a repository.
std::string_view commit();
/// Raised whenever a change alters measured numbers; stored in each result.
inline constexpr int kMethodologyVersion = 1;

}  // namespace oltpsim
