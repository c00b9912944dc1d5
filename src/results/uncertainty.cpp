// TPS and averages by batch means, percentiles by block bootstrap; VMs are drawn together, since they share the array.
#include "results/uncertainty.hpp"

#include "metrics/block_bootstrap.hpp"

#include <algorithm>
#include <array>

namespace oltpsim::results {
namespace {

using metrics::RatioPoint;
using metrics::SampleBlock;
using metrics::Uncertainty;

constexpr std::array<double, 4> kQuantiles{0.50, 0.95, 0.99, 0.999};
constexpr std::size_t kP99 = 2;

/// What TPS counts: commits of the sample's transactions; in an open loop those that came within its seconds.
std::vector<RatioPoint> rates_of(const std::vector<SampleBlock>& blocks, bool open_loop) {
    std::vector<RatioPoint> points;
    for (const auto& block : blocks) {
        points.push_back({static_cast<double>(open_loop ? block.ended : block.count), block.seconds}
        );
    }
    return points;
}

std::vector<RatioPoint> averages_of(const std::vector<SampleBlock>& blocks) {
    std::vector<RatioPoint> points;
    for (const auto& block : blocks) {
        points.push_back({block.sum_ns * 1e-6, static_cast<double>(block.count)});
    }
    return points;
}

std::optional<Uncertainty> not_negative(std::optional<Uncertainty> known) {
    if (known) {
        known->low = std::max(0.0, known->low);
    }
    return known;
}

/// `draws`: one row per quantile, or none.
FigureUncertainty of_blocks(
    const std::vector<SampleBlock>& blocks,
    const std::vector<std::vector<double>>& draws,
    std::size_t drawn_blocks,
    double correlation,
    const LatencyFigures& figures,
    bool open_loop
) {
    FigureUncertainty known;
    known.tps = not_negative(metrics::batch_means(rates_of(blocks, open_loop)));
    known.avg_ms = not_negative(metrics::batch_means(averages_of(blocks)));
    if (draws.empty() || !figures.p999_ms) {
        return known;
    }
    const auto interval = [&](std::size_t row, const std::optional<double>& estimate) {
        return not_negative(
            metrics::interval_of_draws(draws[row], *estimate, drawn_blocks, correlation)
        );
    };
    known.p50_ms = interval(0, figures.p50_ms);
    known.p95_ms = interval(1, figures.p95_ms);
    known.p99_ms = interval(kP99, figures.p99_ms);
    known.p999_ms = interval(3, figures.p999_ms);
    return known;
}

/// The unweighted mean of the VMs' averages, linearised block by block, so that what VMs do at the same time counts.
std::optional<Uncertainty> of_vm_means(const std::vector<const std::vector<SampleBlock>*>& vms) {
    std::vector<RatioPoint> points(vms.front()->size(), RatioPoint{0, 1});
    for (const auto* blocks : vms) {
        double sum = 0;
        double count = 0;
        for (const auto& block : *blocks) {
            sum += block.sum_ns * 1e-6;
            count += static_cast<double>(block.count);
        }
        if (count == 0) {
            return std::nullopt;
        }
        const double mean = sum / count;
        const double scale = static_cast<double>(blocks->size()) / count;
        for (std::size_t b = 0; b < blocks->size(); ++b) {
            const auto& block = (*blocks)[b];
            const double residual = block.sum_ns * 1e-6 - mean * static_cast<double>(block.count);
            points[b].sum += (mean + residual * scale) / static_cast<double>(vms.size());
        }
    }
    return not_negative(metrics::batch_means(points));
}

/// The unweighted mean of the VMs' p99s: every draw takes the same stretches of time from each VM.
std::optional<Uncertainty> of_vm_p99s(
    const std::vector<const std::vector<SampleBlock>*>& vms,
    std::size_t count,
    double correlation,
    const std::optional<double>& estimate
) {
    std::vector<double> means;
    for (const auto* blocks : vms) {
        const auto rows = metrics::draw_percentiles(
            metrics::joined_to(*blocks, count), std::array<double, 1>{kQuantiles[kP99]}
        );
        if (rows.empty() || (!means.empty() && rows[0].size() != means.size())) {
            return std::nullopt;
        }
        means.resize(rows[0].size());
        for (std::size_t draw = 0; draw < means.size(); ++draw) {
            means[draw] += rows[0][draw] / static_cast<double>(vms.size());
        }
    }
    return estimate
               ? not_negative(
                     metrics::interval_of_draws(std::move(means), *estimate, count, correlation)
                 )
               : std::nullopt;
}

}  // namespace

void add_uncertainty(const metrics::StepOutcome& outcome, StepResult& step) {
    const bool open_loop = step.offered_tps.has_value();
    std::vector<const std::vector<SampleBlock>*> vms;
    std::vector<SampleBlock> all;
    for (std::size_t i = 0; i < step.targets.size(); ++i) {
        const auto& blocks = outcome.targets[i].sample_blocks;
        if (step.targets[i].state != "ok" || blocks.empty()) {
            continue;
        }
        if (const std::size_t count = metrics::independent_count(blocks); count > 0) {
            const auto joined = metrics::joined_to(blocks, count);
            const auto draws = metrics::draw_percentiles(joined, kQuantiles);
            step.targets[i].uncertainty = of_blocks(
                blocks,
                draws,
                count,
                metrics::left_correlation(joined),
                step.targets[i].response,
                open_loop
            );
        }
        vms.push_back(&blocks);
        const bool first = all.empty();
        all.resize(std::max(all.size(), blocks.size()));
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            all[b] = metrics::joined(all[b], blocks[b]);
            all[b].seconds = blocks[b].seconds;  // of the clock, not of the VMs together
        }
        if (!first && all.size() != blocks.size()) {
            return;  // VMs of one step share its window; nothing is said of any that do not
        }
    }
    const std::size_t count = metrics::independent_count(all);
    if (count == 0) {
        return;
    }
    AggregateResult& aggregate = step.aggregate;
    const auto joined = metrics::joined_to(all, count);
    const double correlation = metrics::left_correlation(joined);
    const auto draws = metrics::draw_percentiles(joined, kQuantiles);
    aggregate.uncertainty =
        of_blocks(all, draws, count, correlation, aggregate.response, open_loop);
    aggregate.avg_vm_mean_uncertainty = of_vm_means(vms);
    aggregate.p99_vm_mean_uncertainty =
        of_vm_p99s(vms, count, correlation, aggregate.latency_p99_vm_mean_ms);
}

}  // namespace oltpsim::results
