// Head, style sheet, body, script.
#include "page/document.hpp"

#include "page/chart_script.hpp"
#include "page/markup.hpp"
#include "page/style.hpp"

#include <fmt/format.h>

namespace oltpsim::page {

std::string document(std::string_view title, std::string_view body) {
    std::string out = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
        "<link rel=\"icon\" href=\"data:,\"><title>{}</title><style>{}</style></head>\n"
        "<body><a class=\"skip\" href=\"#content\">To the content</a><main id=\"content\">\n",
        escaped(title),
        kStyle
    );
    out += body;
    out += "</main>";
    if (body.find("data-chart") != std::string_view::npos) {
        out += "<script>";
        out += chart_script();
        out += "</script>";
    }
    return out + "</body></html>\n";
}

}  // namespace oltpsim::page
