// One thread per target, at most kAtOnce; then the limits of servers that several targets share.
#include "targets/preflight.hpp"

#include "core/text.hpp"
#include "targets/same_host.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <thread>

namespace oltpsim::targets {
namespace {

constexpr std::size_t kAtOnce = 32;
/// Sessions beside the measured ones: pre-flight, commit counter, and one to look in by hand.
constexpr std::uint64_t kSpareSessions = 3;

db::DbError cancelled() {
    db::DbError error;
    error.cls = db::ErrorClass::cancelled;
    error.operation = "pre-flight";
    error.message = "stopped before this target was looked at";
    return error;
}

void look_at(const plan::RunPlan& plan, const PreflightScope& scope, TargetReport& report) {
    const plan::TargetPlan& target = plan.targets[report.target];
    report.same_host = target.driver->info().stores_data && is_same_host(target.url);
    auto session = target.driver->connect_admin(target.endpoint(), plan.session);
    if (!session) {
        report.error = session.error();
        return;
    }
    auto facts = (*session)->facts();
    if (!facts) {
        report.error = facts.error();
        return;
    }
    report.facts = std::move(*facts);
    if (scope.further) {
        report.error = scope.further(target, **session);
    }
}

/// Prepared statements one connection may hold.
std::uint64_t prepared_per_connection(const plan::RunPlan& plan, const plan::TargetPlan& target) {
    const auto bound = plan.workload->bind(plan.options, plan::binding_of(plan, target));
    if (!bound) {
        return 0;
    }
    const auto all = (*bound)->statements().all();
    return static_cast<std::uint64_t>(
        std::count_if(all.begin(), all.end(), [](const db::Statement& s) { return s.prepare; })
    );
}

/// What the targets on one server need of it together.
struct Demand {
    std::uint64_t connections = 0;
    std::uint64_t prepared = 0;
    std::vector<TargetReport*> reports;
};

void check_limits(
    const plan::RunPlan& plan, const PreflightScope& scope, std::vector<TargetReport>& reports
) {
    std::map<std::string, Demand> servers;
    for (TargetReport& report : reports) {
        if (report.error) {
            continue;
        }
        const plan::TargetPlan& target = plan.targets[report.target];
        Demand& demand =
            servers[target.driver->info().virtual_time ? target.name : target.url.place()];
        demand.connections += scope.load ? plan.load.connections : target.connections;
        demand.prepared +=
            scope.load ? 0 : prepared_per_connection(plan, target) * target.connections;
        demand.reports.push_back(&report);
    }
    for (auto& [place, demand] : servers) {
        for (TargetReport* report : demand.reports) {
            const db::ServerFacts& facts = report->facts;
            if (facts.max_connections > 0 &&
                demand.connections + kSpareSessions > facts.max_connections) {
                report->shortage = fmt::format(
                    "{} allows {} connections, the plan needs {} and {} to spare: raise "
                    "max_connections on the server, or lower "
                    "\"{}\"",
                    place,
                    group_digits(facts.max_connections),
                    group_digits(demand.connections),
                    kSpareSessions,
                    scope.load ? "load.connections" : "connections"
                );
            } else if (facts.max_prepared_statements > 0 &&
                       demand.prepared > facts.max_prepared_statements) {
                report->shortage = fmt::format(
                    "{} allows {} prepared statements in all, the plan needs {}: raise the limit "
                    "on the server (MySQL: "
                    "max_prepared_stmt_count), or use fewer connections or tables",
                    place,
                    group_digits(facts.max_prepared_statements),
                    group_digits(demand.prepared)
                );
            }
        }
    }
}

}  // namespace

std::string TargetReport::describe() const { return error ? error->describe() : shortage; }

std::vector<TargetReport> preflight(
    const plan::RunPlan& plan, const PreflightScope& scope, const std::atomic<bool>& stop
) {
    std::vector<std::uint32_t> targets = scope.targets;
    if (targets.empty()) {
        targets.resize(plan.targets.size());
        std::iota(targets.begin(), targets.end(), 0U);
    }
    std::vector<TargetReport> reports(targets.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < targets.size(); i = next++) {
            reports[i].target = targets[i];
            if (stop.load()) {
                reports[i].error = cancelled();
                continue;
            }
            look_at(plan, scope, reports[i]);
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < std::min(kAtOnce, targets.size()); ++i) {
            threads.emplace_back(work);
        }
    }
    check_limits(plan, scope, reports);
    return reports;
}

}  // namespace oltpsim::targets
