// Escaping, and colours that people can tell apart.
#include "page/chart_script.hpp"
#include "page/document.hpp"
#include "page/json_text.hpp"
#include "page/markdown.hpp"
#include "page/markup.hpp"
#include "page/style.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <regex>

namespace oltpsim::page {
namespace {

using testing::HasSubstr;
using testing::Not;

double channel(int value) {
    const double share = value / 255.0;
    return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
}

/// Relative luminance of "#rrggbb" (WCAG 2).
double luminance(const std::string& colour) {
    const auto at = [&](std::size_t i) { return std::stoi(colour.substr(i, 2), nullptr, 16); };
    return 0.2126 * channel(at(1)) + 0.7152 * channel(at(3)) + 0.0722 * channel(at(5));
}

double contrast(const std::string& a, const std::string& b) {
    const double x = luminance(a);
    const double y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

/// Names and colours of a block of the style sheet.
std::map<std::string, std::string> colours_of(const std::string& block) {
    std::map<std::string, std::string> found;
    const std::regex pair("--([a-z0-9-]+): (#[0-9a-f]{6})");
    for (std::sregex_iterator it(block.begin(), block.end(), pair), end; it != end; ++it) {
        found[(*it)[1]] = (*it)[2];
    }
    return found;
}

TEST(Style, colours_keep_their_contrast_in_light_and_dark) {
    const std::string style = kStyle;
    const auto dark_at = style.find("prefers-color-scheme: dark");
    ASSERT_NE(dark_at, std::string::npos);
    for (const auto& colours :
         {colours_of(style.substr(0, dark_at)), colours_of(style.substr(dark_at))}) {
        ASSERT_GE(colours.size(), 15u);
        for (const char* text : {"ink", "soft", "accent", "good", "bad", "warn"}) {
            EXPECT_GE(contrast(colours.at(text), colours.at("page")), 4.5) << text;
        }
        EXPECT_GE(contrast(colours.at("soft"), colours.at("card")), 4.5);
        for (int i = 1; i <= 6; ++i) {
            const std::string name = "series-" + std::to_string(i);
            EXPECT_GE(contrast(colours.at(name), colours.at("page")), 3.0) << name;
        }
    }
}

TEST(Style, contrast_is_what_the_guideline_says) {
    EXPECT_NEAR(contrast("#000000", "#ffffff"), 21, 0.01);
    EXPECT_NEAR(contrast("#777777", "#ffffff"), 4.48, 0.01);
}

TEST(JsonText, holds_any_text_and_cannot_end_a_script) {
    const std::string evil = "a\"b\\c</script><!-- \x01 é \xff\xc3";
    const std::string text = json_string(evil);
    EXPECT_THAT(text, Not(HasSubstr("<")));
    const auto parsed = nlohmann::json::parse(text, nullptr, false);
    ASSERT_TRUE(parsed.is_string()) << text;
    EXPECT_EQ(parsed.get<std::string>(), "a\"b\\c</script><!-- \x01 é ??");
}

TEST(JsonText, numbers_that_do_not_exist_are_null) {
    std::string out;
    append_json(out, std::vector<std::optional<double>>{1.5, std::nullopt, NAN, INFINITY, 123456});
    EXPECT_EQ(out, "[1.5,null,null,null,1.2346e+05]");
    EXPECT_TRUE(nlohmann::json::accept(out));
}

TEST(Markup, cells_are_escaped_and_noticed) {
    const std::string html = table({"a<b"}, {{Cell("x&y", "1 to 2", true)}}, 1, "c\"d");
    EXPECT_THAT(html, HasSubstr("a&lt;b"));
    EXPECT_THAT(html, HasSubstr("<strong class=\"bad\">x&amp;y</strong><small>1 to 2</small>"));
    EXPECT_THAT(html, HasSubstr("aria-label=\"c&quot;d\""));
}

TEST(Markdown, escapes_what_it_would_act_on) {
    EXPECT_EQ(markdown_escaped("a|b*c\n"), "a\\|b\\*c ");
    EXPECT_EQ(markdown_header({"VM", "TPS"}, 1), "| VM | TPS |\n|---|--:|\n");
}

TEST(Document, carries_the_script_only_where_there_is_a_chart) {
    const std::string plain = document("t<1>", "<p>text</p>");
    EXPECT_THAT(plain, Not(HasSubstr("<script")));
    EXPECT_THAT(plain, HasSubstr("<title>t&lt;1&gt;</title>"));
    const std::string charts =
        document("t", "<script type=\"application/json\" data-chart>{}</script>");
    EXPECT_GT(charts.size(), 200'000u);
    EXPECT_THAT(charts, HasSubstr("Apache ECharts"));
}

TEST(ChartScript, ends_no_element_and_loads_nothing) {
    const std::string script(chart_script());
    EXPECT_THAT(script, Not(HasSubstr("</script")));
    for (const char* part : {"fetch(", "XMLHttpRequest", "importScripts", "WebSocket", "eval("}) {
        EXPECT_THAT(script, Not(HasSubstr(part)));
    }
    EXPECT_LT(script.size(), 1'000'000u);
}

}  // namespace
}  // namespace oltpsim::page
