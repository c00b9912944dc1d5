// Sentences. A published figure has no interval, so of it only the ratio is said.
#include "compare/words.hpp"

#include "core/text.hpp"
#include "results/figure_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace oltpsim::compare {
namespace {

/// "18.0 % lower", "2.4 times as high" from a ratio.
std::string change_text(double ratio) {
    if (ratio >= 2) {
        return fmt::format("{:.2f} times as high", ratio);
    }
    return fmt::format("{:.1f} % {}", std::abs(ratio - 1) * 100, ratio < 1 ? "lower" : "higher");
}

const char* than_text(double ratio) { return ratio >= 2 ? "as" : "than"; }

/// The interval in the terms of change_text: "12.1 to 23.4 %".
std::string range_text(const metrics::RatioTest& test) {
    if (test.ratio >= 2) {
        return fmt::format("{:.2f} to {:.2f} times", test.low, test.high);
    }
    const bool lower = test.ratio < 1;
    const double from = lower ? 1 - test.high : test.low - 1;
    const double to = lower ? 1 - test.low : test.high - 1;
    return fmt::format("{:.1f} to {:.1f} %", from * 100, to * 100);
}

std::string signed_range(const metrics::RatioTest& test) {
    return fmt::format("{:+.1f} to {:+.1f} %", (test.low - 1) * 100, (test.high - 1) * 100);
}

std::string ceiling_text(const Entry& entry) {
    const auto tps = entry.of(Metric::tps).value;
    if (!tps || entry.tps_ceiling.value_or(0) <= 0) {
        return "above 99 % of N/Z";
    }
    return fmt::format("{:.1f} % of N/Z", *tps / *entry.tps_ceiling * 100);
}

/// What must be said before a verdict.
std::string labels_of(const Comparison& all, const PairTest& pair) {
    std::string text;
    bool unlike = false;
    for (const auto& difference : all.unlike) {
        unlike = unlike || difference.who == all.sides[pair.other].label ||
                 difference.who.starts_with("run ");
    }
    if (unlike) {
        text += "[UNLIKE] ";
    }
    if (!all.entry(pair.base, pair.set)->invalid_reasons.empty() ||
        !all.entry(pair.other, pair.set)->invalid_reasons.empty()) {
        text += "[NOT VALID] ";
    }
    return text;
}

std::string why_untested(const Comparison& all, const PairTest& pair) {
    if (all.sides[pair.other].published) {
        return "published, without interval";
    }
    for (const auto& difference : all.unlike) {
        if (difference.methodology && difference.who == all.sides[pair.other].label) {
            return "not tested: methodology versions differ";
        }
    }
    return "not tested: no 95 % interval, the samples are too short";
}

}  // namespace

std::string p_text(double p) {
    return p < 0.0001 ? "p < 0.0001"
           : p < 0.01 ? fmt::format("p = {:.4f}", p)
                      : fmt::format("p = {:.2f}", p);
}

std::string figure_text(Metric metric, const std::optional<double>& value, bool published) {
    if (!value || !std::isfinite(*value)) {
        return results::kNotAvailable;
    }
    if (!published) {
        return std::string_view(unit_of(metric)) == "TPS" ? results::tps_text(value)
                                                          : results::ms_text(value);
    }
    const std::string digits = fmt::format("{}", *value);
    const std::size_t point = std::min(digits.find('.'), digits.size());
    return group_digits(static_cast<std::uint64_t>(*value)) + digits.substr(point);
}

std::string words_of(const Comparison& all, const PairTest& pair) {
    const Entry& a = *all.entry(pair.base, pair.set);
    const Entry& b = *all.entry(pair.other, pair.set);
    const std::string& of_a = all.sides[pair.base].label;
    const std::string& of_b = all.sides[pair.other].label;
    const char* name = name_of(pair.metric);
    const std::string head = labels_of(all, pair) + pair.set.name() + ": ";
    if (!pair.ratio) {
        return head + fmt::format("{}: n/a on one side", name);
    }
    if (!pair.test) {
        return head + fmt::format(
                          "{}'s {} is {} {} {}'s ({})",
                          of_b,
                          name,
                          change_text(*pair.ratio),
                          than_text(*pair.ratio),
                          of_a,
                          why_untested(all, pair)
                      );
    }
    const auto& test = *pair.test;
    if (!pair.finding) {
        return head + fmt::format(
                          "TPS cannot discriminate: load-limited ({} {}, {} {}); compare latency",
                          of_a,
                          ceiling_text(a),
                          of_b,
                          ceiling_text(b)
                      );
    }
    std::string text;
    switch (*pair.finding) {
        case metrics::Finding::different:
            text = fmt::format(
                "{}'s {} is {} {} {}'s (95 %: {}; {})",
                of_b,
                name,
                change_text(test.ratio),
                than_text(test.ratio),
                of_a,
                range_text(test),
                p_text(test.p_value)
            );
            break;
        case metrics::Finding::same:
            text = fmt::format(
                "{} and {} have the same {} within {:.3g} % ({:+.1f} %, 95 %: {})",
                of_a,
                of_b,
                name,
                all.margins.of(pair.metric) * 100,
                (test.ratio - 1) * 100,
                signed_range(test)
            );
            break;
        case metrics::Finding::undecided:
            text = fmt::format(
                "{}: undecided between {} and {} ({:+.1f} %, 95 %: {}; {}); longer samples or "
                "repeats would tell",
                name,
                of_a,
                of_b,
                (test.ratio - 1) * 100,
                signed_range(test),
                p_text(test.p_value)
            );
            break;
    }
    const bool one_limited = a.load_limited.value_or(false) != b.load_limited.value_or(false);
    if (pair.metric == Metric::tps && one_limited) {
        text += fmt::format(
            "; {} is load-limited, it might do more", a.load_limited.value_or(false) ? of_a : of_b
        );
    }
    return head + text;
}

}  // namespace oltpsim::compare
