// RunResult ↔ result.json. Key names carry units; what does not exist is null, never NaN or 0. The shape is
// schemas/json/result.schema.json.
#pragma once

#include "results/result_error.hpp"
#include "results/run_result.hpp"

#include <string>
#include <string_view>

namespace oltpsim::results {

/// JSON text, indented, ending with a line break. Figures are rounded to six decimals (ns, and a ten-thousandth of a percent).
std::string encode_run_result(const RunResult& run);

/// Reads what encode_run_result() wrote, and results with additional keys. `path` is for messages only.
/// Errors: damaged (place in the text, or key and expected kind), newer_version.
Expected<RunResult> decode_run_result(std::string_view text, std::string_view path);

}  // namespace oltpsim::results
