// The simulated database on a virtual clock: what its URL promises is what a client sees, to the nanosecond.
#include "db/driver.hpp"
#include "support/count_allocations.hpp"
#include "support/test_loop.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace oltpsim::drivers::simulated {

std::unique_ptr<db::Driver> make_driver();

namespace {

using db::ErrorClass;
using namespace std::chrono_literals;

class Simulated : public testing::Test {
protected:
    Simulated() {
        db::Statement read;
        read.name = "read";
        read.rows = db::RowUse::keep;
        statements_.add(read);
        db::Statement write;
        write.name = "write";
        write.writes = true;
        statements_.add(write);
    }

    std::unique_ptr<db::Connection> connection(const std::string& params) {
        const db::Endpoint endpoint{db::TargetUrl::parse("simulated:?" + params).value(), {}};
        EXPECT_TRUE(driver_->check(endpoint.url)) << params;
        return driver_->make_connection(endpoint, {}, statements_, &loop_);
    }
    std::unique_ptr<db::Connection> open(const std::string& params) {
        auto c = connection(params);
        if (!c->open()) {
            loop_.drive({c.get()});
        }
        EXPECT_TRUE(c->ok()) << c->error().describe();
        return c;
    }
    bool run(db::Connection& c, std::initializer_list<db::Command> commands) {
        if (!c.start(std::span(commands.begin(), commands.size()))) {
            loop_.drive({&c});
        }
        return c.ok();
    }
    bool transaction(db::Connection& c) { return run(c, {kBegin, read(), write(), kCommit}); }
    /// Milliseconds that each of n transactions took.
    std::vector<double> times(db::Connection& c, int n) {
        std::vector<double> all;
        for (int i = 0; i < n; ++i) {
            const TimePoint before = loop_.now();
            EXPECT_TRUE(transaction(c)) << c.error().describe();
            EXPECT_EQ(c.finished_at(), loop_.now());
            all.push_back(to_millis(c.finished_at() - before));
        }
        return all;
    }
    db::Command read() const { return {db::CommandKind::execute, &statements_[0], {}}; }
    db::Command write() const { return {db::CommandKind::execute, &statements_[1], {}}; }
    static double mean(const std::vector<double>& all) {
        return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
    }
    std::uint64_t commits(const std::string& params) {
        const db::Endpoint endpoint{db::TargetUrl::parse("simulated:?" + params).value(), {}};
        return driver_->connect_admin(endpoint, {}).value()->commit_counter().value();
    }

    static constexpr db::Command kBegin{db::CommandKind::begin, nullptr, {}};
    static constexpr db::Command kCommit{db::CommandKind::commit, nullptr, {}};
    static constexpr db::Command kRollback{db::CommandKind::rollback, nullptr, {}};

    std::unique_ptr<db::Driver> driver_ = make_driver();
    db::StatementSet statements_;
    test::TestLoop loop_{test::TestLoop::Clock::simulated};
};

TEST_F(Simulated, a_constant_latency_is_exact_and_once_per_transaction) {
    const auto c = open("latency_ms=9.8");
    for (const double time : times(*c, 10)) {
        EXPECT_DOUBLE_EQ(time, 9.8);
    }
    const TimePoint before = loop_.now();
    ASSERT_TRUE(run(*c, {read()}));  // a sole statement is a transaction
    EXPECT_EQ(loop_.now() - before, 9'800us);
}

TEST_F(Simulated, an_empty_transaction_is_answered_at_once_and_cannot_fail) {
    const auto c = open("latency_ms=10&errors=always:deadlock");
    const TimePoint before = loop_.now();
    EXPECT_TRUE(run(*c, {kBegin, kCommit}));
    EXPECT_FALSE(run(*c, {read()}));
    EXPECT_TRUE(run(*c, {kBegin, kCommit}));
    EXPECT_FALSE(run(*c, {kBegin, read(), kCommit}));
    EXPECT_TRUE(run(*c, {kRollback, kBegin, kCommit}));
    EXPECT_EQ(loop_.now() - before, 20ms);
}

TEST_F(Simulated, per_statement_each_command_takes_its_time) {
    const auto c = open("latency_ms=2&per=statement");
    EXPECT_DOUBLE_EQ(times(*c, 1)[0], 8.0);
}

TEST_F(Simulated, distributions_have_their_mean_and_shape) {
    const auto exponential = times(*open("latency_ms=10&distribution=exponential"), 20'000);
    EXPECT_NEAR(mean(exponential), 10.0, 0.3);
    EXPECT_NEAR(
        static_cast<double>(
            std::count_if(exponential.begin(), exponential.end(), [](double t) { return t > 10; })
        ) / 20'000,
        std::exp(-1.0),
        0.015
    );
    const auto lognormal = times(*open("latency_ms=10&distribution=lognormal&spread=0.5"), 20'000);
    EXPECT_NEAR(mean(lognormal), 10.0, 0.2);
    EXPECT_NEAR(
        static_cast<double>(std::count_if(
            lognormal.begin(), lognormal.end(), [](double t) { return t > 10 * std::exp(-0.125); }
        )) / 20'000,
        0.5,
        0.015
    );
    const auto uniform = times(*open("latency_ms=0.2&distribution=uniform&spread=0.25"), 20'000);
    EXPECT_NEAR(mean(uniform), 0.2, 0.002);
    EXPECT_GE(*std::min_element(uniform.begin(), uniform.end()), 0.15 - 1e-6);
    EXPECT_LE(*std::max_element(uniform.begin(), uniform.end()), 0.25 + 1e-6);
}

TEST_F(Simulated, the_seed_decides_everything) {
    const auto once = [&](const char* seed) {
        return times(*open(std::string("distribution=exponential&seed=") + seed), 50);
    };
    const auto first = once("1");
    EXPECT_EQ(first, once("1"));
    EXPECT_NE(first, once("2"));
}

TEST_F(Simulated, connections_of_one_target_differ) {
    const auto a = open("distribution=exponential");
    const auto b = open("distribution=exponential");
    EXPECT_NE(times(*a, 5), times(*b, 5));
}

TEST_F(Simulated, a_stall_holds_back_replies_of_every_connection_until_its_end) {
    const auto a = open("latency_ms=10&stall_at_s=1&stall_s=5");
    const TimePoint origin = loop_.now();
    loop_.run_for(995ms);
    const auto b = open("latency_ms=10&stall_at_s=1&stall_s=5");
    const db::Command one = read();
    ASSERT_FALSE(a->start(std::span(&one, 1)));
    ASSERT_TRUE(transaction(*b));
    loop_.drive({a.get()});
    EXPECT_EQ(a->finished_at() - origin, 6s);
    EXPECT_EQ(b->finished_at() - origin, 6s);
    EXPECT_DOUBLE_EQ(times(*a, 1)[0], 10.0);
}

TEST_F(Simulated, slow_first_then_fast) {
    const auto c = open("latency_ms=2&slow_latency_ms=200&slow_until_s=1");
    const auto all = times(*c, 10);
    EXPECT_THAT(std::vector(all.begin(), all.begin() + 5), testing::Each(200.0));
    EXPECT_THAT(std::vector(all.begin() + 5, all.end()), testing::Each(2.0));
}

TEST_F(Simulated, a_share_of_calls_is_slow) {
    const auto all = times(*open("latency_ms=1&slow_share=0.02&slow_latency_ms=30000"), 10'000);
    const auto slow = std::count(all.begin(), all.end(), 30'000.0);
    EXPECT_NEAR(static_cast<double>(slow), 200, 60);
    EXPECT_EQ(slow + std::count(all.begin(), all.end(), 1.0), 10'000);
}

TEST_F(Simulated, errors_come_as_asked_and_the_session_lives_or_dies_with_their_class) {
    const auto c = open("errors=always:serialization_failure");
    EXPECT_FALSE(transaction(*c));
    EXPECT_EQ(c->error().cls, ErrorClass::serialization_failure);
    EXPECT_EQ(c->failed_index(), 3U);
    EXPECT_TRUE(c->in_transaction());
    EXPECT_TRUE(run(*c, {kRollback}));
    EXPECT_TRUE(c->is_open());

    const auto lost = open("errors=always:connection_lost");
    EXPECT_FALSE(transaction(*lost));
    EXPECT_FALSE(lost->is_open());
    EXPECT_FALSE(lost->in_transaction());
    EXPECT_FALSE(run(*lost, {read()}));
    EXPECT_EQ(lost->error().cls, ErrorClass::connection_lost);

    const auto some = open("error_rate=0.1");
    int failed = 0;
    for (int i = 0; i < 5000; ++i) {
        if (!transaction(*some)) {
            ++failed;
            EXPECT_EQ(some->error().cls, ErrorClass::deadlock);
            EXPECT_TRUE(run(*some, {kRollback}));
        }
    }
    EXPECT_NEAR(failed, 500, 100);
}

TEST_F(Simulated, connects_beyond_the_rate_are_refused) {
    std::vector<std::unique_ptr<db::Connection>> all;
    const auto accepted = [&] {
        int good = 0;
        for (auto& c : all) {
            if (!c->is_open()) {
                EXPECT_TRUE(c->open());
                good += c->ok() ? 1 : 0;
                EXPECT_TRUE(c->ok() || c->error().cls == ErrorClass::too_many_connections);
            }
        }
        return good;
    };
    for (int i = 0; i < 120; ++i) {
        all.push_back(connection("connects_per_second=50"));
    }
    EXPECT_EQ(accepted(), 50);
    EXPECT_EQ(accepted(), 0);
    loop_.run_for(1s);
    EXPECT_EQ(accepted(), 50);
    loop_.run_for(1s);
    EXPECT_EQ(accepted(), 20);
}

TEST_F(Simulated, connecting_takes_its_time_and_fails_as_asked) {
    const TimePoint before = loop_.now();
    const auto c = open("connect_latency_ms=30");
    EXPECT_EQ(loop_.now() - before, 30ms);
    const auto refused = connection("fail_connect=auth_failed");
    EXPECT_TRUE(refused->open());
    EXPECT_EQ(refused->error().cls, ErrorClass::auth_failed);
    EXPECT_FALSE(refused->is_open());
    const db::Endpoint endpoint{
        db::TargetUrl::parse("simulated:?fail_connect=tls_failed").value(), {}
    };
    EXPECT_EQ(driver_->connect_admin(endpoint, {}).error().cls, ErrorClass::tls_failed);
}

TEST_F(Simulated, the_commit_counter_counts_what_was_answered_well) {
    const std::string url = "name=counted&error_rate=0.5&seed=3";
    EXPECT_EQ(commits(url), 0U);
    std::uint64_t good = 0;
    {
        const auto a = open(url);
        const auto b = open(url);
        for (int i = 0; i < 100; ++i) {
            good += transaction(*a) ? 1 : 0;
            good += run(*b, {read()}) ? 1 : 0;
            EXPECT_TRUE(run(*a, {kRollback}));
        }
        EXPECT_EQ(commits(url), good);
    }
    EXPECT_GT(good, 50U);
    EXPECT_EQ(commits(url), good) << "connections that are gone still count";
    EXPECT_EQ(commits("name=other"), 0U);
}

TEST_F(Simulated, abort_ends_a_call_in_flight_and_its_timer) {
    const auto c = open("latency_ms=60000");
    const db::Command one = read();
    ASSERT_FALSE(c->start(std::span(&one, 1)));
    c->abort(ErrorClass::statement_timeout);
    loop_.drive({c.get()});
    EXPECT_EQ(c->error().cls, ErrorClass::statement_timeout);
    EXPECT_FALSE(c->is_open());
    EXPECT_EQ(loop_.timers(), 0U);
    EXPECT_TRUE(c->open());
    EXPECT_TRUE(c->is_open());
}

TEST_F(Simulated, a_statement_past_its_deadline_is_ended) {
    const auto c = open("latency_ms=90000");
    EXPECT_FALSE(run(*c, {read()}));
    EXPECT_EQ(c->error().cls, ErrorClass::statement_timeout);
}

TEST_F(Simulated, a_warm_session_allocates_nothing) {
    const auto c =
        open("latency_ms=0&rows=10");  // answers at once, so that only the driver is looked at
    ASSERT_TRUE(transaction(*c));
    const std::size_t before = test::allocations();
    for (int i = 0; i < 1000; ++i) {
        ASSERT_TRUE(transaction(*c));
    }
    EXPECT_EQ(test::allocations(), before);
}

TEST_F(Simulated, rows_are_as_many_as_asked) {
    const auto c = open("rows=7");
    ASSERT_TRUE(run(*c, {read()}));
    EXPECT_EQ(c->result().rows(), 7U);
    EXPECT_EQ(c->result().integer(6, 3), 1);
    ASSERT_TRUE(run(*c, {write()}));
    EXPECT_EQ(c->result().affected(), 1U);
}

TEST_F(Simulated, bad_parameters_are_named) {
    const std::pair<const char*, const char*> bad[] = {
        {"latency_ms=-1", "latency_ms"},
        {"latency_ms=nan", "latency_ms"},
        {"distribution=normal", "distribution"},
        {"per=query", "per"},
        {"slow_share=0.1", "slow_latency_ms"},
        {"error_rate=2", "error_rate"},
        {"error_class=oops", "oops"},
        {"errors=deadlock", "always:"},
        {"errors=always:oops", "oops"},
        {"fail_connect=deadlock", "fail_connect"},
        {"connects_per_second=1.5", "whole"},
        {"refuse=no", "refuse"},
        {"rows=-1", "rows"},
        {"distribution=uniform&spread=2", "spread"},
    };
    for (const auto& [params, part] : bad) {
        const auto checked =
            driver_->check(db::TargetUrl::parse(std::string("simulated:?") + params).value());
        ASSERT_FALSE(checked) << params;
        EXPECT_EQ(checked.error().cls, ErrorClass::bad_argument);
        EXPECT_THAT(checked.error().message, testing::HasSubstr(part));
    }
    EXPECT_FALSE(driver_->check(db::TargetUrl::parse("simulated://host/db").value()));
}

}  // namespace
}  // namespace oltpsim::drivers::simulated
