// Reports of prepare, check and cleanup as JSON, for --json. Times in seconds, unit in the name.
#pragma once

#include "load/load.hpp"

#include <string>

namespace oltpsim::cli {

std::string prepare_json(const load::PrepareReport& report);
std::string check_json(const load::CheckReport& report);
std::string cleanup_json(const load::CleanupReport& report);

}  // namespace oltpsim::cli
