// What a simulated database does: latencies, errors, stalls and refusals, as its URL says. Pure data and arithmetic.
#pragma once

#include "core/clock.hpp"
#include "core/rng.hpp"
#include "db/driver.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace oltpsim::drivers::simulated {

enum class Distribution : std::uint8_t { constant, exponential, lognormal, uniform };

struct Behaviour {
    Nanos latency = std::chrono::milliseconds{1};  ///< mean
    Distribution distribution = Distribution::constant;
    double spread = 0.5;         ///< lognormal: sigma; uniform: half width as a share of the mean
    bool per_statement = false;  ///< else once per transaction, when it ends
    Nanos slow_latency{};        ///< of slow calls
    double slow_share = 0;       ///< of calls, chosen at random
    Nanos slow_until{};  ///< all calls are slow before this, since the first connection opened
    Nanos stall_at{
    };  ///< no reply in [stall_at, stall_at + stall_for), since the first connection opened
    Nanos stall_for{};
    double error_rate = 0;  ///< of the calls that take time
    db::ErrorClass error_class = db::ErrorClass::deadlock;
    Nanos connect_latency{};
    std::uint64_t connects_per_second = 0;  ///< 0 = any number
    db::ErrorClass refusal = db::ErrorClass::too_many_connections;
    std::optional<db::ErrorClass> connect_failure;  ///< of every connection
    std::uint64_t rows = 1;                         ///< of each statement that returns rows
    std::uint64_t seed = 1;

    /// Errors: bad_argument naming the parameter and what is allowed.
    static db::Result<Behaviour> read(const db::TargetUrl& url);
    static const std::vector<db::UrlParam>& params();

    /// How long a call takes that begins `since_start` after the first connection opened.
    Nanos draw_latency(Rng& rng, Nanos since_start) const noexcept;
    /// When a reply due at `due` (since the first connection opened) really comes: stalls hold it back.
    Nanos release(Nanos due) const noexcept;
};

}  // namespace oltpsim::drivers::simulated
