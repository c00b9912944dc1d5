// The commented plan that `oltpsim plan new` writes.
#pragma once

#include <string_view>

namespace oltpsim::plan {

/// JSON with comments; builds without errors wherever the sysbench workload and the mysql driver are there.
std::string_view starter_plan();

}  // namespace oltpsim::plan
