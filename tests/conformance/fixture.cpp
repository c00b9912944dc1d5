// Base of all conformance tests.
#include "conformance/fixture.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace oltpsim::test {
namespace {

std::string replaced(std::string text, std::string_view mark, std::string_view value) {
    for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += value.size()) {
        text.replace(at, mark.size(), value);
    }
    return text;
}

// ? becomes $1, $2, … No test has one inside quotes.
std::string numbered(const std::string& sql) {
    std::string text;
    int number = 0;
    for (const char c : sql) {
        text += c == '?' ? "$" + std::to_string(++number) : std::string(1, c);
    }
    return text;
}

db::Secret password_of(const db::TargetUrl& url, const db::Driver& driver) {
    if (url.password.is_set()) {
        return url.password;
    }
    if (!url.password_file.empty()) {
        std::ifstream in(url.password_file);
        std::string line;
        EXPECT_TRUE(std::getline(in, line)) << "cannot read " << url.password_file;
        return db::Secret(line);
    }
    if (const char* value =
            url.password_env.empty() ? nullptr : std::getenv(url.password_env.c_str())) {
        return db::Secret(value);
    }
    return driver.default_password(url);
}

}  // namespace

TestSession::TestSession(
    std::unique_ptr<db::Connection> connection, TestLoop* loop, std::string password
)
    : connection_(std::move(connection)), loop_(loop), password_(std::move(password)) {}

TestSession::~TestSession() {
    if (thread_.joinable()) {
        connection_->abort(db::ErrorClass::cancelled);
        thread_.join();
    }
    connection_->close();
}

bool TestSession::open() {
    if (!connection_->open()) {
        EXPECT_NE(loop_, nullptr) << "a blocking driver must finish at once";
        loop_->drive({connection_.get()});
    }
    return finish();
}

bool TestSession::run(std::vector<Order> orders, bool one_batch) {
    start(std::move(orders), one_batch);
    return wait();
}

void TestSession::start(std::vector<Order> orders, bool one_batch) {
    orders_ = std::move(orders);
    commands_.clear();
    for (const Order& order : orders_) {
        commands_.push_back({order.kind, order.statement, order.values});
    }
    if (loop_ != nullptr) {
        (void)connection_->start(commands_, one_batch);
        return;
    }
    thread_ = std::thread([this, one_batch] {
        EXPECT_TRUE(connection_->start(commands_, one_batch))
            << "a blocking driver must finish at once";
    });
}

bool TestSession::wait(Nanos patience) {
    if (thread_.joinable()) {
        thread_.join();
    } else if (connection_->busy()) {
        loop_->drive({connection_.get()}, patience);
    }
    return finish();
}

void TestSession::let_run(Nanos duration) {
    if (loop_ != nullptr) {
        loop_->run_for(duration);
    } else {
        std::this_thread::sleep_for(duration);
    }
}

// Rules that hold after every operation, whatever it was.
bool TestSession::finish() {
    EXPECT_FALSE(connection_->busy());
    EXPECT_EQ(connection_->deadline(), TimePoint::max());
    if (!connection_->ok()) {
        const std::string text = connection_->error().describe();
        if (password_.size() >= 6) {
            EXPECT_EQ(text.find(password_), std::string::npos)
                << "the password is in the error text";
        }
        EXPECT_FALSE(text.empty());
        if (db::poisons_connection(connection_->error().cls)) {
            EXPECT_FALSE(connection_->is_open()) << "open after: " << text;
            EXPECT_FALSE(connection_->in_transaction());
        }
    }
    return connection_->ok();
}

void Conformance::SetUp() {
    if (target().url.empty()) {
        GTEST_SKIP() << target().label << ": " << target().why_not;
    }
    auto url = db::TargetUrl::parse(target().url);
    ASSERT_TRUE(url) << url.error().describe();
    for (auto& one : all_drivers()) {
        if (one->info().name == target().driver) {
            driver_ = std::move(one);
        }
    }
    ASSERT_NE(driver_, nullptr);
    auto checked = driver_->check(*url);
    ASSERT_TRUE(checked) << checked.error().describe();
    endpoint_ = {*url, password_of(*url, *driver_)};
    if (driver_->info().io_model == db::IoModel::async) {
        loop_.emplace();
    }
    table_ = "oc_" + std::to_string(getpid());
}

void Conformance::TearDown() {
    if (admin_ != nullptr) {
        (void)admin_->rollback();
        auto dropped = admin_->query("DROP TABLE IF EXISTS " + table_);
        EXPECT_TRUE(dropped) << dropped.error().describe();
        admin_.reset();
    }
    const bool file = target().label.ends_with("sqlite") && !target().url.empty();
    if (file) {
        std::string path = endpoint_.url.database;
        path = path.substr(path.rfind('=') + 1);  // of "Driver=…;Database=path"
        for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
            std::filesystem::remove(path + suffix);
        }
    }
    if (loop_) {
        EXPECT_EQ(loop_->watched(), 0U) << "a closed connection is still watched";
        EXPECT_EQ(loop_->timers(), 0U) << "a closed connection still has a timer";
    }
}

std::string Conformance::filled(std::string sql) const {
    return replaced(std::move(sql), "{t}", table_);
}

std::uint32_t Conformance::statement(
    std::string sql, std::vector<db::ColumnType> params, db::RowUse rows, bool prepare
) {
    db::Statement one;
    one.name = fmt::format("s{}", statements_.size());
    one.sql = filled(dialect().numbered_placeholders ? numbered(sql) : std::move(sql));
    one.params = std::move(params);
    one.rows = rows;
    one.prepare = prepare;
    one.writes = rows == db::RowUse::none;
    return statements_.add(std::move(one));
}

void Conformance::make_table(const std::string& columns) {
    (void)admin_query("DROP TABLE IF EXISTS {t}");
    (void)admin_query("CREATE TABLE {t} (" + columns + ")" + dialect().table_suffix);
}

db::AdminConnection& Conformance::admin() {
    if (admin_ == nullptr) {
        admin_ = another_admin();
    }
    return *admin_;
}

std::unique_ptr<db::AdminConnection> Conformance::another_admin(const db::SessionOptions& options) {
    auto connected = driver_->connect_admin(endpoint_, options);
    if (!connected) {
        throw std::runtime_error("no admin session: " + connected.error().describe());
    }
    return std::move(*connected);
}

db::ResultSet Conformance::admin_query(const std::string& sql) {
    auto rows = admin().query(filled(sql));
    if (!rows) {
        ADD_FAILURE() << sql << ": " << rows.error().describe();
        return {};
    }
    return std::move(*rows);
}

std::unique_ptr<TestSession> Conformance::session_to(
    const db::Endpoint& endpoint, const db::SessionOptions& options
) {
    return std::make_unique<TestSession>(
        driver_->make_connection(endpoint, options, statements_, loop()),
        loop(),
        endpoint.password.reveal()
    );
}

std::unique_ptr<TestSession> Conformance::session(const db::SessionOptions& options) {
    return session_to(endpoint_, options);
}

std::unique_ptr<TestSession> Conformance::open_session(const db::SessionOptions& options) {
    auto opened = session(options);
    if (!opened->open()) {
        throw std::runtime_error("no session: " + opened->outcome());
    }
    return opened;
}

INSTANTIATE_TEST_SUITE_P(
    On,
    Conformance,
    testing::ValuesIn(targets_under_test()),
    [](const testing::TestParamInfo<TargetUnderTest>& one) { return one.param.label; }
);

}  // namespace oltpsim::test
