#include "results/data_growth.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace oltpsim::results {
namespace {

/// Bytes a row takes, by table; empty when the workload has no data set.
std::map<std::string, double> row_bytes(
    const plan::RunPlan& plan, const plan::TargetPlan& planned
) {
    std::map<std::string, double> bytes;
    const auto dataset = plan.workload->dataset(plan.options, plan::binding_of(plan, planned));
    if (dataset) {
        for (const auto& table : (*dataset)->tables()) {
            bytes[table.name] = table.bytes_per_row;
        }
    }
    return bytes;
}

std::string growth_text(double bytes) {
    return (bytes < 0 ? "-" : "") + human_size(static_cast<std::uint64_t>(std::abs(bytes)));
}

}  // namespace

std::optional<DataGrowth> data_growth_of(
    const plan::RunPlan& plan,
    const metrics::TargetOutcome& target,
    const std::vector<workload::TransactionType>& types
) {
    const bool grows = std::any_of(types.begin(), types.end(), [](const auto& type) {
        return !type.growth.empty();
    });
    if (!grows || plan.workload == nullptr) {
        return std::nullopt;
    }
    const auto bytes_of = row_bytes(plan, plan.targets.at(target.target));
    DataGrowth growth;
    growth.bytes = 0;
    for (const auto& total : target.totals) {
        for (std::size_t i = 0; i < std::min(types.size(), total.by_type.size()); ++i) {
            const auto commits = static_cast<double>(total.by_type[i].outcomes.committed);
            for (const auto& [table, rows] : types[i].growth) {
                growth.rows += commits * rows;
                const auto known = bytes_of.find(table);
                if (known == bytes_of.end() || known->second <= 0) {
                    growth.bytes.reset();
                } else if (growth.bytes) {
                    *growth.bytes += commits * rows * known->second;
                }
            }
        }
    }
    return growth;
}

void note_growth(StepResult& step) {
    double bytes = 0;
    double data = 0;
    std::size_t known = 0;
    bool unsteady = false;
    for (const auto& target : step.targets) {
        if (target.data_growth && target.data_growth->bytes && target.data_bytes) {
            bytes += *target.data_growth->bytes;
            data += static_cast<double>(*target.data_bytes);
            ++known;
        }
        unsteady = unsteady || !target.steady.value_or(true);
    }
    if (known == 0 || data <= 0 || std::abs(bytes) < 1) {
        return;
    }
    step.notes.push_back(fmt::format(
        "declared drift: the workload inserts, so the data grew by about {} or {:.2g} % during the "
        "step, estimated from its commits{}",
        growth_text(bytes),
        bytes / data * 100,
        unsteady ? "; a slow trend in the precondition may be that" : ""
    ));
}

}  // namespace oltpsim::results
