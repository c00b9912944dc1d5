// What a flag says holds everywhere: single targets and steps of a plan file say nothing against it any more. Pure.
#pragma once

#include "config/document.hpp"

#include <string_view>

namespace oltpsim::cli {

void remove_member(config::Node& object, std::string_view key);
/// Takes clients and connections out of the targets, and those and phases out of the steps, where `flags` has them.
void drop_overridden(config::Node& root, const config::Node& flags);

}  // namespace oltpsim::cli
