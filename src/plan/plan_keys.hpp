// Every key a plan may have, by object. The JSON Schema of plans is tested against these lists.
#pragma once

#include <string_view>

namespace oltpsim::plan {

inline constexpr std::string_view kPlanKeys[] = {
    "$schema",
    "name",
    "description",
    "storage",
    "storages",
    "workload",
    "clients",
    "connections",
    "targets",
    "steps",
    "repeat",
    "hooks",
    "check_after_step",
    "phases",
    "sweep",
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
    "storage",
    "password_env",
    "password_file",
    "clients",
    "connections",
};
inline constexpr std::string_view kStepKeys[] = {
    "targets",
    "name",
    "clients",
    "connections",
    "repetition",
    "phases",
    "hooks",
};
inline constexpr std::string_view kPhaseKeys[] = {"precondition", "sample", "grace", "cool_down"};
inline constexpr std::string_view kPreconditionKeys[] = {
    "at_least", "until_steady", "at_most", "round"
};
inline constexpr std::string_view kHooksKeys[] = {
    "before_step", "before_precondition", "after_step", "timeout", "on_failure", "folder"
};
inline constexpr std::string_view kStepHooksKeys[] = {
    "before_step", "before_precondition", "after_step", "timeout", "on_failure"
};
inline constexpr std::string_view kHookKeys[] = {"command", "timeout", "on_failure"};
inline constexpr std::string_view kSweepKeys[] = {
    "percent", "settle", "sample", "arrival", "p99_limit"
};
inline constexpr std::string_view kArrivalKeys[] = {"mode", "rate", "max_backlog"};
inline constexpr std::string_view kRetryKeys[] = {
    "mode", "max_tries", "base_backoff", "max_backoff"
};
inline constexpr std::string_view kLoadKeys[] = {"connections", "unit_rows"};

}  // namespace oltpsim::plan
