// latency.hlog read by the original HdrHistogram in Java, count by count.
#include "core/rng.hpp"
#include "core/text.hpp"
#include "results/csv.hpp"
#include "results/result_store.hpp"
#include "support/run_command.hpp"
#include "support/scratch_dir.hpp"
#include "support/step_outcomes.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <sstream>

namespace oltpsim::results {
namespace {

using metrics::IntervalSample;
using metrics::LatencyHistogram;
using metrics::Phase;
using support::run_command;
using support::ScratchDir;

constexpr const char* kJar = "/usr/share/java/hdrhistogram.jar";

bool reader_is_here() {
    return std::filesystem::exists(kJar) &&
           run_command("java -version 2>/dev/null && echo yes").text.find("yes") !=
               std::string::npos;
}

std::string reader_command(const std::filesystem::path& log, const std::string& arguments) {
    return fmt::format(
        "java -cp {} org.HdrHistogram.HistogramLogProcessor -i '{}' {} 2>&1",
        kJar,
        log.string(),
        arguments
    );
}

/// Latencies over five magnitudes with a tail.
LatencyHistogram latencies(std::uint64_t seed, std::size_t count) {
    Rng rng(seed);
    LatencyHistogram h;
    for (std::size_t i = 0; i < count; ++i) {
        h.record(from_seconds(1e-4 * std::pow(10.0, 4 * rng.unit())));
    }
    return h;
}

class HdrReader : public testing::Test {
protected:
    void SetUp() override {
        if (!reader_is_here()) {
            GTEST_SKIP(
            ) << "no HdrHistogram reader: install libhdrhistogram-java and a Java runtime";
        }
        const auto plan = support::plan_of(2);
        auto store = ResultStore::create_at(dir_ / "r", plan);
        ASSERT_TRUE(store) << store.error().message;
        (*store)->begin_step(plan.steps.front(), {"read write", "read,only"});
        for (std::uint64_t s = 0; s < 24; ++s) {
            std::vector<IntervalSample> samples(2);
            for (std::uint32_t t = 0; t < 2; ++t) {
                samples[t].target = t;
                samples[t].phase = Phase::sample;
                samples[t].by_type.resize(2);
                samples[t].by_type[0].response = latencies(s * 2 + t, 2000);
                samples[t].by_type[1].response = latencies(1000 + s, 10);
                if (t == 0) {
                    first_.merge(samples[t].by_type[0].response);
                }
            }
            (*store)->on_second(s, Phase::sample, samples);
        }
        log_ = dir_ / "r/latency.hlog";
    }

    ScratchDir dir_;
    std::filesystem::path log_;
    LatencyHistogram first_;  ///< all of vm01/sample/read_write
};

TEST_F(HdrReader, finds_every_tag) {
    const auto out = run_command(reader_command(log_, "-listtags"));
    ASSERT_EQ(out.status, 0) << out.text;
    for (const char* tag :
         {"vm01/sample/read_write",
          "vm01/sample/read_only",
          "vm02/sample/read_write",
          "vm02/sample/read_only"}) {
        EXPECT_THAT(out.text, testing::HasSubstr(tag));
    }
}

TEST_F(HdrReader, agrees_on_count_maximum_and_every_percentile) {
    const std::string output = (dir_ / "distribution").string();
    const auto out = run_command(reader_command(
        log_,
        fmt::format("-csv -tag vm01/sample/read_write -outputValueUnitRatio 1.0 -o '{}'", output)
    ));
    ASSERT_EQ(out.status, 0) << out.text;
    // The reader writes the interval table to the file named, and the distribution beside it as .hgrm.
    std::istringstream lines(support::content_of(output + ".hgrm"));
    std::string line;
    std::size_t compared = 0;
    double last_count = 0;
    double last_value = 0;
    while (std::getline(lines, line)) {
        const auto cells = csv_split(line);
        if (cells.size() < 3 || line.front() == '"' || line.front() == '#') {
            continue;
        }
        const double value = std::stod(cells[0]);
        const double percentile = std::stod(cells[1]);
        last_count = std::stod(cells[2]);
        last_value = value;
        const auto ours = static_cast<double>(first_.quantile(percentile).count());
        // Both name a bucket: its highest value there, its middle here.
        EXPECT_NEAR(ours, value, value * 0.001) << "percentile " << percentile;
        ++compared;
    }
    EXPECT_GT(compared, 40u);
    EXPECT_EQ(last_count, static_cast<double>(first_.count()));
    EXPECT_NEAR(last_value, static_cast<double>(first_.maximum().count()), last_value * 0.001);
}

}  // namespace
}  // namespace oltpsim::results
