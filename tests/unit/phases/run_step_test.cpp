// Whole steps on a virtual clock: the faults of other tools (user cases), each shown absent.
#include "support/step_harness.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <cmath>
#include <filesystem>
#include <thread>

namespace oltpsim {
namespace {

using metrics::Phase;
using std::chrono::milliseconds;
using std::chrono::seconds;
using support::StepHarness;

double law(const metrics::IntervalSample& sample, double elapsed, double clients) {
    const auto n = static_cast<double>(sample.cycles);
    const double cycle = (to_seconds(sample.busy_total) + to_seconds(sample.think_total)) / n;
    return n / elapsed * cycle / clients - 1;
}

TEST(RunStep, closed_loop_without_think_time_obeys_the_law) {
    StepHarness h;
    h.add("simulated:?latency_ms=10&distribution=exponential", 32);
    const auto outcome = h.run();
    const auto& sample = h.sample_of(outcome);
    // 32 clients at 10 ms: 3,200/s for 10 s.
    EXPECT_NEAR(static_cast<double>(sample.committed()), 32'000, 700);
    EXPECT_NEAR(sample.merged_response().mean() * 1e-6, 10.0, 0.2);
    EXPECT_LT(std::abs(law(sample, 10, 32)), 0.005);
    EXPECT_EQ(outcome.targets[0].state, "ok");
}

TEST(RunStep, think_time_and_shared_connections_obey_the_law) {
    StepHarness h;
    h.plan.think_time = milliseconds{4743};
    h.plan.phases.sample = seconds{60};
    h.add("simulated:?latency_ms=9.8&distribution=exponential", 15'000, 64);
    const auto outcome = h.run();
    const auto& sample = h.sample_of(outcome);
    const double expected = 15'000.0 / (4.743 + 0.0098) * 60;
    EXPECT_NEAR(static_cast<double>(sample.committed()), expected, expected * 0.005);
    EXPECT_LT(std::abs(law(sample, 60, 15'000)), 0.005);
    EXPECT_NEAR(sample.merged_response().mean() * 1e-6, 9.8, 0.1);
    EXPECT_EQ(to_millis(sample.lag.maximum()), 0) << "on a virtual clock nobody is late";
}

TEST(RunStep, the_same_seed_gives_the_same_run) {
    std::vector<std::uint64_t> counts;
    for (int i = 0; i < 2; ++i) {
        StepHarness h;
        h.add("simulated:?latency_ms=3&distribution=exponential&seed=4", 8);
        const auto outcome = h.run();
        counts.push_back(h.sample_of(outcome).committed());
        counts.push_back(static_cast<std::uint64_t>(h.sample_of(outcome).merged_response().mean()));
    }
    EXPECT_EQ(counts[0], counts[2]);
    EXPECT_EQ(counts[1], counts[3]);
}

// User case 1: sysbench's histogram ends at 100 s.
TEST(RunStep, answers_of_150_seconds_are_measured_as_150_seconds) {
    StepHarness h;
    h.plan.phases.precondition = seconds{0};
    h.plan.phases.sample = seconds{3600};
    h.plan.phases.grace = seconds{200};
    h.add("simulated:?latency_ms=20&slow_share=0.02&slow_latency_ms=150000", 50);
    const auto outcome = h.run();
    const auto all = h.sample_of(outcome).merged_response();
    EXPECT_NEAR(to_seconds(all.quantile(0.99)), 150, 1.5);
    EXPECT_NEAR(to_seconds(all.maximum()), 150, 0.1);
    EXPECT_EQ(all.saturated(), 0U);
}

// User case 3: warm-up leaks into the result.
TEST(RunStep, a_slow_precondition_never_shows_in_the_sample) {
    StepHarness h;
    h.add("simulated:?latency_ms=2&slow_until_s=5.05&slow_latency_ms=200", 4);
    const auto outcome = h.run();
    const auto sample = h.sample_of(outcome).merged_response();
    EXPECT_NEAR(sample.mean() * 1e-6, 2, 0.2);
    EXPECT_LT(to_millis(sample.quantile(0.99)), 3);
    const auto& precondition =
        outcome.targets[0].totals[static_cast<std::size_t>(Phase::precondition)];
    EXPECT_NEAR(precondition.merged_response().mean() * 1e-6, 200, 5);
}

// User case 4: a stall is invisible under a fixed rate.
TEST(RunStep, an_open_loop_shows_a_stall_in_response_but_not_in_service_time) {
    StepHarness h;
    h.plan.arrival = plan::Arrival::constant;
    h.plan.rate = 1000;
    h.plan.phases.sample = seconds{30};
    h.plan.phases.grace = seconds{30};
    h.add("simulated:?latency_ms=2&stall_at_s=15&stall_s=5", 64);
    const auto outcome = h.run();
    const auto& sample = h.sample_of(outcome);
    EXPECT_EQ(sample.outcomes().scheduled(), 30'000U);
    EXPECT_EQ(sample.committed(), 30'000U);
    EXPECT_GT(to_seconds(sample.merged_response().quantile(0.99)), 4.0);
    EXPECT_LT(to_millis(sample.service.quantile(0.99)), 100);
    EXPECT_GT(outcome.targets[0].outage_seconds, 3);
}

TEST(RunStep, poisson_arrivals_come_at_their_rate) {
    StepHarness h;
    h.plan.arrival = plan::Arrival::poisson;
    h.plan.rate = 500;
    h.plan.phases.sample = seconds{100};
    h.add("simulated:?latency_ms=2", 64);
    const auto outcome = h.run();
    EXPECT_NEAR(
        static_cast<double>(h.sample_of(outcome).outcomes().scheduled()),
        50'000,
        4 * std::sqrt(50'000.0)
    );
}

TEST(RunStep, arrivals_beyond_the_backlog_are_skipped_and_counted) {
    StepHarness h;
    h.plan.arrival = plan::Arrival::constant;
    h.plan.rate = 1000;
    h.plan.max_backlog = 100;
    h.add("simulated:?latency_ms=100", 10);
    const auto outcome = h.run();
    const auto outcomes = h.sample_of(outcome).outcomes();
    EXPECT_EQ(outcomes.scheduled(), 10'000U);
    EXPECT_NEAR(static_cast<double>(outcomes.committed), 1'000, 130);
    EXPECT_GT(outcomes.skipped, 8'000U);
}

// User case 7: percentiles of sub-millisecond answers all in one bucket.
TEST(RunStep, microsecond_latencies_keep_their_shape) {
    StepHarness h;
    h.add("simulated:?latency_ms=0.2&distribution=uniform&spread=0.25", 1);
    const auto outcome = h.run();
    const auto response = h.sample_of(outcome).merged_response();
    EXPECT_NEAR(to_millis(response.quantile(0.5)), 0.2, 0.002);
    EXPECT_NEAR(to_millis(response.quantile(0.99)), 0.249, 0.0025);
}

// User case 8: an iteration cap reached midway turns into a rate of 0.
TEST(RunStep, a_cap_reached_midway_marks_the_target_short) {
    StepHarness h;
    h.plan.max_transactions = 500;
    h.add("simulated:?latency_ms=10", 1);
    const auto outcome = h.run();
    EXPECT_EQ(outcome.targets[0].committed_all_phases, 500U);
    EXPECT_EQ(outcome.targets[0].state, "short");
    EXPECT_THAT(outcome.targets[0].failure, ::testing::HasSubstr("max_transactions"));
}

// User case 9 and 18: nothing finished.
TEST(RunStep, a_sample_in_which_all_fail_is_a_failed_target) {
    StepHarness h;
    h.add("simulated:?latency_ms=5&errors=always:schema_mismatch", 4);
    h.add("simulated:?latency_ms=5", 4);
    const auto outcome = h.run();
    EXPECT_EQ(outcome.targets[0].state, "failed");
    EXPECT_EQ(h.sample_of(outcome, 0).committed(), 0U);
    EXPECT_GT(h.sample_of(outcome, 0).outcomes().failed, 10U);
    EXPECT_LT(h.sample_of(outcome, 0).outcomes().failed, 200U)
        << "a client whose every transaction fails is paced";
    EXPECT_EQ(outcome.targets[1].state, "ok") << "the others go on";
}

// User case 16: endless retries.
TEST(RunStep, retries_are_bounded_and_counted_apart) {
    StepHarness h;
    h.plan.retries.max_tries = 5;
    h.add("simulated:?latency_ms=1&errors=always:serialization_failure", 2);
    const auto outcome = h.run();
    const auto outcomes = h.sample_of(outcome).outcomes();
    EXPECT_GT(outcomes.failed, 50U);
    EXPECT_EQ(outcomes.retries, outcomes.failed * 4);
    EXPECT_EQ(outcomes.committed, 0U);
}

TEST(RunStep, outcomes_add_up_with_errors_and_retries) {
    StepHarness h;
    h.workload = std::make_shared<support::OneStatement>(true);
    h.add("simulated:?latency_ms=2&error_rate=0.05&error_class=deadlock", 16);
    const auto outcome = h.run();
    const auto& sample = h.sample_of(outcome);
    const auto o = sample.outcomes();
    EXPECT_EQ(o.scheduled(), sample.cycles);
    EXPECT_GT(o.retries, 100U);
    EXPECT_GT(o.committed, 50'000U);
    EXPECT_LT(std::abs(law(sample, 10, 16)), 0.005);
}

// User case 11: crash or time-out when many threads start.
TEST(RunStep, twenty_thousand_clients_start_in_stages_against_a_slow_listener) {
    StepHarness h;
    h.plan.think_time = seconds{5};
    h.plan.connects_per_second = 50;
    h.add("simulated:?latency_ms=5&connects_per_second=50", 20'000, 1'000);
    const auto outcome = h.run();
    EXPECT_EQ(outcome.targets[0].state, "ok");
    EXPECT_GT(h.sink.connecting.size(), 10U) << "progress is shown";
    EXPECT_GT(h.sample_of(outcome).committed(), 35'000U);
}

// User case 12/18: refused sign-in is final, named, and leaves the others alone.
TEST(RunStep, a_refused_sign_in_fails_that_target_only) {
    StepHarness h;
    h.add("simulated:?fail_connect=auth_failed", 4);
    h.add("simulated:?latency_ms=1", 4);
    const auto outcome = h.run();
    EXPECT_EQ(outcome.targets[0].state, "failed");
    EXPECT_THAT(outcome.targets[0].failure, ::testing::HasSubstr("auth_failed"));
    EXPECT_EQ(outcome.targets[1].state, "ok");
    EXPECT_TRUE(h.sink.saw("target_failed"));
}

TEST(RunStep, when_every_target_refuses_the_step_ends_at_once) {
    StepHarness h;
    h.add("simulated:?fail_connect=auth_failed", 4);
    const auto outcome = h.run();
    EXPECT_EQ(outcome.state, "failed");
    EXPECT_EQ(outcome.targets[0].state, "failed");
}

TEST(RunStep, lost_connections_come_back_and_the_loss_is_counted) {
    StepHarness h;
    h.plan.phases.sample = seconds{60};
    h.add("simulated:?latency_ms=5&error_rate=0.001&error_class=connection_lost", 8);
    const auto outcome = h.run();
    const auto& sample = h.sample_of(outcome);
    EXPECT_GT(sample.reconnects, 20U);
    EXPECT_GT(sample.outcomes().failed, 20U);
    EXPECT_EQ(outcome.targets[0].state, "ok");
}

TEST(RunStep, what_still_runs_after_the_grace_is_cut_off_and_counted) {
    StepHarness h;
    h.plan.phases.grace = seconds{2};
    h.add("simulated:?latency_ms=10&stall_at_s=12&stall_s=1000", 6);
    const auto outcome = h.run();
    EXPECT_EQ(h.sample_of(outcome).outcomes().cut_off, 6U);
    EXPECT_EQ(outcome.targets[0].state, "failed");
    EXPECT_THAT(outcome.targets[0].failure, ::testing::HasSubstr("stopped answering"));
}

TEST(RunStep, seconds_add_up_to_the_totals) {
    StepHarness h;
    h.add("simulated:?latency_ms=7&distribution=exponential", 5);
    h.add("simulated:?latency_ms=3", 5);
    const auto outcome = h.run();
    for (std::size_t target = 0; target < 2; ++target) {
        std::uint64_t sum = 0;
        for (const auto& row : h.sink.rows) {
            sum += row.phase == Phase::sample ? row.committed[target] : 0;
        }
        EXPECT_EQ(sum, h.sample_of(outcome, target).committed());
    }
}

TEST(RunStep, the_precondition_leaves_rounds_for_the_steady_state_rule) {
    StepHarness h;
    h.plan.phases.precondition = seconds{50};
    h.add("simulated:?latency_ms=5", 2);
    const auto outcome = h.run();
    ASSERT_EQ(outcome.targets[0].precondition_rounds.size(), 10U);
    for (const auto& round : outcome.targets[0].precondition_rounds) {
        EXPECT_NEAR(round.tps, 400, 5);
        EXPECT_NEAR(round.mean_ms, 5, 0.1);
    }
}

TEST(RunStep, on_a_real_clock_a_stop_ends_the_sample_early_and_keeps_it) {
    StepHarness h;
    h.plan.virtual_clock = false;
    h.plan.phases.precondition = seconds{0};
    h.plan.phases.sample = seconds{60};
    h.add("simulated:?latency_ms=2", 4);
    std::thread stopper([&] {
        std::this_thread::sleep_for(milliseconds{2500});
        h.stop.request();
    });
    const TimePoint begun = steady_now();
    const auto outcome = h.run();
    stopper.join();
    EXPECT_LT(to_seconds(steady_now() - begun), 20);
    EXPECT_EQ(outcome.state, "interrupted");
    EXPECT_GT(outcome.sample_seconds, 1.0);
    EXPECT_LT(outcome.sample_seconds, 10.0);
    EXPECT_GT(h.sample_of(outcome).committed(), 100U);
    EXPECT_EQ(h.sample_of(outcome).outcomes().cut_off, 0U);
}

/// Threads of this process under SCHED_BATCH.
int batch_threads() {
    int count = 0;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
        const int policy = sched_getscheduler(std::stoi(task.path().filename()));
        count += policy == SCHED_BATCH ? 1 : 0;
    }
    return count;
}

TEST(RunStep, loop_threads_run_under_sched_batch_unless_told_not_to) {
    for (const bool batch : {true, false}) {
        StepHarness h;
        h.plan.virtual_clock = false;
        h.plan.batch_scheduling = batch;
        h.plan.threads = 2;
        h.plan.phases.precondition = seconds{0};
        h.plan.phases.sample = milliseconds{1500};
        h.add("simulated:?latency_ms=2", 4, 4);
        int seen = -1;
        std::thread observer([&] {
            std::this_thread::sleep_for(milliseconds{800});
            seen = batch_threads();
        });
        h.run();
        observer.join();
        EXPECT_EQ(seen, batch ? 2 : 0);
    }
}

TEST(RunStep, two_shards_share_one_target_without_losing_a_client) {
    StepHarness h;
    h.plan.virtual_clock = false;
    h.plan.threads = 2;
    h.plan.phases.precondition = milliseconds{500};
    h.plan.phases.sample = seconds{3};
    h.add("simulated:?latency_ms=10", 21, 21);
    const auto outcome = h.run();
    const auto& sample = h.sample_of(outcome);
    EXPECT_LT(std::abs(law(sample, 3, 21)), 0.02);
    EXPECT_EQ(outcome.shards.size(), 2U);
}

}  // namespace
}  // namespace oltpsim
