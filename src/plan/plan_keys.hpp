// Every key a plan may have, by object. The JSON Schema of plans is tested against these lists.
#pragma once

#include <string_view>

namespace oltpsim::plan {

inline constexpr std::string_view kPlanKeys[] = {
    "$schema",
    "name",
    "description",
    "storage",
    "workload",
    "clients",
    "connections",
    "targets",
    "steps",
    "phases",
    "arrival",
    "rate",
    "think_time",
    "retries",
    "connect_timeout",
    "isolation",
    "pipeline",
    "loop_threads",
    "statement_timeout",
    "batch_scheduling",
    "clock",
    "load",
    "identical_data",
    "connects_per_second",
    "max_transactions",
    "seed",
    "schema_dir",
};
inline constexpr std::string_view kTargetKeys[] = {
    "url",
    "name",
    "group",
    "password_env",
    "password_file",
    "clients",
    "connections",
};
inline constexpr std::string_view kStepKeys[] = {"targets", "name"};
inline constexpr std::string_view kPhaseKeys[] = {"precondition", "sample", "grace"};
inline constexpr std::string_view kPreconditionKeys[] = {"at_least", "until_steady", "at_most"};
inline constexpr std::string_view kArrivalKeys[] = {"mode", "rate", "max_backlog"};
inline constexpr std::string_view kRetryKeys[] = {
    "mode", "max_tries", "base_backoff", "max_backoff"
};
inline constexpr std::string_view kLoadKeys[] = {"connections", "unit_rows"};

}  // namespace oltpsim::plan
