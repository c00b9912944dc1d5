// One target's URL: what it may hold, which driver takes it, and how it may stand in an error sentence.
#include "core/text.hpp"
#include "plan/build_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::plan {
namespace {

/// Parameters by name only: any value may be a password under a mistyped name.
std::string without_values(std::string_view query) {
    std::string shown;
    for (const std::string_view pair : split(query, '&')) {
        shown += shown.empty() ? "" : "&";
        const std::size_t equals = pair.find('=');
        shown += equals == std::string_view::npos ? "" : pair.substr(0, equals + 1);
        shown += "***";
    }
    return shown;
}

const db::Driver* find_driver(const Catalog& catalog, std::string_view scheme) {
    for (const auto& driver : catalog.drivers) {
        const auto& schemes = driver->info().schemes;
        if (std::find(schemes.begin(), schemes.end(), scheme) != schemes.end()) {
            return driver.get();
        }
    }
    return nullptr;
}

std::string unknown_scheme(const Catalog& catalog, const std::string& scheme) {
    std::vector<std::string> schemes;
    for (const auto& driver : catalog.drivers) {
        schemes.insert(schemes.end(), driver->info().schemes.begin(), driver->info().schemes.end());
    }
    const std::string nearest = nearest_name(scheme, schemes);
    return fmt::format(
        "no driver for \"{}:\"{}; this build has {}",
        scheme,
        nearest.empty() ? "" : fmt::format(", did you mean \"{}:\"?", nearest),
        fmt::join(schemes, ", ")
    );
}

std::vector<std::string> known_parameters(const db::DriverInfo& info) {
    std::vector<std::string> known{"name", "password_env", "password_file", "dialect"};
    for (const db::UrlParam& param : info.params) {
        known.push_back(param.name);
    }
    return known;
}

/// The URL without the values of parameters the driver does not know: one of them may be a mistyped password.
std::string with_known_values(const db::DriverInfo& info, db::TargetUrl url) {
    const auto known = known_parameters(info);
    std::string hidden;
    std::erase_if(url.params, [&](const auto& param) {
        const bool foreign = std::find(known.begin(), known.end(), param.first) == known.end();
        hidden += foreign ? fmt::format("&{}=***", param.first) : "";
        return foreign;
    });
    std::string shown = url.to_string();
    if (!hidden.empty() && shown.find('?') == std::string::npos) {
        hidden.front() = '?';
    }
    return shown + hidden;
}

/// The first URL parameter the driver does not know, as an error sentence; "" when all are known.
std::string unknown_parameter(const db::DriverInfo& info, const db::TargetUrl& url) {
    const std::vector<std::string> known = known_parameters(info);
    for (const auto& [name, value] : url.params) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            const std::string nearest = nearest_name(name, known);
            return fmt::format(
                "unknown URL parameter \"{}\"{}",
                name,
                nearest.empty() ? fmt::format("; {} knows {}", info.name, fmt::join(known, ", "))
                                : fmt::format("; did you mean \"{}\"?", nearest)
            );
        }
    }
    return {};
}

}  // namespace

std::string shown_url(std::string_view text) {
    std::string shown(text);
    if (const std::size_t at = text.rfind('@'); at != std::string_view::npos) {
        const std::size_t colon = text.find(':');
        const std::string_view scheme = colon < at ? text.substr(0, colon + 1) : std::string_view{};
        shown = fmt::format("{}***{}", scheme, text.substr(at));
    }
    if (const std::size_t query = shown.find('?'); query != std::string::npos) {
        shown = shown.substr(0, query + 1) + without_values(shown.substr(query + 1));
    }
    return config::quoted(shown);
}

std::string ranges_of(std::string_view text) {
    std::string ranges;
    const std::size_t at = text.rfind('@');  // what stands before it may be a password
    text.remove_prefix(at == std::string_view::npos ? 0 : at);
    for (std::size_t open = text.find('{'); open != std::string_view::npos;
         open = text.find('{', open + 1)) {
        const std::size_t close = text.find('}', open);
        if (close == std::string_view::npos) {
            break;
        }
        const std::string_view inside = text.substr(open + 1, close - open - 1);
        const bool numbers = inside.find_first_not_of("0123456789.") == std::string_view::npos;
        ranges += numbers ? fmt::format(" {{{}}}", inside) : "";
    }
    return ranges;
}

bool read_target_url(
    Building& b, TargetPlan& target, const std::string& text, const config::Position& where
) {
    auto url = db::TargetUrl::parse(text);
    if (!url) {
        b.problems.error(where, fmt::format("target {}: {}", shown_url(text), url.error().message));
        return false;
    }
    target.url = std::move(*url);
    target.driver = find_driver(b.catalog, target.url.scheme);
    if (target.driver == nullptr) {
        b.problems.error(where, unknown_scheme(b.catalog, target.url.scheme));
        return false;
    }
    std::string fault = unknown_parameter(target.driver->info(), target.url);
    if (fault.empty()) {
        const auto checked = target.driver->check(target.url);
        fault = checked ? "" : checked.error().message;
    }
    if (!fault.empty()) {
        b.problems.error(
            where,
            fmt::format(
                "target {}: {}", with_known_values(target.driver->info(), target.url), fault
            )
        );
        return false;
    }
    const auto dialect = target.url.params.find("dialect");
    target.dialect =
        dialect == target.url.params.end() ? target.driver->info().dialect : dialect->second;
    return true;
}

}  // namespace oltpsim::plan
