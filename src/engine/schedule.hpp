// The common clock of a step: one start, one sample window for every target.
#pragma once

#include "core/clock.hpp"
#include "metrics/interval_sample.hpp"

namespace oltpsim::engine {

/// Moments on the loops' clock. A transaction belongs to the phase its intended start lies in (decision 0007).
struct Schedule {
    TimePoint start = TimePoint::max();  ///< of the precondition
    TimePoint sample_start = TimePoint::max();
    TimePoint end = TimePoint::max();  ///< of the sample; what starts later only keeps up the load
    TimePoint last_call = TimePoint::max();  ///< end + grace: what still runs then is cut off

    metrics::Phase phase_of(TimePoint intended) const noexcept {
        if (intended < start || intended >= end) {
            return metrics::Phase::warm;  // counted apart, in no figure
        }
        return intended < sample_start ? metrics::Phase::precondition : metrics::Phase::sample;
    }
};

}  // namespace oltpsim::engine
