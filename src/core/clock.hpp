// Time as the engine sees it: monotonic nanoseconds. Wall clock is for stamps only.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace oltpsim {

using Nanos = std::chrono::nanoseconds;
using TimePoint = std::chrono::time_point<std::chrono::steady_clock, Nanos>;

/// Reads CLOCK_MONOTONIC (about 23 ns). Hot paths reuse a stamp instead of calling this again.
inline TimePoint steady_now() noexcept { return std::chrono::steady_clock::now(); }

/// Wall-clock time in UTC as ISO-8601 with milliseconds, e.g. "2026-11-30T16:07:41.123Z".
std::string utc_now();
/// The same for a file name: "20261130T160741Z".
std::string utc_stamp();

inline double to_seconds(Nanos n) noexcept { return static_cast<double>(n.count()) * 1e-9; }
inline double to_millis(Nanos n) noexcept { return static_cast<double>(n.count()) * 1e-6; }
inline Nanos from_seconds(double s) noexcept { return Nanos{static_cast<std::int64_t>(s * 1e9)}; }

}  // namespace oltpsim
