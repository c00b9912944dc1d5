// Bars, lines over time and percentiles: JSON for the script, table behind.
#include "page/chart.hpp"

#include "page/figure.hpp"
#include "page/json_text.hpp"
#include "page/markup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace oltpsim::page {
namespace {

bool has_value(const Values& values) {
    return std::any_of(values.begin(), values.end(), [](const auto& v) { return v.has_value(); });
}

template <typename View>
std::string chooser(const std::vector<View>& views) {
    if (views.size() < 2) {
        return {};
    }
    std::string out = "<label hidden>Show <select>";
    for (const auto& view : views) {
        out += fmt::format("<option>{}</option>", escaped(view.name));
    }
    return out + "</select></label>";
}

std::string series_json(const BarSeries& one) {
    std::string out = "{\"name\":" + json_string(one.name) + ",\"values\":";
    append_json(out, one.values);
    if (has_value(one.low) && has_value(one.high)) {
        out += ",\"low\":";
        append_json(out, one.low);
        out += ",\"high\":";
        append_json(out, one.high);
    }
    out += ",\"texts\":";
    append_json(out, one.texts);
    return out + "}";
}

std::string line_json(const TimeLine& line) {
    std::string out = fmt::format(
        "{{\"name\":{},\"axis\":{},\"mid\":", json_string(line.name), line.right ? 1 : 0
    );
    append_json(out, line.middle);
    if (!line.low.empty()) {
        out += ",\"low\":";
        append_json(out, line.low);
        out += ",\"high\":";
        append_json(out, line.high);
    }
    return out + "}";
}

std::string marks_json(const std::vector<TimeMark>& marks) {
    std::string out = "[";
    for (const auto& mark : marks) {
        fmt::format_to(
            std::back_inserter(out),
            "{}{{\"at\":{:.6g},\"text\":{}}}",
            out.size() > 1 ? "," : "",
            mark.at_s,
            json_string(mark.text)
        );
    }
    return out + "]";
}

std::string areas_json(const std::vector<TimeArea>& areas) {
    std::string out = "[";
    for (const auto& area : areas) {
        fmt::format_to(
            std::back_inserter(out),
            "{}{{\"from\":{:.6g},\"to\":{:.6g},\"text\":{}}}",
            out.size() > 1 ? "," : "",
            area.from_s,
            area.to_s,
            json_string(area.text)
        );
    }
    return out + "]";
}

std::string view_json(const TimeView& view) {
    std::string out = "{\"name\":" + json_string(view.name) + ",\"lines\":[";
    for (const auto& line : view.lines) {
        out += out.back() == '[' ? "" : ",";
        out += line_json(line);
    }
    return out + "],\"marks\":" + marks_json(view.marks) + "}";
}

std::string time_table(const TimeChart& chart) {
    const TimeView& view = chart.views.front();
    std::vector<std::string> header{"from, s"};
    for (const auto& line : view.lines) {
        const std::string& unit = line.right ? chart.right_unit : chart.text.unit;
        header.push_back(fmt::format("{}, {}", line.name, unit));
        if (!line.low.empty()) {
            header.push_back("lowest");
            header.push_back("highest");
        }
    }
    std::vector<std::vector<Cell>> rows;
    for (std::size_t i = 0; i < view.lines.front().middle.size(); ++i) {
        std::vector<Cell> cells{fmt::format("{:.0f}", static_cast<double>(i) * chart.step_s)};
        for (const auto& line : view.lines) {
            cells.emplace_back(brief(line.middle[i]));
            if (!line.low.empty()) {
                cells.emplace_back(brief(line.low[i]));
                cells.emplace_back(brief(line.high[i]));
            }
        }
        rows.push_back(std::move(cells));
    }
    return table(
        header, rows, 0, fmt::format("{}: stretches of {:.0f} s", chart.text.title, chart.step_s)
    );
}

std::string percentile_text(double percentile) {
    std::string text = fmt::format("{:.6f}", percentile);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') {
        text.pop_back();
    }
    return text;
}

std::string view_json(const PercentileView& view) {
    std::string out = "{\"name\":" + json_string(view.name) + ",\"lines\":[";
    for (const auto& line : view.lines) {
        out += out.back() == '[' ? "" : ",";
        out += "{\"name\":" + json_string(line.name) + ",\"points\":[";
        for (const auto& [percentile, ms] : line.points) {
            out += out.back() == '[' ? "[" : ",[";
            out += percentile_text(percentile) + ",";
            append_json(out, ms);
            out += ']';
        }
        out += "]}";
    }
    return out + "]}";
}

}  // namespace

std::string bar_chart(
    const ChartText& text,
    const std::vector<std::string>& categories,
    const std::vector<BarSeries>& series
) {
    const bool any = std::any_of(series.begin(), series.end(), [](const auto& one) {
        return has_value(one.values);
    });
    if (categories.empty() || !any) {
        return {};
    }
    std::string json = "{\"kind\":\"bars\",\"unit\":" + json_string(text.unit) +
                       (categories.size() > 8 ? ",\"height\":420" : "") + ",\"categories\":";
    append_json(json, categories);
    json += ",\"series\":[";
    std::vector<std::string> header{""};
    for (const auto& one : series) {
        json += json.back() == '[' ? "" : ",";
        json += series_json(one);
        header.push_back(one.name);
    }
    std::vector<std::vector<Cell>> rows;
    for (std::size_t i = 0; i < categories.size(); ++i) {
        std::vector<Cell> cells{categories[i]};
        for (const auto& one : series) {
            const bool known = !one.low.empty() && one.low[i] && one.high[i];
            cells.emplace_back(
                one.values[i] ? one.texts[i] : "n/a",
                known ? fmt::format("{} to {}", brief(one.low[i]), brief(one.high[i])) : ""
            );
        }
        rows.push_back(std::move(cells));
    }
    return figure(
        text,
        "",
        json + "]}",
        table(header, rows, 1, fmt::format("{}, {}; small: 95 % interval", text.title, text.unit))
    );
}

std::string time_chart(const TimeChart& chart) {
    const bool any = std::any_of(chart.views.begin(), chart.views.end(), [](const auto& view) {
        return std::any_of(view.lines.begin(), view.lines.end(), [](const auto& line) {
            return has_value(line.middle);
        });
    });
    if (!any) {
        return {};
    }
    std::string json = fmt::format(
        "{{\"kind\":\"times\",\"log\":{},\"from\":0,\"step\":{:.6g},\"units\":[{}{}],\"areas\":{},"
        "\"marks\":{}"
        ","
        "\"views\":[",
        chart.log,
        chart.step_s,
        json_string(chart.text.unit),
        chart.right_unit.empty() ? "" : "," + json_string(chart.right_unit),
        areas_json(chart.areas),
        marks_json(chart.marks)
    );
    for (const auto& view : chart.views) {
        json += json.back() == '[' ? "" : ",";
        json += view_json(view);
    }
    return figure(chart.text, chooser(chart.views), json + "]}", time_table(chart));
}

std::string percentile_chart(const ChartText& text, const std::vector<PercentileView>& views) {
    if (views.empty() || views.front().lines.empty()) {
        return {};
    }
    std::string json =
        "{\"kind\":\"percentiles\",\"unit\":" + json_string(text.unit) + ",\"views\":[";
    for (const auto& view : views) {
        json += json.back() == '[' ? "" : ",";
        json += view_json(view);
    }
    std::vector<std::vector<Cell>> rows;
    for (const auto& line : views.front().lines) {
        for (const auto& [percentile, ms] : line.points) {
            rows.push_back({line.name, percentile_text(percentile), brief(ms)});
        }
    }
    return figure(
        text,
        chooser(views),
        json + "]}",
        table({"", "percentile, %", text.unit}, rows, 1, text.title)
    );
}

}  // namespace oltpsim::page
