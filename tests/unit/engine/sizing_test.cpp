#include "engine/sizing.hpp"

#include <gtest/gtest.h>

namespace oltpsim::engine {
namespace {

plan::RunPlan plan_of(std::uint32_t targets, std::uint32_t clients, std::uint32_t connections) {
    plan::RunPlan plan;
    plan.rate = 100;
    plan.max_transactions = 1001;
    for (std::uint32_t i = 0; i < targets; ++i) {
        plan::TargetPlan target;
        target.index = i;
        target.clients = clients;
        target.connections = connections;
        plan.targets.push_back(std::move(target));
    }
    return plan;
}

plan::StepPlan all_of(const plan::RunPlan& plan) {
    plan::StepPlan step;
    for (const auto& target : plan.targets) {
        step.targets.push_back(target.index);
    }
    return step;
}

TEST(Sizing, loops_follow_connections_and_never_exceed_cpus) {
    EXPECT_EQ(loops_for(1, 8), 1U);
    EXPECT_EQ(loops_for(256, 8), 1U);
    EXPECT_EQ(loops_for(257, 8), 2U);
    EXPECT_EQ(loops_for(768, 8), 3U);
    EXPECT_EQ(loops_for(100'000, 2), 2U);
    EXPECT_EQ(loops_for(0, 0), 1U);
}

TEST(Sizing, shares_add_up_to_the_plan_for_every_split) {
    for (const std::uint32_t targets : {1U, 2U, 3U, 7U}) {
        for (const unsigned shards : {1U, 2U, 4U, 5U}) {
            const plan::RunPlan plan = plan_of(targets, 101, 17);
            const std::vector<std::shared_ptr<const workload::Workload>> bound(targets);
            const auto parts = partition(plan, all_of(plan), bound, shards);
            EXPECT_LE(parts.size(), shards);
            std::vector<std::uint64_t> clients(targets), connections(targets), caps(targets),
                next(targets);
            std::vector<double> rates(targets);
            for (const auto& part : parts) {
                EXPECT_FALSE(part.empty());
                for (const auto& slice : part) {
                    const auto t = slice.target->index;
                    clients[t] += slice.clients;
                    connections[t] += slice.connections;
                    caps[t] += slice.max_transactions;
                    rates[t] += slice.rate;
                }
            }
            for (std::uint32_t t = 0; t < targets; ++t) {
                EXPECT_EQ(clients[t], 101U) << targets << " targets, " << shards << " shards";
                EXPECT_EQ(connections[t], 17U);
                EXPECT_EQ(caps[t], 1001U);
                EXPECT_DOUBLE_EQ(rates[t], 100.0);
            }
        }
    }
}

TEST(Sizing, a_target_is_never_split_finer_than_its_connections) {
    const plan::RunPlan plan = plan_of(1, 10, 2);
    const std::vector<std::shared_ptr<const workload::Workload>> bound(1);
    EXPECT_EQ(partition(plan, all_of(plan), bound, 4).size(), 2U);
}

}  // namespace
}  // namespace oltpsim::engine
