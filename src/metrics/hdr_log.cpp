// Formatting and parsing of interval log lines.
#include "metrics/hdr_log.hpp"

#include "core/text.hpp"
#include "metrics/hdr_encoding.hpp"

#include <fmt/format.h>

#include <charconv>
#include <istream>
#include <vector>

namespace oltpsim::metrics {
namespace {

constexpr std::string_view kStepMark = "#[Step: ";

std::string one_line(std::string_view text) {
    std::string line(text);
    for (char& c : line) {
        c = c == '\n' || c == '\r' ? ' ' : c;
    }
    return line;
}

std::optional<double> number(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

}  // namespace

std::string hdr_log_header(
    double start_epoch_s, std::string_view start_utc, std::string_view comment
) {
    return fmt::format(
        "#[{}]\n"
        "#[Histogram log format version 1.2]\n"
        "#[BaseTime: {:.3f} (seconds since epoch)]\n"
        "#[StartTime: {:.3f} (seconds since epoch), {}]\n"
        "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_"
        "Histogram\"\n",
        one_line(comment),
        start_epoch_s,
        start_epoch_s,
        one_line(start_utc)
    );
}

std::string hdr_log_step(std::string_view step) {
    return fmt::format("{}{}]\n", kStepMark, one_line(step));
}

std::string hdr_log_entry(
    std::string_view tag, double start_s, double length_s, const LatencyHistogram& histogram
) {
    const double max_ms = histogram.empty() ? 0.0 : to_millis(histogram.maximum());
    return fmt::format(
        "Tag={},{:.3f},{:.3f},{:.3f},{}\n", tag, start_s, length_s, max_ms, encode_hdr(histogram)
    );
}

std::string hdr_tag_part(std::string_view name) {
    std::string part(name);
    for (char& c : part) {
        const auto code = static_cast<unsigned char>(c);
        if (code <= ' ' || code == 127 || c == ',' || c == '=' || c == '/') {
            c = '_';
        }
    }
    return part.empty() ? "_" : part;
}

std::optional<HdrLogEntry> HdrLogReader::next() {
    std::string text;
    while (problem_.empty() && std::getline(in_, text)) {
        ++line_;
        std::string_view line = text;
        if (line.starts_with(kStepMark) && line.ends_with(']')) {
            step_ = line.substr(kStepMark.size(), line.size() - kStepMark.size() - 1);
        }
        if (line.empty() || line.front() == '#' || line.front() == '"') {
            continue;
        }
        return parse(line);
    }
    return std::nullopt;
}

std::optional<HdrLogEntry> HdrLogReader::parse(std::string_view line) {
    HdrLogEntry entry;
    entry.step = step_;
    std::vector<std::string_view> fields = split(line, ',');
    if (!fields.empty() && fields.front().starts_with("Tag=")) {
        entry.tag = fields.front().substr(4);
        fields.erase(fields.begin());
    }
    if (fields.size() != 4) {
        problem_ = fmt::format("line {}: expected start, length, maximum and histogram", line_);
        return std::nullopt;
    }
    const auto start = number(fields[0]);
    const auto length = number(fields[1]);
    const auto max = number(fields[2]);
    if (!start || !length || !max) {
        problem_ = fmt::format("line {}: a number was expected before the histogram", line_);
        return std::nullopt;
    }
    HdrDecoded decoded = decode_hdr(fields[3]);
    if (!decoded.histogram) {
        problem_ = fmt::format("line {}: {}", line_, decoded.problem);
        return std::nullopt;
    }
    entry.start_s = *start;
    entry.length_s = *length;
    entry.max_ms = *max;
    entry.histogram = std::move(*decoded.histogram);
    return entry;
}

}  // namespace oltpsim::metrics
