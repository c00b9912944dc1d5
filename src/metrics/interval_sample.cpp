// Adding up interval samples.
#include "metrics/interval_sample.hpp"

#include <algorithm>

namespace oltpsim::metrics {

std::string_view to_string(Phase phase) noexcept {
    switch (phase) {
        case Phase::warm: return "warm";
        case Phase::precondition: return "precondition";
        case Phase::sample: return "sample";
    }
    return "sample";
}

OutcomeCounts& OutcomeCounts::operator+=(const OutcomeCounts& other) noexcept {
    committed += other.committed;
    rolled_back_by_design += other.rolled_back_by_design;
    failed += other.failed;
    skipped += other.skipped;
    cut_off += other.cut_off;
    retries += other.retries;
    return *this;
}

std::uint64_t IntervalSample::committed() const noexcept {
    std::uint64_t sum = 0;
    for (const auto& type : by_type) {
        sum += type.background ? 0 : type.outcomes.committed;
    }
    return sum;
}

std::uint64_t IntervalSample::database_commits() const noexcept {
    std::uint64_t sum = 0;
    for (const auto& type : by_type) {
        sum += type.queued ? 0 : type.outcomes.committed;
    }
    return sum;
}

OutcomeCounts IntervalSample::outcomes() const noexcept {
    OutcomeCounts sum;
    for (const auto& type : by_type) {
        if (!type.background) {
            sum += type.outcomes;
        }
    }
    return sum;
}

LatencyHistogram IntervalSample::merged_response() const {
    LatencyHistogram all;
    for (const auto& type : by_type) {
        if (!type.background) {
            all.merge(type.response);
        }
    }
    return all;
}

void IntervalSample::add_ends(const IntervalSample& other) {
    if (by_type.size() < other.by_type.size()) {
        by_type.resize(other.by_type.size());
    }
    for (std::size_t i = 0; i < other.by_type.size(); ++i) {
        by_type[i].outcomes += other.by_type[i].outcomes;
        by_type[i].queued = by_type[i].queued || other.by_type[i].queued;
        by_type[i].background = by_type[i].background || other.by_type[i].background;
    }
}

void IntervalSample::merge(const IntervalSample& other) {
    add_ends(other);
    for (std::size_t i = 0; i < other.by_type.size(); ++i) {
        by_type[i].response.merge(other.by_type[i].response);
    }
    service.merge(other.service);
    lag.merge(other.lag);
    pool_wait.merge(other.pool_wait);
    client_delay.merge(other.client_delay);
    think_total += other.think_total;
    busy_total += other.busy_total;
    cycles += other.cycles;
    for (std::size_t i = 0; i < errors.size(); ++i) {
        errors[i] += other.errors[i];
    }
    connect_errors += other.connect_errors;
    reconnects += other.reconnects;
    ambiguous_commits += other.ambiguous_commits;
}

}  // namespace oltpsim::metrics
