// The servers of this folder's tests and sessions on them. Each test runs once per server that is given.
#pragma once

#include "db/driver.hpp"
#include "support/test_loop.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace oltpsim::test {

struct MysqlServer {
    std::string label;  ///< for test names
    std::string url;    ///< empty: not given
    const char* variable = "";
};

class MysqlTest : public testing::TestWithParam<MysqlServer> {
protected:
    void SetUp() override;

    /// The server's endpoint with these URL parameters added.
    db::Endpoint endpoint(std::initializer_list<std::pair<const char*, std::string>> params = {})
        const;
    /// An open session; throws when it cannot be opened.
    std::unique_ptr<db::Connection> connect(
        const db::Endpoint& to, const db::SessionOptions& options = {}
    );
    std::unique_ptr<db::AdminConnection> admin(const db::SessionOptions& options = {});
    /// Runs a text as administrator; fails the test on error.
    db::ResultSet query(const std::string& sql);
    std::uint32_t add(
        std::string sql,
        std::vector<db::ColumnType> params = {},
        db::RowUse rows = db::RowUse::keep,
        bool prepare = true
    );
    /// Runs one statement to its end. True when it went well.
    bool run(
        db::Connection& connection, std::uint32_t statement, std::vector<db::Value> params = {}
    );

    std::unique_ptr<db::Driver> driver_;
    TestLoop loop_;
    db::StatementSet statements_;

private:
    db::TargetUrl url_;
    db::Secret password_;
    std::unique_ptr<db::AdminConnection> admin_;
};

/// Servers by the environment: OLTPSIM_TEST_{MARIADB,MYSQL,MYSQL56}_URLS.
std::vector<MysqlServer> mysql_servers();
std::string server_name(const testing::TestParamInfo<MysqlServer>& one);

}  // namespace oltpsim::test
