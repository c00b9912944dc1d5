// How the run goes: phases, arrivals, delays, retries, sessions, threads.
#include "core/text.hpp"
#include "plan/build_parts.hpp"
#include "plan/plan_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace oltpsim::plan {
namespace {

using config::Section;

constexpr std::uint64_t kMost32 = 4'000'000'000;

const std::string kPipelines[] = {"off", "reads", "full"};
const std::string kClocks[] = {"real", "virtual"};
const std::string kSweepArrivals[] = {"constant", "poisson"};
const std::string kArrivals[] = {"closed", "constant", "poisson"};
const std::string kRetryModes[] = {"jitter", "sysbench"};
const std::string kIsolations[] = {
    "server_default", "read_committed", "repeatable_read", "serializable"
};

/// Position of `value` in `choices`; the value was checked to be one of them.
template <typename Enum, std::size_t N>
Enum as_enum(const std::string (&choices)[N], const std::string& value) {
    return static_cast<Enum>(
        std::find(std::begin(choices), std::end(choices), value) - std::begin(choices)
    );
}

void read_arrival(Building& b, Section& root) {
    constexpr double kHighestRate = 1e7;
    Section arrival(root.find("arrival"), "arrival", kArrivalKeys, b.problems);
    const auto mode = arrival.choice("mode", kArrivals);
    const auto inner_rate = arrival.number("rate", 1e-6, kHighestRate);
    const auto outer_rate = root.number("rate", 0, kHighestRate);
    const auto backlog = arrival.count("max_backlog", 1, kMost32);
    b.plan.max_backlog = static_cast<std::uint32_t>(backlog.value_or(b.plan.max_backlog));
    if (inner_rate && outer_rate) {
        root.error("rate", "is given twice; the other is in \"arrival\"");
    }
    b.plan.rate = inner_rate.value_or(outer_rate.value_or(0));
    // A rate alone means Poisson arrivals, as sysbench --rate does.
    b.plan.arrival = b.plan.rate > 0 ? Arrival::poisson : Arrival::closed;
    if (mode) {
        b.plan.arrival = as_enum<Arrival>(kArrivals, *mode);
    }
    if (b.plan.arrival == Arrival::closed && b.plan.rate > 0) {
        arrival.error(
            "mode",
            "is closed, where clients set the pace: remove the rate, or choose constant or poisson"
        );
    }
    if (mode && b.plan.arrival != Arrival::closed && b.plan.rate <= 0 && !arrival.has("rate") &&
        !root.has("rate")) {
        arrival.error(
            "mode", fmt::format("is {}, which needs a rate (arrivals per second and target)", *mode)
        );
    }
    if (b.plan.think_time && b.plan.arrival != Arrival::closed) {
        root.error(
            "think_time", "has no meaning with a rate: arrivals come whatever the clients do"
        );
    }
}

void read_retries(Building& b, Section& root) {
    RetryPolicy& policy = b.plan.retries;
    Section retries(root.find("retries"), "retries", kRetryKeys, b.problems);
    if (const auto mode = retries.choice("mode", kRetryModes)) {
        policy.mode = as_enum<RetryPolicy::Mode>(kRetryModes, *mode);
    }
    policy.max_tries = static_cast<std::uint32_t>(
        retries.count("max_tries", 1, 1'000'000).value_or(policy.max_tries)
    );
    policy.base_backoff = retries.duration("base_backoff").value_or(policy.base_backoff);
    policy.max_backoff = retries.duration("max_backoff").value_or(policy.max_backoff);
    if (policy.max_backoff < policy.base_backoff) {
        retries.error(
            "max_backoff",
            fmt::format("must not be below base_backoff ({})", format_duration(policy.base_backoff))
        );
    }
}

void read_session(Building& b, Section& root) {
    db::SessionOptions& session = b.plan.session;
    session.connect_timeout = root.duration("connect_timeout").value_or(session.connect_timeout);
    session.statement_timeout =
        root.duration("statement_timeout").value_or(session.statement_timeout);
    if (session.connect_timeout == Nanos{}) {
        root.error("connect_timeout", "must be longer than 0");
    }
    if (const auto isolation = root.choice("isolation", kIsolations)) {
        session.isolation = as_enum<db::Isolation>(kIsolations, *isolation);
    }
    if (const auto pipeline = root.choice("pipeline", kPipelines)) {
        session.pipelining = as_enum<db::Pipelining>(kPipelines, *pipeline);
    }
}

std::vector<double> read_percents(Section& section, std::vector<double> fallback) {
    constexpr double kMostPercent = 1000;
    if (!section.has("percent")) {
        return fallback;
    }
    std::vector<double> percents;
    for (const config::Node* node : section.list("percent")) {
        const std::string text = config::scalar_text(*node).value_or("");
        for (const std::string_view part : split(text, ',')) {
            double value = 0;
            const std::string_view number = trim(part);
            const auto read = std::from_chars(number.data(), number.data() + number.size(), value);
            const bool whole = read.ec == std::errc{} && read.ptr == number.data() + number.size();
            if (!whole || !(value > 0 && value <= kMostPercent) ||
                (!percents.empty() && value <= percents.back())) {
                section.error(
                    "percent",
                    fmt::format(
                        "must be rising percentages of the highest closed-loop rate, above 0 and "
                        "up "
                        "to {:g}; got {}",
                        kMostPercent,
                        config::quoted(part)
                    )
                );
                return fallback;
            }
            percents.push_back(value);
        }
    }
    if (percents.empty()) {
        section.error("percent", "is empty; leave it out for the usual rates");
    }
    return percents;
}

}  // namespace

void read_sweep(Building& b, Section& root) {
    SweepPlan& plan = b.plan.sweep;
    Section section(root.find("sweep"), "sweep", kSweepKeys, b.problems);
    plan.given = root.has("sweep");
    plan.percent = read_percents(section, std::move(plan.percent));
    plan.settle = section.duration("settle").value_or(plan.settle);
    plan.sample = section.duration("sample");
    plan.p99_limit = section.duration("p99_limit", true);
    if (const auto arrival = section.choice("arrival", kSweepArrivals)) {
        plan.arrival = *arrival == "constant" ? Arrival::constant : Arrival::poisson;
    }
    if (plan.sample && *plan.sample < std::chrono::seconds{1}) {
        section.error("sample", "must be at least 1s");
    }
    if (plan.p99_limit && *plan.p99_limit == Nanos{}) {
        section.error("p99_limit", "must be longer than 0");
    }
}

void read_run_settings(Building& b, Section& root) {
    RunPlan& plan = b.plan;
    (void)root.text("description", true);
    (void)root.text("$schema");
    plan.think_time = root.duration("think_time");
    read_phases(b, plan.phases, root.find("phases"), "phases");
    read_plan_hooks(b, root);
    read_sweep(b, root);
    plan.check_after_step = root.boolean("check_after_step").value_or(false);
    read_arrival(b, root);
    read_retries(b, root);
    read_session(b, root);
    plan.threads = static_cast<std::uint32_t>(root.count("loop_threads", 0, 1024).value_or(0));
    if (const auto clock = root.choice("clock", kClocks)) {
        plan.virtual_clock = *clock == "virtual";
    }
    plan.batch_scheduling = root.boolean("batch_scheduling").value_or(plan.batch_scheduling);
    plan.connects_per_second =
        root.number("connects_per_second", 0.1, 1e6).value_or(plan.connects_per_second);
    plan.max_transactions = root.count("max_transactions", 0, 1'000'000'000'000'000).value_or(0);
    plan.identical_data = root.boolean("identical_data").value_or(false);
    plan.seed = root.count("seed", 0, ~0ULL).value_or(plan.seed);
    plan.schema_dir = b.file_name(root.text("schema_dir").value_or(""), root.where("schema_dir"));
    std::error_code unreadable;
    if (!plan.schema_dir.empty() && !std::filesystem::is_directory(plan.schema_dir, unreadable)) {
        root.error(
            "schema_dir", fmt::format("names no folder: {}", config::quoted(plan.schema_dir))
        );
    }
    Section load(root.find("load"), "load", kLoadKeys, b.problems);
    plan.load.connections = static_cast<std::uint32_t>(
        load.count("connections", 1, 1024).value_or(plan.load.connections)
    );
    plan.load.unit_rows = load.count("unit_rows", 0, 1'000'000'000).value_or(plan.load.unit_rows);
}

}  // namespace oltpsim::plan
