// Cost of recording: one latency, one whole transaction, and merging a second of 24 targets with 5 transaction types.
#include "core/rng.hpp"
#include "engine/recorder.hpp"
#include "metrics/hdr_encoding.hpp"
#include "metrics/latency_histogram.hpp"

#include <benchmark/benchmark.h>

#include <vector>

namespace oltpsim::metrics {
namespace {

/// Latencies around 2 ms with a tail, as an OLTP run has them.
std::vector<Nanos> latencies(std::size_t count) {
    Rng rng(1);
    std::vector<Nanos> values;
    for (std::size_t i = 0; i < count; ++i) {
        const double tail = rng.unit() < 0.01 ? 20.0 : 1.0;
        values.push_back(from_seconds((0.001 + 0.002 * rng.unit()) * tail));
    }
    return values;
}

void record_one(benchmark::State& state) {
    const auto values = latencies(4096);
    LatencyHistogram h;
    std::size_t i = 0;
    for (auto _ : state) {
        h.record(values[i++ & 4095]);
    }
    benchmark::DoNotOptimize(h.count());
}
BENCHMARK(record_one);

// What the engine does at the end of a committed transaction, its stamps being there already.
void record_transaction(benchmark::State& state) {
    const auto values = latencies(4096);
    engine::Recorder recorder(0, 1);
    engine::Finished finished;
    TimePoint intended{std::chrono::seconds{1}};
    std::size_t i = 0;
    for (auto _ : state) {
        intended += std::chrono::microseconds{50};
        const TimePoint started = intended + Nanos{300};
        finished.acquired = started + Nanos{700};
        finished.at = intended + values[i++ & 4095];
        recorder.record(Phase::sample, intended, started, Nanos{}, finished);
    }
    benchmark::DoNotOptimize(recorder.take(0).size());
}
BENCHMARK(record_transaction);

void read_clock(benchmark::State& state) {
    for (auto _ : state) {
        benchmark::DoNotOptimize(steady_now());
    }
}
BENCHMARK(read_clock);

void merge_a_second_of_24_targets_with_5_types(benchmark::State& state) {
    std::vector<LatencyHistogram> parts(24 * 5);
    for (auto& part : parts) {
        for (const auto value : latencies(100)) {
            part.record(value);
        }
    }
    for (auto _ : state) {
        LatencyHistogram all;
        for (const auto& part : parts) {
            all.merge(part);
        }
        benchmark::DoNotOptimize(all.quantile(0.99));
    }
}
BENCHMARK(merge_a_second_of_24_targets_with_5_types)->Unit(benchmark::kMicrosecond);

void encode_one_log_entry(benchmark::State& state) {
    LatencyHistogram h;
    for (const auto value : latencies(static_cast<std::size_t>(state.range(0)))) {
        h.record(value);
    }
    std::size_t bytes = 0;
    for (auto _ : state) {
        bytes = encode_hdr(h).size();
    }
    state.counters["bytes"] = static_cast<double>(bytes);
}
BENCHMARK(encode_one_log_entry)->Arg(500)->Arg(5000)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace oltpsim::metrics
