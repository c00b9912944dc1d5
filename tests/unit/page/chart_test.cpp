// What the script is given is well formed and says what the table says.
#include "page/chart.hpp"
#include "page/curve_chart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace oltpsim::page {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json data_of(const std::string& html) {
    const std::string begin = "data-chart>";
    const auto from = html.find(begin);
    if (from == std::string::npos) {
        return {};
    }
    const auto to = html.find("</script>", from);
    return json::parse(html.substr(from + begin.size(), to - from - begin.size()));
}

TEST(Chart, bars_carry_values_intervals_and_a_table) {
    BarSeries tps{
        "A",
        {1000.0, std::nullopt},
        {990.0, std::nullopt},
        {1010.0, std::nullopt},
        {"1,000.0", "n/a"}
    };
    const std::string html = bar_chart({"TPS", "TPS", "As measured."}, {"4 VMs", "8 VMs"}, {tps});
    const json data = data_of(html);
    EXPECT_EQ(data["kind"], "bars");
    EXPECT_EQ(data["series"][0]["values"], json::parse("[1000, null]"));
    EXPECT_EQ(data["series"][0]["high"][0], 1010);
    EXPECT_THAT(html, HasSubstr(">1,000.0<small>990.0 to 1010</small>"));
    EXPECT_THAT(html, HasSubstr("<td>n/a</td>"));
}

TEST(Chart, without_any_value_there_is_none) {
    const BarSeries empty{"A", {std::nullopt}, {}, {}, {"n/a"}};
    EXPECT_EQ(bar_chart({"t", "ms", ""}, {"x"}, {empty}), "");
    EXPECT_EQ(bar_chart({"t", "ms", ""}, {}, {}), "");
    EXPECT_EQ(time_chart({}), "");
    EXPECT_EQ(percentile_chart({"t", "ms", ""}, {}), "");
}

TEST(Chart, a_curve_carries_points_marks_and_limit_and_a_table) {
    CurveChart chart;
    chart.text = {"Latency against TPS", "ms", "Knee: 50 %."};
    chart.x_name = "done";
    chart.x_unit = "TPS";
    chart.lines = {"average", "p99"};
    chart.points = {
        {"50 %", 500.0, {2.0, 9.2}, "knee </script>", "knee: 50 %", false},
        {"120 %", 1000.0, {900.0, std::nullopt}, "saturated", "", true}
    };
    chart.limit = 20.0;
    chart.limit_text = "p99 limit 20 ms";
    const std::string html = curve_chart(chart);
    const json data = data_of(html);
    EXPECT_EQ(data["kind"], "curve");
    EXPECT_EQ(data["points"][0]["y"], json::parse("[2, 9.2]"));
    EXPECT_EQ(data["points"][0]["remark"], "knee </script>");
    EXPECT_EQ(data["points"][0]["mark"], "knee: 50 %");
    EXPECT_TRUE(data["points"][1]["y"][1].is_null());
    EXPECT_TRUE(data["points"][1]["hollow"]);
    EXPECT_EQ(data["limit"], 20);
    EXPECT_THAT(html, HasSubstr("<td>9.200</td>"));
    EXPECT_THAT(html, HasSubstr("<td>n/a</td>"));
    chart.points = {{"50 %", std::nullopt, {2.0, 9.2}, "", "", false}};
    EXPECT_EQ(curve_chart(chart), "");
}

TEST(Chart, time_has_views_areas_and_marks) {
    TimeChart chart;
    chart.text = {"TPS over time", "TPS", "s"};
    chart.step_s = 5;
    TimeLine line{"TPS", {10.0, std::nullopt}, {9.0, std::nullopt}, {11.0, std::nullopt}, false};
    chart.views = {{"all 2 VMs", {line}, {}}, {"vm<1>", {line}, {{5, "steady"}}}};
    chart.areas = {{0, 5, "precondition"}};
    chart.marks = {{3, "outage_start"}};
    const std::string html = time_chart(chart);
    const json data = data_of(html);
    EXPECT_EQ(data["views"].size(), 2u);
    EXPECT_EQ(data["views"][1]["name"], "vm<1>");
    EXPECT_EQ(data["views"][1]["marks"][0]["at"], 5);
    EXPECT_EQ(data["views"][0]["lines"][0]["low"][1], nullptr);
    EXPECT_EQ(data["areas"][0]["text"], "precondition");
    EXPECT_THAT(html, HasSubstr("<option>vm&lt;1&gt;</option>"));
}

TEST(Chart, percentiles_near_one_hundred_keep_their_digits) {
    const std::string html =
        percentile_chart({"Latency", "ms", ""}, {{"vm01", {{"vm01", {{0, 1.5}, {99.9995, 80}}}}}});
    const json data = data_of(html);
    EXPECT_EQ(data["views"][0]["lines"][0]["points"][1], json::parse("[99.9995, 80]"));
}

}  // namespace
}  // namespace oltpsim::page
