// Passwords out of quoted text: rather too much is hidden than too little.
#include "core/ascii.hpp"
#include "db/target_url.hpp"

#include <algorithm>

namespace oltpsim::db {
namespace {

constexpr std::string_view kWordEnds = " \t\r\n\"'`<>";

bool matches_at(std::string_view text, std::size_t at, std::string_view word) {
    return at + word.size() <= text.size() && std::equal(
                                                  word.begin(),
                                                  word.end(),
                                                  text.begin() + static_cast<std::ptrdiff_t>(at),
                                                  [](char w, char c) { return w == to_lower(c); }
                                              );
}

/// Length of a word that introduces a password, e.g. `password`, when it starts at `at`; else 0.
std::size_t password_word(std::string_view text, std::size_t at) {
    if (at > 0 && is_word(text[at - 1])) {
        return 0;
    }
    for (const std::string_view word : {"password", "passwd", "pwd"}) {
        const std::size_t end = at + word.size();
        if (matches_at(text, at, word) && (end == text.size() || !is_word(text[end]))) {
            return word.size();
        }
    }
    return 0;
}

/// Is this parameter's name that of a secret, or a slip of one: sslpassword, pasword, api_token? References to where a secret
/// is kept are none.
bool names_a_secret(std::string_view name) {
    for (const std::string_view reference :
         {"password_env", "password_file", "passfile", "sslkey", "ssl_key"}) {
        if (name.size() == reference.size() && matches_at(name, 0, reference)) {
            return false;
        }
    }
    for (const std::string_view part :
         {"pass", "pasw", "pswd", "pwd", "pword", "secret", "key", "token"}) {
        for (std::size_t at = 0; at < name.size(); ++at) {
            if (matches_at(name, at, part)) {
                return true;
            }
        }
    }
    return false;
}

/// After '?', '&' or ';': the length of a name followed by '=' when it is that of a secret; else 0.
std::size_t secret_parameter(std::string_view text, std::size_t at) {
    const std::string_view before = "?&;";
    if (at == 0 || before.find(text[at - 1]) == std::string_view::npos) {
        return 0;
    }
    std::size_t end = at;
    while (end < text.size() && (is_word(text[end]) || text[end] == '-' || text[end] == '.')) {
        ++end;
    }
    const bool named = end < text.size() && text[end] == '=' && end > at;
    return named && names_a_secret(text.substr(at, end - at)) ? end - at : 0;
}

/// Behind `password`: where its value starts and ends; start = npos when no value follows.
std::pair<std::size_t, std::size_t> password_value(std::string_view text, std::size_t at) {
    const auto skip = [&](std::string_view blanks) {
        at = std::min(text.find_first_not_of(blanks, at), text.size());
    };
    skip("\"' ");
    if (at == text.size() || (text[at] != '=' && text[at] != ':')) {
        return {std::string_view::npos, 0};
    }
    ++at;
    skip(" ");
    if (at == text.size()) {
        return {std::string_view::npos, 0};
    }
    const char open = text[at];
    if (open == '"' || open == '\'' || open == '{') {
        // Braces may hold doubled closing braces: up to the last one is safe.
        const std::size_t close = open == '{' ? text.rfind('}') : text.find(open, at + 1);
        if (close <= at) {
            return {at + 1, text.size()};
        }
        return {at + 1, std::min(close, text.size())};
    }
    return {at, std::min(text.find_first_of("&; \t\n\"'", at), text.size())};
}

/// "host:port" or "[address]:port", as templates write them too.
bool is_port(std::string_view text) {
    text = text.substr(0, text.find_first_of("/?;"));
    return text.find_first_not_of("0123456789{}.,") == std::string_view::npos;
}

/// Behind "://": hides what stands between the first ':' and the last '@' before a blank or quote; without an '@', all behind
/// the first ':' that is no port, for it may be a password whose host was left out.
std::size_t redact_authority(std::string_view text, std::size_t at, std::string& out) {
    const std::size_t end = std::min(text.find_first_of(kWordEnds, at), text.size());
    const std::string_view address = text.substr(at, end - at);
    const std::size_t sign = address.rfind('@');
    const std::size_t colon = address.find(':');
    if (sign == std::string_view::npos && colon != std::string_view::npos &&
        !address.starts_with('[') && !is_port(address.substr(colon + 1)) &&
        colon < address.find_first_of("/?;")) {
        out += address.substr(0, colon + 1);
        out += "***";
        return end;
    }
    if (sign == std::string_view::npos || colon == std::string_view::npos || colon > sign) {
        return at;
    }
    out += address.substr(0, colon + 1);
    out += "***";
    return at + sign;
}

}  // namespace

std::string redact(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        if (text.substr(at).starts_with("://")) {
            out += "://";
            at = redact_authority(text, at + 3, out);
            continue;
        }
        if (text[at] == ':') {
            // A URL that lacks its "//", such as mysql:user:secret@host: all from the colon to the '@' may be a password.
            const std::size_t end = std::min(text.find_first_of(kWordEnds, at), text.size());
            const std::size_t sign = text.substr(at, end - at).rfind('@');
            if (sign != std::string_view::npos) {
                out += ":***";
                at += sign;
                continue;
            }
        }
        const std::size_t plain = password_word(text, at);
        const std::size_t word = plain != 0 ? plain : secret_parameter(text, at);
        if (word == 0) {
            out += text[at++];
            continue;
        }
        const auto [start, end] = password_value(text, at + word);
        if (start == std::string_view::npos) {
            out += text.substr(at, word);
            at += word;
            continue;
        }
        out += text.substr(at, start - at);
        out += "***";
        at = end;
    }
    return out;
}

}  // namespace oltpsim::db
