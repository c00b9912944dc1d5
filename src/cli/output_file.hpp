// Where `--out` leads: a file of the user's, never one that a result is made of.
#pragma once

#include "cli/context.hpp"

#include <string>
#include <string_view>

namespace oltpsim::cli {

/// Writes the whole of `text` there and says so on stderr. Errors, told: bad_input when it cannot be written, or would
/// replace a file of a result.
Outcome write_output_file(Context& context, const std::string& path, std::string_view text);

}  // namespace oltpsim::cli
