#include "results/figure_text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace oltpsim::results {
namespace {

TEST(FigureText, groups_digits_and_keeps_the_sign) {
    EXPECT_EQ(fixed_text(1234567.891, 2), "1,234,567.89");
    EXPECT_EQ(fixed_text(-1234.5, 1), "-1,234.5");
    EXPECT_EQ(fixed_text(999.0, 0), "999");
}

TEST(FigureText, what_does_not_exist_is_not_available) {
    EXPECT_EQ(ms_text(std::nullopt), "n/a");
    EXPECT_EQ(tps_text(std::numeric_limits<double>::quiet_NaN()), "n/a");
    EXPECT_EQ(residual_text(std::nullopt), "n/a");
}

TEST(FigureText, milliseconds_keep_three_or_more_digits) {
    EXPECT_EQ(ms_text(0.2), "0.200");
    EXPECT_EQ(ms_text(12.345), "12.35");
    EXPECT_EQ(ms_text(150000.0), "150,000.0");
}

TEST(FigureText, warnings_are_the_notes_that_spoil_a_comparison) {
    StepResult step;
    step.notes = {
        "client and server share this machine",
        "DURABILITY, vm01: fsync=off; ...",
        "CACHED: the data of vm01 fits",
        "load-limited: 99 of at most 100"
    };
    EXPECT_EQ(
        warnings_of(step), (std::vector<std::string>(step.notes.begin() + 1, step.notes.end()))
    );
}

TEST(FigureText, a_campaign_over_several_client_counts_names_them) {
    RunResult run;
    run.arrival = "closed";
    for (const std::uint32_t clients : {8U, 64U, 8U}) {
        run.steps.emplace_back().targets.emplace_back().clients = clients;
    }
    const auto load = [&] {
        for (const auto& [name, value] : run_facts(run)) {
            if (name == "Load") {
                return value;
            }
        }
        return std::string();
    };
    EXPECT_EQ(load(), "closed loop, 8, 64 clients per VM, no think time");
    for (std::uint32_t clients = 100; clients < 105; ++clients) {
        run.steps.emplace_back().targets.emplace_back().clients = clients;
    }
    EXPECT_EQ(load(), "closed loop, 8 to 104 (7 counts) clients per VM, no think time");
}

TEST(FigureText, residual_has_a_sign) {
    EXPECT_EQ(residual_text(0.0003), "+0.03 %");
    EXPECT_EQ(residual_text(-0.01), "-1.00 %");
}

TEST(FigureText, product_keeps_the_first_word_of_the_version) {
    TargetResult target;
    target.product = "PostgreSQL";
    target.version = "15.14 (Debian 15.14-0+deb12u1)";
    EXPECT_EQ(product_text(target), "PostgreSQL 15.14");
    EXPECT_EQ(product_text(TargetResult{}), "n/a");
}

}  // namespace
}  // namespace oltpsim::results
