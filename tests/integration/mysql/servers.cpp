// See servers.hpp.
#include "integration/mysql/servers.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace oltpsim::drivers::mysql {
std::unique_ptr<db::Driver> make_driver();
}

namespace oltpsim::test {

std::vector<MysqlServer> mysql_servers() {
    std::vector<MysqlServer> servers{
        {"mariadb", "", "OLTPSIM_TEST_MARIADB_URLS"},
        {"mysql", "", "OLTPSIM_TEST_MYSQL_URLS"},
        {"mysql56", "", "OLTPSIM_TEST_MYSQL56_URLS"},
    };
    for (MysqlServer& server : servers) {
        const char* urls = std::getenv(server.variable);
        const std::string text = urls != nullptr ? urls : "";
        server.url = text.substr(0, text.find(' '));
    }
    return servers;
}

std::string server_name(const testing::TestParamInfo<MysqlServer>& one) { return one.param.label; }

void MysqlTest::SetUp() {
    if (GetParam().url.empty()) {
        GTEST_SKIP() << GetParam().label << ": " << GetParam().variable << " is not set";
    }
    auto url = db::TargetUrl::parse(GetParam().url);
    ASSERT_TRUE(url) << url.error().describe();
    url_ = *url;
    std::string line;
    std::ifstream file(url_.password_file);
    ASSERT_TRUE(std::getline(file, line)) << "cannot read " << url_.password_file;
    password_ = db::Secret(line);
    driver_ = drivers::mysql::make_driver();
}

db::Endpoint MysqlTest::endpoint(std::initializer_list<std::pair<const char*, std::string>> params
) const {
    db::Endpoint out{url_, password_};
    for (const auto& [name, value] : params) {
        out.url.params[name] = value;
    }
    return out;
}

std::unique_ptr<db::Connection> MysqlTest::connect(
    const db::Endpoint& to, const db::SessionOptions& options
) {
    auto connection = driver_->make_connection(to, options, statements_, &loop_);
    if (!connection->open()) {
        loop_.drive({connection.get()});
    }
    if (!connection->ok()) {
        throw std::runtime_error("no session: " + connection->error().describe());
    }
    return connection;
}

std::unique_ptr<db::AdminConnection> MysqlTest::admin(const db::SessionOptions& options) {
    auto connected = driver_->connect_admin(endpoint(), options);
    if (!connected) {
        throw std::runtime_error("no admin session: " + connected.error().describe());
    }
    return std::move(*connected);
}

db::ResultSet MysqlTest::query(const std::string& sql) {
    if (admin_ == nullptr) {
        admin_ = admin();
    }
    auto rows = admin_->query(sql);
    if (!rows) {
        ADD_FAILURE() << rows.error().describe();
        return {};
    }
    return std::move(*rows);
}

std::uint32_t MysqlTest::add(
    std::string sql, std::vector<db::ColumnType> params, db::RowUse rows, bool prepare
) {
    db::Statement statement;
    statement.name = "s" + std::to_string(statements_.size());
    statement.sql = std::move(sql);
    statement.params = std::move(params);
    statement.rows = rows;
    statement.prepare = prepare;
    return statements_.add(std::move(statement));
}

bool MysqlTest::run(
    db::Connection& connection, std::uint32_t statement, std::vector<db::Value> params
) {
    const db::Command command{db::CommandKind::execute, &statements_[statement], params};
    if (!connection.start({&command, 1})) {
        loop_.drive({&connection});
    }
    return connection.ok();
}

}  // namespace oltpsim::test
