#include "cli/target_readiness.hpp"

#include "load/load.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::cli {
namespace {

db::DbError not_prepared(std::string what) {
    db::DbError error;
    error.cls = db::ErrorClass::schema_mismatch;
    error.operation = "pre-flight";
    error.message = std::move(what);
    return error;
}

/// Does the schema found on the target fit the run?
std::optional<db::DbError> check_schema(
    const plan::RunPlan& plan, const plan::TargetPlan& target, db::AdminConnection& session
) {
    auto missing = load::fits(plan, target, session);
    if (!missing) {
        return missing.error();
    }
    return missing->empty() ? std::nullopt : std::optional(not_prepared(*missing));
}

}  // namespace

std::optional<BoundWorkloads> bind_workloads(Context& context, const plan::RunPlan& plan) {
    BoundWorkloads all;
    for (const plan::TargetPlan& target : plan.targets) {
        auto bound = plan.workload->bind(plan.options, plan::binding_of(plan, target));
        if (!bound) {
            context.console.error(
                fmt::format("target {}: {}", target.name, bound.error().describe())
            );
            return std::nullopt;
        }
        all.push_back(std::move(*bound));
    }
    return all;
}

std::vector<targets::TargetReport> look_at_targets(
    Context& context, const plan::RunPlan& plan, const std::vector<std::uint32_t>& targets
) {
    targets::PreflightScope scope;
    scope.targets = targets;
    scope.further = [&plan](const plan::TargetPlan& target, db::AdminConnection& session) {
        return check_schema(plan, target, session);
    };
    return targets::preflight(plan, scope, context.stop.flag());
}

void take_reports(
    const std::vector<targets::TargetReport>& reports, std::vector<phases::TargetReady>& ready
) {
    for (const targets::TargetReport& report : reports) {
        ready[report.target] = {
            report.facts, report.same_host, report.ok() ? "" : report.describe()
        };
    }
}

void mark_targets(
    const plan::RunPlan& plan,
    const BoundWorkloads& bound,
    const std::vector<std::uint32_t>& targets,
    std::vector<phases::TargetReady>& ready
) {
    const auto types = bound.front()->transactions();
    const bool writes =
        !std::all_of(types.begin(), types.end(), [](const auto& type) { return type.read_only; });
    for (const std::uint32_t index : targets) {
        const plan::TargetPlan& target = plan.targets[index];
        if (!ready[index].failure.empty() || !target.driver->info().stores_data) {
            continue;
        }
        auto session = target.driver->connect_admin(target.endpoint(), plan.session);
        auto marked =
            session ? load::before_run(plan, target, **session) : db::Result<void>(session.error());
        if (marked && writes) {
            marked = load::mark_run_started(**session);
        }
        if (!marked) {
            ready[index].failure = marked.error().describe();
        }
    }
}

}  // namespace oltpsim::cli
