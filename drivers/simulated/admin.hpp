// The admin session of a simulated database: accepts everything, holds nothing, counts commits. Thread: one.
#pragma once

#include "db/driver.hpp"
#include "drivers/simulated/target_state.hpp"

#include <memory>

namespace oltpsim::drivers::simulated {

class SimulatedAdmin final : public db::AdminConnection {
public:
    explicit SimulatedAdmin(std::shared_ptr<TargetState> state) : state_(std::move(state)) {}

    db::Result<db::ResultSet> query(const std::string&) override { return db::ResultSet{}; }
    db::Result<db::ServerFacts> facts() override;
    /// Commits and autocommitted statements answered, by sessions of both kinds.
    db::Result<std::uint64_t> commit_counter() override { return state_->commits(); }
    db::Result<std::vector<std::string>> tables() override { return std::vector<std::string>{}; }
    db::Result<void> begin() override { return {}; }
    db::Result<void> commit() override {
        state_->add_commit();
        return {};
    }
    db::Result<void> rollback() override { return {}; }
    db::Result<std::unique_ptr<db::BulkWriter>> bulk_writer(
        const std::string& table, std::span<const db::BulkColumn> columns
    ) override;
    void interrupt() noexcept override {}

private:
    std::shared_ptr<TargetState> state_;
};

}  // namespace oltpsim::drivers::simulated
