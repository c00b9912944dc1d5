// Laws of the histogram on generated values: what fleet percentiles and the log stand on.
#include "metrics/hdr_encoding.hpp"
#include "metrics/interval_sample.hpp"
#include "metrics/latency_histogram.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace oltpsim::metrics {
namespace {

using Values = std::vector<std::uint64_t>;

/// Values spread over magnitudes from 1 µs to 1 h, as latencies are.
rc::Gen<Values> latencies() {
    const auto one = rc::gen::map(
        rc::gen::pair(rc::gen::inRange(0, 32), rc::gen::inRange<std::uint64_t>(1'000, 2'000)),
        [](const std::pair<int, std::uint64_t>& p) {
            return std::min<std::uint64_t>(p.second << p.first, 3'600'000'000'000ULL);
        }
    );
    return rc::gen::nonEmpty(rc::gen::container<Values>(one));
}

LatencyHistogram histogram_of(const Values& values) {
    LatencyHistogram h;
    for (const auto v : values) {
        h.record_raw(v, 1);
    }
    return h;
}

bool same(const LatencyHistogram& a, const LatencyHistogram& b) {
    bool equal = a.count() == b.count() && a.saturated() == b.saturated() && a.sum() == b.sum() &&
                 a.minimum() == b.minimum() && a.maximum() == b.maximum();
    for (std::uint32_t i = 0; equal && i < LatencyHistogram::kLength; ++i) {
        equal = a.count_at(i) == b.count_at(i);
    }
    return equal;
}

RC_GTEST_PROP(HistogramProperty, merging_equals_recording_all_and_order_does_not_matter, ()) {
    const Values left = *latencies();
    const Values right = *latencies();
    Values both = left;
    both.insert(both.end(), right.begin(), right.end());
    LatencyHistogram ab = histogram_of(left);
    ab.merge(histogram_of(right));
    LatencyHistogram ba = histogram_of(right);
    ba.merge(histogram_of(left));
    RC_ASSERT(same(ab, histogram_of(both)));
    RC_ASSERT(same(ab, ba));
}

RC_GTEST_PROP(HistogramProperty, quantiles_are_within_a_thousandth_of_the_exact_rank, ()) {
    Values values = *latencies();
    const LatencyHistogram h = histogram_of(values);
    std::sort(values.begin(), values.end());
    for (const int per_mille : {1, 250, 500, 950, 990, 999, 1000}) {
        const auto n = values.size();
        const auto rank =
            std::max<std::size_t>(1, (static_cast<std::size_t>(per_mille) * n + 999) / 1000);
        const auto exact = static_cast<double>(values[rank - 1]);
        const auto found = static_cast<double>(h.quantile(per_mille / 1000.0).count());
        RC_ASSERT(std::abs(found - exact) <= exact * 0.001);
    }
}

RC_GTEST_PROP(HistogramProperty, quantiles_never_fall_and_stay_between_minimum_and_maximum, ()) {
    const LatencyHistogram h = histogram_of(*latencies());
    Nanos last = h.minimum();
    for (int i = 0; i <= 1000; ++i) {
        const Nanos now = h.quantile(i / 1000.0);
        RC_ASSERT(now >= last);
        last = now;
    }
    RC_ASSERT(last == h.maximum());
    RC_ASSERT(h.mean() >= static_cast<double>(h.minimum().count()));
    RC_ASSERT(h.mean() <= static_cast<double>(h.maximum().count()));
}

RC_GTEST_PROP(HistogramProperty, any_value_keeps_count_sum_and_maximum_exact, ()) {
    const Values values = *rc::gen::nonEmpty(
        rc::gen::container<Values>(rc::gen::inRange<std::uint64_t>(0, std::uint64_t{1} << 55))
    );
    const LatencyHistogram h = histogram_of(values);
    long double sum = 0;
    for (const auto v : values) {
        sum += static_cast<long double>(v);
    }
    RC_ASSERT(h.count() == values.size());
    RC_ASSERT(h.sum() == sum);
    RC_ASSERT(
        h.maximum().count() ==
        static_cast<std::int64_t>(*std::max_element(values.begin(), values.end()))
    );
}

RC_GTEST_PROP(HistogramProperty, encoding_keeps_every_count, ()) {
    const LatencyHistogram before = histogram_of(*latencies());
    const HdrDecoded after = decode_hdr(encode_hdr(before));
    RC_ASSERT(after.histogram.has_value());
    for (std::uint32_t i = 0; i < LatencyHistogram::kLength; ++i) {
        RC_ASSERT(after.histogram->count_at(i) == before.count_at(i));
    }
}

RC_GTEST_PROP(HistogramProperty, decoding_survives_any_text, (const std::string& text)) {
    RC_ASSERT(decode_hdr(text).histogram.has_value() == decode_hdr(text).problem.empty());
}

}  // namespace
}  // namespace oltpsim::metrics
