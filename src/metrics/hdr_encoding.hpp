// HdrHistogram V2 compressed encoding (zlib, base64) of a LatencyHistogram, both ways.
// Source: HdrHistogram AbstractHistogram.encodeIntoCompressedByteBuffer, ZigZagEncoding (LEB128-64b9B variant).
#pragma once

#include "metrics/latency_histogram.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace oltpsim::metrics {

/// Base64 text of the histogram, readable by every HdrHistogram V2 reader. Saturated values stand in the last bucket.
std::string encode_hdr(const LatencyHistogram& histogram);

/// What decode_hdr() made of a text: a histogram, or one sentence on what is wrong with it.
struct HdrDecoded {
    std::optional<LatencyHistogram> histogram;
    std::string problem;
};

/// Reads a V2 compressed histogram with 3 significant digits and lowest value 1. Every count is exact; minimum, maximum and
/// sum come back as bucket midpoints. Safe on any input.
HdrDecoded decode_hdr(std::string_view base64);

}  // namespace oltpsim::metrics
