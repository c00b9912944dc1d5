// What the servers' settings and data sizes mean for the numbers, as sentences.
#pragma once

#include "results/run_result.hpp"

namespace oltpsim::results {

/// Adds notes to the step: settings under which commits do not wait for the storage, VMs that differ in durability, data
/// that fits into the servers' caches.
void note_settings(StepResult& step);

}  // namespace oltpsim::results
