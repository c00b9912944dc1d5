// What is said once per run: plan, workload, versions and the machine that made the load.
#include "core/clock.hpp"
#include "core/text.hpp"
#include "core/version.hpp"
#include "results/describe_step.hpp"
#include "results/make_step_result.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace oltpsim::results {
namespace {

std::string first_value(const char* path, std::string_view key, char separator) {
    std::ifstream in(path);
    std::string line;
    while (std::getline(in, line)) {
        if (line.starts_with(key)) {
            const auto at = line.find(separator);
            return at == std::string::npos ? "" : std::string(trim(line.substr(at + 1)));
        }
    }
    return {};
}

std::unique_ptr<workload::Workload> bound_workload(const plan::RunPlan& plan) {
    if (plan.workload == nullptr || plan.targets.empty()) {
        return nullptr;
    }
    auto bound = plan.workload->bind(plan.options, plan::binding_of(plan, plan.targets.front()));
    return bound ? std::move(*bound) : nullptr;
}

}  // namespace

std::vector<workload::TransactionType> transaction_types(const plan::RunPlan& plan) {
    const auto workload = bound_workload(plan);
    if (!workload) {
        return {};
    }
    const auto types = workload->transactions();
    return {types.begin(), types.end()};
}

std::vector<std::string> transaction_names(const plan::RunPlan& plan) {
    std::vector<std::string> names;
    for (const auto& type : transaction_types(plan)) {
        names.push_back(type.name);
    }
    return names;
}

std::map<std::string, std::string> environment_facts() {
    std::map<std::string, std::string> facts;
    utsname system{};
    if (uname(&system) == 0) {
        facts["host"] = system.nodename;
        facts["kernel"] = fmt::format("{} {}", system.sysname, system.release);
    }
    facts["cpu"] = first_value("/proc/cpuinfo", "model name", ':');
    facts["cpus"] = fmt::format("{}", std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page_size = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page_size > 0) {
        facts["memory"] =
            human_size(static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_size));
    }
    std::string os = first_value("/etc/os-release", "PRETTY_NAME=", '=');
    std::erase(os, '"');
    facts["os"] = os;
    std::erase_if(facts, [](const auto& fact) { return fact.second.empty(); });
    return facts;
}

RunResult make_run_result(const plan::RunPlan& plan) {
    RunResult run;
    run.methodology_version = kMethodologyVersion;
    run.name = plan.name;
    run.tool_version = version();
    run.tool_commit = commit();
    run.started_at = utc_now();
    run.storage = plan.storage;
    run.storages = plan.storages;
    run.environment = environment_facts();
    run.profile = plan.profile;
    run.arrival = arrival_name(plan.arrival);
    run.plan_json = plan.canonical_json;
    run.plan_hash = plan.hash;
    for (const auto& target : plan.targets) {
        run.clients_per_target = std::max(run.clients_per_target, target.clients);
    }
    if (plan.think_time) {
        run.think_time_mean_ms = to_millis(*plan.think_time);
    }
    if (plan.workload != nullptr) {
        run.workload = plan.workload->name();
    }
    if (const auto workload = bound_workload(plan)) {
        run.workload_facts = workload->describe();
        if (!plan.think_time) {
            run.think_time_mean_ms = to_millis(workload->mean_pacing());
        }
    }
    run.valid = false;
    run.invalid_reasons = {"no step has finished"};
    return run;
}

void add_step(RunResult& run, StepResult step) {
    const auto same = std::find_if(run.steps.begin(), run.steps.end(), [&](const auto& other) {
        return other.name == step.name;
    });
    if (same == run.steps.end()) {
        run.steps.push_back(std::move(step));
    } else {
        *same = std::move(step);
    }
    run.finished_at = utc_now();
    judge_run(run);
}

void judge_run(RunResult& run) {
    run.invalid_reasons.clear();
    for (const auto& one : run.steps) {
        if (one.saturated.value_or(false)) {
            continue;  // a sweep goes beyond what the VMs can do, on purpose
        }
        for (const auto& reason : one.invalid_reasons) {
            run.invalid_reasons.push_back(
                run.steps.size() > 1 ? fmt::format("step {}: {}", one.name, reason) : reason
            );
        }
    }
    run.valid = run.invalid_reasons.empty();
}

}  // namespace oltpsim::results
