// Tables of one step, as HTML.
#pragma once

#include "results/event_codec.hpp"
#include "results/run_result.hpp"

#include <string>

namespace oltpsim::report::html {

/// Headline figures of a step, each with its 95 % interval.
std::string headline_cards(const results::StepResult& step);
/// One row per VM, then all of them, then the unweighted means.
std::string vm_table(const results::StepResult& step);
/// One row per VM and transaction type, with the 90th percentile against its limit. Empty with a single type.
std::string transaction_table(const results::StepResult& step);
/// What decides whether arrays may be compared: durability settings, data against the server's cache, steadiness, per VM.
std::string trust_table(const results::StepResult& step);
/// Folded: addresses, versions and all settings the servers reported; VMs that agree are one row.
std::string settings_table(const results::StepResult& step);
/// Folded: what the load generator's loops did.
std::string loop_table(const results::StepResult& step);
/// Folded: events of the step. Empty without any.
std::string event_table(const results::EventFile& file, const results::StepResult& step);

}  // namespace oltpsim::report::html
