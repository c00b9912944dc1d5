// Text of the starter plan. Every key it shows is explained where it stands; commented-out keys show defaults.
#include "plan/starter_plan.hpp"

namespace oltpsim::plan {

std::string_view starter_plan() {
    return R"(// A plan for oltpsim: JSON with comments. Check it with `oltpsim plan check FILE`, see what it will do with
// `oltpsim plan explain FILE`, then `oltpsim prepare FILE` (loads the data) and `oltpsim run FILE`.
// Durations are "2h30m", "90s", "500ms"; counts are 10000000, "10M" or "1e7".
{
  "name": "my array",

  // Free text about what is under test; it goes into every report.
  "storage": {
    "array": "vendor and model",
    "firmware": "version",
    "layout": "drives, RAID level, volumes",
    "data_reduction": "off"
  },

  // Which transactions, on how much data. Make the data several times larger than the database's memory,
  // or the storage is hardly touched.
  "workload": {
    "profile": "sysbench/oltp_read_write",
    "tables": 10,
    "table_size": "1M"
  },

  // Two arrays in one plan: name them here, give each target its "storage", and every step runs on each in turn.
  // "storages": {"A": {"array": "vendor and model"}, "B": {"array": "vendor and model"}},

  // Virtual clients on each target: simulated users that ask again as soon as they have their answer.
  // A list, such as [16, 32], runs every step with each.
  "clients": 32,
  // Database sessions per target. Default: as many as clients, or at most 64 when clients think between transactions.
  // "connections": 32,
  // Mean pause of a client between transactions; default: what the workload prescribes (sysbench: none).
  // "think_time": "0s",
  // Instead of clients that set the pace: transactions that arrive at a rate, per second and target.
  // "arrival": {"mode": "poisson", "rate": 500},

  // One target per VM. Braces expand, so this is vm01 and vm02; groups are dealt out in turn.
  // The password stays out of the file: in an environment variable, or in the first line of a file ("password_file").
  "targets": [
    {"url": "mysql://sbtest@vm{01..02}/sbtest", "group": "controller {A,B}", "password_env": "SB_PASSWORD"}
  ],

  // VM sets, run one after the other: here the first target alone, then both. Default: all targets at once.
  // A step may have "clients", "phases" and "hooks" of its own.
  "steps": [{"targets": 1}, {"targets": 2}],
  // How often all steps are run. Three repetitions or more say how far figures differ by chance.
  // "repeat": 1,

  // Precondition until caches, checkpoints and the array have settled (hours on real storage); then the sample is measured.
  // Until every VM is steady, within limits: {"at_least": "2h", "until_steady": true, "at_most": "4h", "round": "5m"}.
  "phases": {
    "precondition": "10m",
    "sample": "10m"
    // "cool_down": "5m"
  },

  // Commands around each step, run by /bin/sh in this plan's folder; what they print is kept with the results.
  // If one fails or takes too long: "stop", "skip_step" or "continue".
  // "hooks": {
  //   "before_step": "./restore-snapshot.sh {targets}",
  //   "before_precondition": "./drop-caches.sh {hosts}",
  //   "after_step": "./array-statistics.sh > {result_dir}/array-{step_number}.txt",
  //   "timeout": "10m", "on_failure": "stop"
  // },
  // The workload's consistency checks on a step's targets, after it.
  // "check_after_step": false,
  // What `oltpsim sweep` does: rates in percent of the highest, time before each, and the limit that names the highest good one.
  // "sweep": {"percent": [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120], "settle": "30s", "p99_limit": "20ms"},

  // Deadlocks and serialization failures are tried again, at most max_tries times in all.
  // "retries": {"mode": "jitter", "max_tries": 10, "base_backoff": "1ms", "max_backoff": "100ms"},
  // "isolation": "server_default",
  // Cap on transactions per target over all phases; a target that reaches it within the sample is reported as short.
  // "max_transactions": 0,
  // "connect_timeout": "10s",
  // "statement_timeout": "60s",

  // The same seed gives the same rows and the same transactions.
  "seed": 1
}
)";
}

}  // namespace oltpsim::plan
