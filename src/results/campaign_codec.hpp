// The JSON of campaign_result.hpp, for the codecs of a run. For *_codec.cpp files only.
#pragma once

#include "results/json_reader.hpp"
#include "results/run_result.hpp"

#include <nlohmann/json_fwd.hpp>

namespace oltpsim::results {

void write_campaign(nlohmann::ordered_json& run, const RunResult& from);
void write_campaign(nlohmann::ordered_json& step, const StepResult& from);
void write_campaign(nlohmann::ordered_json& target, const TargetResult& from);
/// Keys that are missing leave what there is: results of earlier versions lack them. Throws WrongShape.
void read_campaign(const JsonReader& in, RunResult& run);
void read_campaign(const JsonReader& in, StepResult& step);
void read_campaign(const JsonReader& in, TargetResult& target);

}  // namespace oltpsim::results
