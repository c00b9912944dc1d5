// See sessions.hpp.
#include "integration/postgresql/sessions.hpp"

#include <cstdlib>
#include <fstream>

namespace oltpsim::test {

std::optional<db::Endpoint> test_server() {
    const char* urls = std::getenv("OLTPSIM_TEST_POSTGRESQL_URLS");
    if (urls == nullptr || *urls == '\0') {
        return std::nullopt;
    }
    const std::string all{urls};
    auto url = db::TargetUrl::parse(std::string_view{all}.substr(0, all.find(' ')));
    if (!url) {
        ADD_FAILURE() << url.error().describe();
        return std::nullopt;
    }
    db::Endpoint endpoint{*url, url->password};
    if (!url->password_file.empty()) {
        std::string line;
        std::ifstream file{url->password_file};
        std::getline(file, line);
        endpoint.password = db::Secret{line};
    }
    return endpoint;
}

void PostgreSqlTest::SetUp() {
    const auto server = test_server();
    if (!server) {
        GTEST_SKIP() << "no PostgreSQL server: OLTPSIM_TEST_POSTGRESQL_URLS is not set";
    }
    endpoint_ = *server;
}

std::unique_ptr<db::Connection> PostgreSqlTest::make(
    const db::Endpoint& endpoint, const db::SessionOptions& options
) {
    return driver_->make_connection(endpoint, options, statements_, &loop_);
}

std::unique_ptr<db::Connection> PostgreSqlTest::connect(const db::SessionOptions& options) {
    auto connection = make(endpoint_, options);
    if (!loop_.open(*connection)) {
        ADD_FAILURE() << connection->error().describe();
    }
    return connection;
}

std::unique_ptr<db::AdminConnection> PostgreSqlTest::admin() {
    auto opened = driver_->connect_admin(endpoint_, {});
    if (!opened) {
        ADD_FAILURE() << opened.error().describe();
        return nullptr;
    }
    return std::move(*opened);
}

std::uint32_t PostgreSqlTest::add(
    std::string name,
    std::string sql,
    std::initializer_list<db::ColumnType> params,
    db::RowUse rows,
    bool prepare
) {
    db::Statement statement;
    statement.name = std::move(name);
    statement.sql = std::move(sql);
    statement.params = params;
    statement.rows = rows;
    statement.prepare = prepare;
    return statements_.add(std::move(statement));
}

}  // namespace oltpsim::test
