// What a simulated database does, as its URL says.
#include "drivers/simulated/behaviour.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

namespace oltpsim::drivers::simulated {
namespace {

using db::ErrorClass;

db::DbError bad(std::string what) {
    db::DbError error;
    error.cls = ErrorClass::bad_argument;
    error.operation = "simulated target";
    error.message = std::move(what);
    return error;
}

/// Reads parameters one by one and keeps the first complaint.
class Reader {
public:
    explicit Reader(const db::TargetUrl& url) : params_(url.params) {}

    void number(const char* name, double& value, double low, double high) {
        const std::string* text = find(name);
        if (text == nullptr) {
            return;
        }
        double read = 0;
        const auto [end, status] = std::from_chars(text->data(), text->data() + text->size(), read);
        if (status != std::errc{} || end != text->data() + text->size() ||
            !(read >= low && read <= high)) {
            return fail(
                fmt::format("{} must be a number from {} to {}, got '{}'", name, low, high, *text)
            );
        }
        value = read;
    }

    void duration(const char* name, Nanos& value, double nanos_per_unit) {
        double units = static_cast<double>(value.count()) / nanos_per_unit;
        number(name, units, 0, 1e9);
        value = Nanos{std::llround(units * nanos_per_unit)};
    }

    void count(const char* name, std::uint64_t& value) {
        double read = static_cast<double>(value);
        number(name, read, 0, 9e15);
        if (read != std::floor(read)) {
            return fail(fmt::format("{} must be a whole number", name));
        }
        value = static_cast<std::uint64_t>(read);
    }

    template <typename Choice, std::size_t N>
    void choice(
        const char* name,
        Choice& value,
        const std::array<std::pair<std::string_view, Choice>, N>& all
    ) {
        const std::string* text = find(name);
        if (text == nullptr) {
            return;
        }
        std::string names;
        for (const auto& [label, meaning] : all) {
            if (label == *text) {
                value = meaning;
                return;
            }
            names += names.empty() ? "" : ", ";
            names += label;
        }
        fail(fmt::format("{} must be one of {}; got '{}'", name, names, *text));
    }

    void error_class(const char* name, std::string_view text, ErrorClass& value) {
        for (std::size_t i = 0; i < db::kErrorClassCount; ++i) {
            if (db::to_string(static_cast<ErrorClass>(i)) == text) {
                value = static_cast<ErrorClass>(i);
                return;
            }
        }
        fail(fmt::format(
            "{}: '{}' is no error class (deadlock, serialization_failure, connection_lost, …)",
            name,
            text
        ));
    }

    const std::string* find(const char* name) const {
        const auto found = params_.find(name);
        return found == params_.end() ? nullptr : &found->second;
    }

    void fail(std::string what) {
        if (!problem) {
            problem = std::move(what);
        }
    }

    std::optional<std::string> problem;

private:
    const std::map<std::string, std::string>& params_;
};

void read_errors(Reader& reader, Behaviour& behaviour) {
    reader.number("error_rate", behaviour.error_rate, 0, 1);
    if (const std::string* text = reader.find("error_class")) {
        reader.error_class("error_class", *text, behaviour.error_class);
    }
    if (const std::string* text = reader.find("errors")) {
        constexpr std::string_view kAlways = "always:";
        if (!text->starts_with(kAlways)) {
            return reader.fail(fmt::format("errors must be always:CLASS, got '{}'", *text));
        }
        behaviour.error_rate = 1;
        reader.error_class(
            "errors", std::string_view(*text).substr(kAlways.size()), behaviour.error_class
        );
    }
}

void read_connects(Reader& reader, Behaviour& behaviour) {
    reader.duration("connect_latency_ms", behaviour.connect_latency, 1e6);
    reader.count("connects_per_second", behaviour.connects_per_second);
    reader.choice(
        "refuse",
        behaviour.refusal,
        std::array<std::pair<std::string_view, ErrorClass>, 2>{{
            {"too_many_connections", ErrorClass::too_many_connections},
            {"connect_failed", ErrorClass::connect_failed},
        }}
    );
    if (reader.find("fail_connect") != nullptr) {
        ErrorClass cls = ErrorClass::connect_failed;
        reader.choice(
            "fail_connect",
            cls,
            std::array<std::pair<std::string_view, ErrorClass>, 4>{{
                {"auth_failed", ErrorClass::auth_failed},
                {"connect_failed", ErrorClass::connect_failed},
                {"tls_failed", ErrorClass::tls_failed},
                {"too_many_connections", ErrorClass::too_many_connections},
            }}
        );
        behaviour.connect_failure = cls;
    }
}

}  // namespace

const std::vector<db::UrlParam>& Behaviour::params() {
    static const std::vector<db::UrlParam> kParams = {
        {"latency_ms", "mean latency (default 1)"},
        {"per",
         "what takes that long: transaction (default: at its COMMIT or sole statement) or statement"
        },
        {"distribution", "constant (default), exponential, lognormal or uniform"},
        {"spread", "lognormal: sigma; uniform: half width as a share of the mean (default 0.5)"},
        {"slow_latency_ms", "latency of slow calls"},
        {"slow_share", "share of calls that are slow, 0 to 1"},
        {"slow_until_s", "all calls are slow until then, in seconds since the first connection"},
        {"stall_at_s", "when all replies stop, in seconds since the first connection"},
        {"stall_s", "for how long"},
        {"error_rate", "share of calls that fail, 0 to 1"},
        {"error_class",
         "how they fail: deadlock (default), serialization_failure, connection_lost, …"},
        {"errors", "always:CLASS, short for error_rate=1"},
        {"connect_latency_ms", "how long connecting takes (default 0)"},
        {"connects_per_second", "connections accepted in a second; others are refused"},
        {"refuse", "how: too_many_connections (default) or connect_failed"},
        {"fail_connect",
         "every connection fails: auth_failed, connect_failed, tls_failed or too_many_connections"},
        {"rows", "rows of each statement that returns rows (default 1)"},
        {"seed", "of everything random here (default 1)"},
    };
    return kParams;
}

db::Result<Behaviour> Behaviour::read(const db::TargetUrl& url) {
    Behaviour behaviour;
    Reader reader(url);
    if (!url.host.empty() || !url.user.empty() || !url.database.empty()) {
        reader.fail("a simulated target has parameters only: simulated:?latency_ms=9.8");
    }
    reader.duration("latency_ms", behaviour.latency, 1e6);
    reader.choice(
        "per",
        behaviour.per_statement,
        std::array<std::pair<std::string_view, bool>, 2>{{
            {"transaction", false},
            {"statement", true},
        }}
    );
    reader.choice(
        "distribution",
        behaviour.distribution,
        std::array<std::pair<std::string_view, Distribution>, 4>{{
            {"constant", Distribution::constant},
            {"exponential", Distribution::exponential},
            {"lognormal", Distribution::lognormal},
            {"uniform", Distribution::uniform},
        }}
    );
    reader.number(
        "spread", behaviour.spread, 0, behaviour.distribution == Distribution::uniform ? 1 : 5
    );
    reader.duration("slow_latency_ms", behaviour.slow_latency, 1e6);
    reader.number("slow_share", behaviour.slow_share, 0, 1);
    reader.duration("slow_until_s", behaviour.slow_until, 1e9);
    reader.duration("stall_at_s", behaviour.stall_at, 1e9);
    reader.duration("stall_s", behaviour.stall_for, 1e9);
    read_errors(reader, behaviour);
    read_connects(reader, behaviour);
    reader.count("rows", behaviour.rows);
    reader.count("seed", behaviour.seed);
    if ((behaviour.slow_share > 0 || behaviour.slow_until > Nanos::zero()) &&
        reader.find("slow_latency_ms") == nullptr) {
        reader.fail("slow_share and slow_until_s need slow_latency_ms");
    }
    if (reader.problem) {
        return bad(*reader.problem);
    }
    return behaviour;
}

Nanos Behaviour::draw_latency(Rng& rng, Nanos since_start) const noexcept {
    if (since_start < slow_until || (slow_share > 0 && rng.unit() < slow_share)) {
        return slow_latency;
    }
    const auto mean = static_cast<double>(latency.count());
    double value = mean;
    switch (distribution) {
        case Distribution::constant: break;
        case Distribution::exponential: value = -mean * std::log1p(-rng.unit()); break;
        case Distribution::uniform: value = mean * (1 + spread * (2 * rng.unit() - 1)); break;
        case Distribution::lognormal: {
            // Box and Muller; the shift by σ²/2 makes `mean` the mean and not the median.
            const double radius = std::sqrt(-2 * std::log1p(-rng.unit()));
            const double normal = radius * std::cos(2 * std::numbers::pi * rng.unit());
            value = mean * std::exp(spread * normal - spread * spread / 2);
            break;
        }
    }
    return Nanos{static_cast<std::int64_t>(value)};
}

Nanos Behaviour::release(Nanos due) const noexcept {
    const bool stalled = stall_for > Nanos::zero() && due >= stall_at && due < stall_at + stall_for;
    return stalled ? stall_at + stall_for : due;
}

}  // namespace oltpsim::drivers::simulated
