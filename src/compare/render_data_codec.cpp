// CSV and JSON, for programs. A figure that does not exist is an empty cell, or null.
#include "compare/render.hpp"
#include "results/csv.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace oltpsim::compare {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<const char*, kMetricCount> kKeys{
    "tps",
    "latency_avg_ms",
    "latency_p99_ms",
    "latency_avg_vm_mean_ms",
    "latency_p99_vm_mean_ms",
    "tps_min_vm",
    "tps_max_vm",
    "latency_avg_min_vm_ms",
    "latency_avg_max_vm_ms"
};

const char* key_of(Metric metric) { return kKeys[static_cast<std::size_t>(metric)]; }

Json json_number(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

const char* finding_key(const PairTest& pair) {
    if (!pair.finding) {
        return "not_judged";
    }
    switch (*pair.finding) {
        case metrics::Finding::different: return "different";
        case metrics::Finding::same: return "same";
        case metrics::Finding::undecided: return "undecided";
    }
    return "";
}

Json set_json(const VmSet& set) {
    return {
        {"vm_count", set.vm_count}, {"clients", set.clients > 0 ? Json(set.clients) : Json(nullptr)}
    };
}

Json entry_json(const VmSet& set, const Entry& entry) {
    Json out = set_json(set);
    out["runs"] = entry.runs;
    out["valid"] = entry.invalid_reasons.empty();
    out["load_limited"] = entry.load_limited ? Json(*entry.load_limited) : Json(nullptr);
    for (std::size_t m = 0; m < kMetricCount; ++m) {
        const Figure& figure = entry.figures[m];
        out[kKeys[m]] = json_number(figure.value);
        if (figure.low && figure.high) {
            out["interval_95"][kKeys[m]] = {json_number(figure.low), json_number(figure.high)};
        }
    }
    return out;
}

Json side_json(const Side& side) {
    Json out = Json::object();
    out["label"] = side.label;
    out["source"] = side.source;
    out["configuration"] = side.configuration;
    out["published"] = side.published;
    out["vm_sets"] = Json::array();
    for (const auto& [set, entry] : side.entries) {
        out["vm_sets"].push_back(entry_json(set, entry));
    }
    return out;
}

Json test_json(const Comparison& all, const PairTest& pair) {
    Json out = set_json(pair.set);
    out["figure"] = key_of(pair.metric);
    out["base"] = all.sides[pair.base].label;
    out["other"] = all.sides[pair.other].label;
    out["ratio"] = json_number(pair.ratio);
    out["low"] = pair.test ? json_number(pair.test->low) : Json(nullptr);
    out["high"] = pair.test ? json_number(pair.test->high) : Json(nullptr);
    out["p_value"] = pair.test ? json_number(pair.test->p_value) : Json(nullptr);
    out["unit"] = !pair.test ? Json(nullptr) : Json(pair.by_runs ? "run" : "batch");
    out["finding"] = finding_key(pair);
    out["words"] = pair.words;
    return out;
}

Json chapter_json(const Comparison& all) {
    Json out = Json::object();
    out["workload"] = all.workload;
    out["valid"] = all.valid();
    out["unlike"] = Json::array();
    for (const auto& one : all.unlike) {
        out["unlike"].push_back(
            {{"what", one.what}, {"base", one.base}, {"other", one.other}, {"who", one.who}}
        );
    }
    out["verdicts"] = all.verdicts;
    out["warnings"] = all.warnings;
    out["margins"] = {
        {"tps", all.margins.tps}, {"average", all.margins.mean}, {"p99", all.margins.percentile}
    };
    out["sides"] = Json::array();
    for (const Side& side : all.sides) {
        out["sides"].push_back(side_json(side));
    }
    out["tests"] = Json::array();
    for (const PairTest& pair : all.tests) {
        out["tests"].push_back(test_json(all, pair));
    }
    return out;
}

}  // namespace

std::string render_json(const Chapters& chapters) {
    Json out = Json::object();
    out["comparison_version"] = 1;
    out["reference_source"] =
        chapters.reference_source.empty() ? Json(nullptr) : Json(chapters.reference_source);
    out["chapters"] = Json::array();
    for (const Comparison& one : chapters.all) {
        out["chapters"].push_back(chapter_json(one));
    }
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string render_csv(const Chapters& chapters) {
    using results::csv_number;
    using results::csv_text;
    std::string text =
        "workload,side,published,vm_count,clients,runs,valid,figure,value,low_95,high_95,"
        "ratio_to_first,ratio_low_95,ratio_high_95,p_value,finding\n";
    for (const Comparison& all : chapters.all) {
        for (std::size_t s = 0; s < all.sides.size(); ++s) {
            for (const auto& [set, entry] : all.sides[s].entries) {
                for (std::size_t m = 0; m < kMetricCount; ++m) {
                    const Figure& figure = entry.figures[m];
                    if (!figure.value) {
                        continue;
                    }
                    text += fmt::format(
                        "{},{},{},{},{},{},{},{},{},{},{},",
                        csv_text(all.workload),
                        csv_text(all.sides[s].label),
                        all.sides[s].published,
                        set.vm_count,
                        set.clients > 0 ? fmt::format("{}", set.clients) : "",
                        entry.runs,
                        entry.invalid_reasons.empty(),
                        kKeys[m],
                        csv_number(figure.value),
                        csv_number(figure.low),
                        csv_number(figure.high)
                    );
                    const PairTest* pair = nullptr;
                    for (const auto& one : all.tests) {
                        if (one.other == s && one.set == set &&
                            one.metric == static_cast<Metric>(m)) {
                            pair = &one;
                        }
                    }
                    text += pair == nullptr ? std::string(",,,,\n")
                                            : fmt::format(
                                                  "{},{},{},{},{}\n",
                                                  csv_number(pair->ratio),
                                                  pair->test ? csv_number(pair->test->low) : "",
                                                  pair->test ? csv_number(pair->test->high) : "",
                                                  pair->test ? csv_number(pair->test->p_value) : "",
                                                  finding_key(*pair)
                                              );
                }
            }
        }
    }
    return text;
}

std::vector<std::string> formats() { return {"terminal", "html", "markdown", "csv", "json"}; }

std::optional<std::string> render(
    std::string_view format, const Chapters& chapters, const RenderSettings& settings
) {
    if (format == "terminal") {
        return render_terminal(chapters, settings);
    }
    if (format == "html") {
        return render_html(chapters);
    }
    if (format == "markdown") {
        return render_markdown(chapters);
    }
    if (format == "csv") {
        return render_csv(chapters);
    }
    if (format == "json") {
        return render_json(chapters);
    }
    return std::nullopt;
}

}  // namespace oltpsim::compare
