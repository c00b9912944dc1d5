// Text of a HdrHistogram interval log (version 1.2): header, tagged entries, and a streaming reader of them.
// Source: HdrHistogram HistogramLogWriter / HistogramLogReader. Knows no files: results writes what this formats.
#pragma once

#include "metrics/latency_histogram.hpp"

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace oltpsim::metrics {

/// Header lines. `start_epoch_s`: wall clock of the run's start; entry stamps count from it. `comment`: one line.
std::string hdr_log_header(
    double start_epoch_s, std::string_view start_utc, std::string_view comment
);

/// Comment line that names the step of the entries after it; other readers skip it.
std::string hdr_log_step(std::string_view step);

/// One entry line. Values are ns; the maximum column is in ms. Shape of the tag: target/phase/transaction.
std::string hdr_log_entry(
    std::string_view tag, double start_s, double length_s, const LatencyHistogram& histogram
);

/// Tag part without characters that would end a tag: comma, blank, line break, '=' and '/' become '_'.
std::string hdr_tag_part(std::string_view name);

struct HdrLogEntry {
    std::string step;  ///< from the last step comment, else empty
    std::string tag;
    double start_s = 0;
    double length_s = 0;
    double max_ms = 0;
    LatencyHistogram histogram;
};

/// Reads entries one by one, in constant memory. Lifetime: `in` outlives the reader.
class HdrLogReader {
public:
    explicit HdrLogReader(std::istream& in) : in_(in) {}
    /// The next entry; nullopt at the end or at a damaged line (then problem() is not empty).
    std::optional<HdrLogEntry> next();
    const std::string& problem() const noexcept { return problem_; }

private:
    std::optional<HdrLogEntry> parse(std::string_view line);

    std::istream& in_;
    std::string step_;
    std::string problem_;
    std::size_t line_ = 0;
};

}  // namespace oltpsim::metrics
