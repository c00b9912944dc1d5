// A curve as JSON for web/src/curve.js, and its table.
#include "page/curve_chart.hpp"

#include "page/figure.hpp"
#include "page/json_text.hpp"
#include "page/markup.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::page {
namespace {

bool can_be_drawn(const CurvePoint& point) {
    return point.x && std::any_of(point.y.begin(), point.y.end(), [](const auto& value) {
               return value.has_value();
           });
}

std::string point_json(const CurvePoint& point) {
    std::string out = "{\"name\":" + json_string(point.name) + ",\"x\":";
    append_json(out, point.x);
    out += ",\"y\":";
    append_json(out, point.y);
    out += ",\"remark\":" + json_string(point.remark) + ",\"mark\":" + json_string(point.mark);
    out += fmt::format(",\"hollow\":{}}}", point.hollow);
    return out;
}

std::string curve_table(const CurveChart& chart) {
    std::vector<std::string> header{
        "", "remark", fmt::format("{}, {}", chart.x_name, chart.x_unit)
    };
    for (const auto& line : chart.lines) {
        header.push_back(fmt::format("{}, {}", line, chart.text.unit));
    }
    std::vector<std::vector<Cell>> rows;
    for (const CurvePoint& point : chart.points) {
        std::vector<Cell> cells{point.name, point.remark, brief(point.x)};
        for (const auto& value : point.y) {
            cells.emplace_back(brief(value));
        }
        rows.push_back(std::move(cells));
    }
    return table(header, rows, 2, chart.text.title);
}

}  // namespace

std::string curve_chart(const CurveChart& chart) {
    if (std::none_of(chart.points.begin(), chart.points.end(), can_be_drawn)) {
        return {};
    }
    std::string json =
        "{\"kind\":\"curve\",\"height\":380,\"unit\":" + json_string(chart.text.unit) +
        ",\"x_name\":" + json_string(chart.x_name) + ",\"x_unit\":" + json_string(chart.x_unit) +
        ",\"lines\":";
    append_json(json, chart.lines);
    json += ",\"limit\":";
    append_json(json, chart.limit);
    json += ",\"limit_text\":" + json_string(chart.limit_text) + ",\"points\":[";
    for (const CurvePoint& point : chart.points) {
        json += json.back() == '[' ? "" : ",";
        json += point_json(point);
    }
    return figure(chart.text, "", json + "]}", curve_table(chart));
}

}  // namespace oltpsim::page
