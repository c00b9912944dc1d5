// Draws against the real sysbench (1.0.20) where it has the distribution, else against exact probabilities.
#include "chi_square.hpp"
#include "workloads/sysbench/distribution.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>

namespace oltpsim::workloads::sysbench {
namespace {

using test::Counts;
using test::fit_z;
using test::same_z;

constexpr std::uint32_t kDraws = 1'000'000;
constexpr double kLimit = 4;  // standard deviations; seeds are fixed, so a pass stays a pass

Counts draw_counts(const DistributionShape& shape, std::int64_t low, std::int64_t high) {
    const auto size = static_cast<std::size_t>(high - low + 1);
    const Distribution distribution(shape, size);
    Rng rng(42);
    Counts counts(size);
    for (std::uint32_t i = 0; i < kDraws; ++i) {
        // at() throws for a value outside [low, high].
        counts.at(static_cast<std::size_t>(distribution.draw(rng, low, high) - low)) += 1;
    }
    return counts;
}

DistributionShape shape_of(DistributionKind kind) {
    DistributionShape shape;
    shape.kind = kind;
    return shape;
}

bool has_sysbench() { return std::system("command -v sysbench >/dev/null 2>&1") == 0; }

/// Counts from the program itself, or empty.
Counts sysbench_counts(const std::string& options, std::int64_t low, std::int64_t high) {
    const std::string command = fmt::format(
        "sysbench {} --rand-seed=7 --threads=1 --events=1 --time=60 --verbosity=0 --low={} "
        "--high={} --draws={} {} run",
        options,
        low,
        high,
        kDraws,
        DRAWS_LUA
    );
    Counts counts(static_cast<std::size_t>(high - low + 1));
    FILE* pipe = popen(command.c_str(), "r");
    long long value = 0;
    unsigned long long count = 0;
    while (std::fscanf(pipe, " draw %lld %llu", &value, &count) == 2) {
        counts.at(static_cast<std::size_t>(value - low)) = count;
    }
    pclose(pipe);
    return counts;
}

struct Case {
    const char* name;
    DistributionShape shape;
    std::string options;
};

class AgainstSysbench : public testing::TestWithParam<Case> {};

TEST_P(AgainstSysbench, draws_have_the_same_distribution) {
    if (!has_sysbench()) {
        GTEST_SKIP() << "sysbench is not installed";
    }
    for (const auto& [low, high] :
         {std::pair{1, 1000}, std::pair{1, 50'000}, std::pair{300, 321}}) {
        const Counts theirs = sysbench_counts(GetParam().options, low, high);
        ASSERT_EQ(
            std::accumulate(theirs.begin(), theirs.end(), std::uint64_t{0}), std::uint64_t{kDraws}
        );
        EXPECT_LT(same_z(draw_counts(GetParam().shape, low, high), theirs), kLimit)
            << low << ".." << high;
    }
}

DistributionShape wide_special() {
    DistributionShape shape = shape_of(DistributionKind::special);
    shape.special_percent = 20;
    shape.special_share = 40;
    shape.iterations = 3;
    return shape;
}

DistributionShape mild_pareto() {
    DistributionShape shape = shape_of(DistributionKind::pareto);
    shape.pareto_h = 0.4;
    return shape;
}

INSTANTIATE_TEST_SUITE_P(
    Types,
    AgainstSysbench,
    testing::Values(
        Case{"uniform", shape_of(DistributionKind::uniform), "--rand-type=uniform"},
        Case{"gaussian", shape_of(DistributionKind::gaussian), "--rand-type=gaussian"},
        Case{"special", shape_of(DistributionKind::special), "--rand-type=special"},
        Case{
            "special_with_parameters",
            wide_special(),
            "--rand-type=special --rand-spec-pct=20 --rand-spec-res=40 --rand-spec-iter=3"
        },
        Case{"pareto", shape_of(DistributionKind::pareto), "--rand-type=pareto"},
        Case{"pareto_with_h", mild_pareto(), "--rand-type=pareto --rand-pareto-h=0.4"}
    ),
    [](const auto& one) { return one.param.name; }
);

// The comparison itself can tell: other parameters, or the other version's special, are far off.
TEST(Distribution, comparison_tells_distributions_apart) {
    const Counts special = draw_counts(shape_of(DistributionKind::special), 1, 1000);
    EXPECT_GT(same_z(special, draw_counts(shape_of(DistributionKind::special_05), 1, 1000)), 50);
    EXPECT_GT(same_z(special, draw_counts(shape_of(DistributionKind::uniform), 1, 1000)), 50);
    const Counts pareto = draw_counts(shape_of(DistributionKind::pareto), 1, 1000);
    EXPECT_GT(same_z(pareto, draw_counts(mild_pareto(), 1, 1000)), 50);
}

/// Exact probabilities of floor(mean of 12 whole numbers from 0..size−1), by convolution.
std::vector<double> mean_of_twelve(std::size_t size) {
    std::vector<double> sum{1.0};
    for (int i = 0; i < 12; ++i) {
        std::vector<double> next(sum.size() + size - 1);
        double window = 0;
        for (std::size_t s = 0; s < next.size(); ++s) {
            window += s < sum.size() ? sum[s] : 0;
            window -= s >= size ? sum[s - size] : 0;
            next[s] = window / static_cast<double>(size);
        }
        sum = std::move(next);
    }
    std::vector<double> mean(size);
    for (std::size_t s = 0; s < sum.size(); ++s) {
        mean[s / 12] += sum[s];
    }
    return mean;
}

TEST(Distribution, gaussian_of_0_5_is_the_rounded_mean_of_twelve) {
    const auto counts = draw_counts(shape_of(DistributionKind::gaussian_05), 1, 500);
    EXPECT_LT(fit_z(counts, mean_of_twelve(500)), kLimit);
}

TEST(Distribution, special_of_0_5_covers_the_whole_central_percent) {
    std::vector<double> expected = mean_of_twelve(2000);
    for (double& p : expected) {
        p *= 0.25;
    }
    for (std::size_t i = 990; i < 1010; ++i) {  // 1 % of 2000 round the middle
        expected[i] += 0.75 / 20;
    }
    EXPECT_LT(
        fit_z(draw_counts(shape_of(DistributionKind::special_05), 1, 2000), expected), kLimit
    );
}

// method: 1.0.20 hits only 0.75 % of the ids with its 75 %.
TEST(Distribution, special_of_1_0_leaves_the_lower_quarter_of_the_band_cold) {
    const Counts counts = draw_counts(shape_of(DistributionKind::special), 1, 100'000);
    std::uint64_t lower = 0, upper = 0;
    for (std::size_t i = 49'500; i < 49'750; ++i) {
        lower += counts[i];
    }
    for (std::size_t i = 49'750; i < 50'500; ++i) {
        upper += counts[i];
    }
    EXPECT_LT(lower, 10'000U);
    EXPECT_GT(upper, 750'000U);
}

class Zipfian : public testing::TestWithParam<double> {};

TEST_P(Zipfian, has_mass_proportional_to_a_power_of_the_rank) {
    DistributionShape shape = shape_of(DistributionKind::zipfian);
    shape.zipfian_exponent = GetParam();
    std::vector<double> expected(1000);
    double total = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        total += expected[i] = std::pow(static_cast<double>(i + 1), -GetParam());
    }
    for (double& p : expected) {
        p /= total;
    }
    EXPECT_LT(fit_z(draw_counts(shape, 1, 1000), expected), kLimit);
}

INSTANTIATE_TEST_SUITE_P(
    Exponents,
    Zipfian,
    testing::Values(0.0, 0.5, 0.8, 1.0, 1.5, 3.0),
    [](const auto& one) { return fmt::format("e{}", static_cast<int>(one.param * 10)); }
);

TEST(Distribution, zipfian_of_an_unusual_range_is_the_same) {
    const DistributionShape shape = shape_of(DistributionKind::zipfian);
    const Distribution usual(shape, 500);
    const Distribution other(shape, 77);
    Rng a(1), b(1);
    for (int i = 0; i < 1000; ++i) {
        ASSERT_EQ(usual.draw(a, 1, 500), other.draw(b, 1, 500));
    }
}

TEST(Distribution, a_range_of_one_value_gives_that_value) {
    for (const auto kind :
         {DistributionKind::uniform,
          DistributionKind::gaussian,
          DistributionKind::gaussian_05,
          DistributionKind::special,
          DistributionKind::special_05,
          DistributionKind::pareto,
          DistributionKind::zipfian}) {
        const Distribution distribution(shape_of(kind), 1);
        Rng rng(3);
        for (int i = 0; i < 100; ++i) {
            ASSERT_EQ(distribution.draw(rng, 1, 1), 1) << to_string(kind);
        }
    }
}

TEST(Distribution, reaches_both_ends_of_integer_without_overflow) {
    for (const auto kind :
         {DistributionKind::uniform,
          DistributionKind::gaussian,
          DistributionKind::gaussian_05,
          DistributionKind::special,
          DistributionKind::special_05,
          DistributionKind::pareto,
          DistributionKind::zipfian}) {
        const Distribution distribution(shape_of(kind), 2'147'483'647);
        Rng rng(3);
        for (int i = 0; i < 10'000; ++i) {
            const std::int64_t value = distribution.draw(rng, 1, 2'147'483'647);
            ASSERT_GE(value, 1);
            ASSERT_LE(value, 2'147'483'647);
        }
    }
}

}  // namespace
}  // namespace oltpsim::workloads::sysbench
