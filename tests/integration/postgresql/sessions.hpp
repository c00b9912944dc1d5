// What the tests of this folder share: the server under test, and sessions on it.
#pragma once

#include "db/driver.hpp"
#include "integration/postgresql/step_loop.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>

namespace oltpsim::drivers::postgresql {
std::unique_ptr<db::Driver> make_driver();
}

namespace oltpsim::test {

/// The first URL of OLTPSIM_TEST_POSTGRESQL_URLS with its password; nothing when there is no server.
std::optional<db::Endpoint> test_server();

/// One server, one loop. Skips by name when no server is given.
class PostgreSqlTest : public testing::Test {
protected:
    void SetUp() override;

    std::unique_ptr<db::Connection> make(
        const db::Endpoint& endpoint, const db::SessionOptions& options = {}
    );
    /// An open session; the test stops when it cannot be opened.
    std::unique_ptr<db::Connection> connect(const db::SessionOptions& options = {});
    std::unique_ptr<db::AdminConnection> admin();
    /// Adds a statement to the set and returns its id.
    std::uint32_t add(
        std::string name,
        std::string sql,
        std::initializer_list<db::ColumnType> params,
        db::RowUse rows = db::RowUse::keep,
        bool prepare = true
    );
    db::Command execute(std::uint32_t id, std::span<const db::Value> params = {}) const {
        return {db::CommandKind::execute, &statements_[id], params};
    }
    static db::Command control(db::CommandKind kind) { return {kind, nullptr, {}}; }

    std::unique_ptr<db::Driver> driver_ = drivers::postgresql::make_driver();
    db::Endpoint endpoint_;
    StepLoop loop_;
    db::StatementSet statements_;
};

/// How a session's bytes travel: whatever holds on one way must hold on the other.
struct Path {
    const char* name;
    const char* fast_path;
};
inline constexpr Path kPaths[]{{"own_reader", "on"}, {"libpq", "off"}};

/// Tests that run over both, without TLS.
class BothPaths : public PostgreSqlTest, public testing::WithParamInterface<Path> {
protected:
    void SetUp() override {
        PostgreSqlTest::SetUp();
        endpoint_.url.params["sslmode"] = "disable";
        endpoint_.url.params["fast_path"] = GetParam().fast_path;
    }
};
inline std::string path_name(const testing::TestParamInfo<Path>& info) { return info.param.name; }

}  // namespace oltpsim::test
