// Escaping and numbers.
#include "page/json_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace oltpsim::page {
namespace {

/// Length of the UTF-8 sequence at `at`, 0 when it is none.
std::size_t sequence_at(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(at);
    const std::size_t length = lead < 0x80                   ? 1
                               : lead >= 0xc2 && lead < 0xe0 ? 2
                               : lead >= 0xe0 && lead < 0xf0 ? 3
                               : lead >= 0xf0 && lead < 0xf5 ? 4
                                                             : 0;
    if (length == 0 || at + length > text.size()) {
        return 0;
    }
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(at + i) & 0xc0) != 0x80) {
            return 0;
        }
    }
    return length;
}

}  // namespace

std::string json_string(std::string_view text) {
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = sequence_at(text, i);
        const char c = text[i];
        if (length == 0) {
            out += '?';
        } else if (length > 1) {
            out += text.substr(i, length);
        } else if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20 || c == '<' || c == '>' || c == '&' ||
                   c == 0x7f) {
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned char>(c));
        } else {
            out += c;
        }
        i += std::max<std::size_t>(length, 1);
    }
    return out + "\"";
}

void append_json(std::string& out, const std::optional<double>& value) {
    if (!value || !std::isfinite(*value)) {
        out += "null";
        return;
    }
    fmt::format_to(std::back_inserter(out), "{:.5g}", *value);
}

void append_json(std::string& out, const std::vector<std::optional<double>>& values) {
    out += '[';
    for (std::size_t i = 0; i < values.size(); ++i) {
        out += i > 0 ? "," : "";
        append_json(out, values[i]);
    }
    out += ']';
}

void append_json(std::string& out, const std::vector<std::string>& texts) {
    out += '[';
    for (std::size_t i = 0; i < texts.size(); ++i) {
        out += i > 0 ? "," : "";
        out += json_string(texts[i]);
    }
    out += ']';
}

}  // namespace oltpsim::page
