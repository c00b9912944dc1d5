// Counters of one target's load: written by its workers, read by the caller's thread for progress.
#pragma once

#include "load/load.hpp"

#include <atomic>
#include <cstdint>
#include <deque>
#include <utility>

namespace oltpsim::load {

/// Thread: any.
struct Tally {
    std::atomic<Stage> stage{Stage::waiting};
    std::atomic<std::uint64_t> rows_done{0};
    std::atomic<std::uint64_t> rows_total{0};
    std::atomic<std::uint32_t> finish_done{0};
    std::atomic<std::uint32_t> finish_total{0};
    std::atomic<std::uint32_t> retries{0};
    std::atomic<bool> failed{false};
};

/// Speed over the last few seconds. Thread: one.
class RateMeter {
public:
    /// Takes a reading and returns rows per second since the oldest one kept. Units: seconds since any start.
    double update(double at_s, std::uint64_t rows) {
        constexpr double kWindow = 5;
        readings_.emplace_back(at_s, rows);
        while (readings_.size() > 2 && readings_.front().first < at_s - kWindow) {
            readings_.pop_front();
        }
        const auto& [from_s, from_rows] = readings_.front();
        // A unit begun again takes its rows back.
        return at_s > from_s && rows > from_rows
                   ? static_cast<double>(rows - from_rows) / (at_s - from_s)
                   : 0;
    }

private:
    std::deque<std::pair<double, std::uint64_t>> readings_;
};

}  // namespace oltpsim::load
