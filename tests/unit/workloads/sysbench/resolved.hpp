// Options of a script as the plan would resolve them: defaults, then the given texts.
#pragma once

#include "workloads/sysbench/settings.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace oltpsim::workloads::sysbench {

inline workload::OptionValues option_values(
    Script script, const std::map<std::string, std::string>& given = {}
) {
    workload::OptionValues values;
    std::size_t used = 0;
    for (const workload::OptionSpec& spec : option_specs(script)) {
        const auto found = given.find(spec.name);
        used += found != given.end() ? 1 : 0;
        const std::string problem =
            values.parse_and_set(spec, found != given.end() ? found->second : spec.default_text);
        EXPECT_EQ(problem, "") << spec.name;
    }
    EXPECT_EQ(used, given.size()) << "an option the script does not have";
    return values;
}

inline Settings resolved(Script script, const std::map<std::string, std::string>& given = {}) {
    const workload::OptionValues values = option_values(script, given);
    EXPECT_EQ(check_rules(script, values), "");
    return resolve(script, values);
}

}  // namespace oltpsim::workloads::sysbench
