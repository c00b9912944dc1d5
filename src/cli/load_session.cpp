// Progress and verdicts of the loader.
#include "cli/load_session.hpp"

#include "cli/load_codec.hpp"
#include "cli/run_session.hpp"
#include "core/text.hpp"
#include "load/load.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::cli {
namespace {

constexpr double kPlainLineSeconds = 5;  // between progress lines when stderr is no terminal

std::string rate_text(double rows_per_s) {
    return group_digits(static_cast<std::uint64_t>(std::max(rows_per_s, 0.0)));
}

std::string eta_text(double eta_s) {
    return eta_s < 0 ? "n/a"
                     : human_duration(
                           from_seconds(static_cast<double>(static_cast<std::int64_t>(eta_s + 1)))
                       );
}

/// "[#######-------]  47 %".
std::string bar(double share) {
    constexpr int kCells = 20;
    const int filled = static_cast<int>(std::clamp(share, 0.0, 1.0) * kCells);
    return fmt::format(
        "[{:#<{}}{:-<{}}] {:3.0f} %",
        "",
        filled,
        "",
        kCells - filled,
        std::clamp(share, 0.0, 1.0) * 100
    );
}

std::string progress_line(const load::Progress& progress) {
    if (progress.rows_total == 0) {
        return "looking at the targets";
    }
    const auto in_stage = [&](load::Stage stage) {
        return std::count_if(progress.targets.begin(), progress.targets.end(), [&](const auto& t) {
            return t.stage == stage;
        });
    };
    const double share = progress.rows_total == 0 ? 0
                                                  : static_cast<double>(progress.rows_done) /
                                                        static_cast<double>(progress.rows_total);
    std::string line = fmt::format(
        "{}  {} of {} rows  {} rows/s  ETA {}",
        bar(share),
        group_digits(progress.rows_done),
        group_digits(progress.rows_total),
        rate_text(progress.rows_per_s),
        eta_text(progress.eta_s)
    );
    if (const auto finishing = in_stage(load::Stage::finishing); finishing > 0) {
        line += fmt::format("  indexes and statistics on {}", finishing);
    }
    return line;
}

/// What a set of per-target errors amounts to.
class Verdict {
public:
    void good() { ++good_; }
    void failed(const db::DbError& error, bool nothing_changed) {
        ++failed_;
        unreachable_ = unreachable_ || is_unreachable(error);
        nothing_changed_ = nothing_changed_ && nothing_changed;
    }
    /// Part of the target is done, so that "nothing was changed" would be wrong.
    void partly(const db::DbError& error) {
        failed(error, false);
        ++good_;
    }
    Outcome outcome(bool cancelled) const {
        if (cancelled) {
            return Outcome::interrupted;
        }
        if (failed_ == 0) {
            return Outcome::done;
        }
        if (good_ > 0) {
            return Outcome::some_failed;
        }
        if (unreachable_) {
            return Outcome::unreachable;
        }
        return nothing_changed_ ? Outcome::bad_input : Outcome::invalid_result;
    }

private:
    std::size_t good_ = 0;
    std::size_t failed_ = 0;
    bool unreachable_ = false;
    bool nothing_changed_ = true;
};

std::string load_line(const load::TargetLoad& target) {
    std::string line = fmt::format("{}: {}", target.name, load::to_string(target.outcome));
    std::replace(
        line.begin() + static_cast<std::ptrdiff_t>(target.name.size()), line.end(), '_', ' '
    );
    if (target.outcome == load::LoadOutcome::loaded ||
        target.outcome == load::LoadOutcome::cancelled) {
        line += fmt::format(
            ", {} rows in {}",
            group_digits(target.rows),
            human_duration(from_seconds(target.seconds))
        );
    }
    if (target.rows_resumed > 0) {
        line += fmt::format(
            ", {} rows were there from an earlier prepare", group_digits(target.rows_resumed)
        );
    }
    return line;
}

/// Every check of a target, or only what failed where there are many; then how many passed.
std::string check_lines(const load::TargetCheck& target) {
    constexpr std::size_t kMostLines = 20;
    std::string text;
    std::size_t passed = 0;
    for (const workload::CheckResult& result : target.results) {
        passed += result.passed ? 1 : 0;
        if (!result.passed || target.results.size() <= kMostLines) {
            text += fmt::format(
                "{:<6} {}  {}  {}\n",
                result.passed ? "ok" : "FAILED",
                target.name,
                result.id,
                result.detail
            );
        }
    }
    const bool all = passed == target.results.size();
    return text + fmt::format(
                      "{:<6} {}  {} of {} checks passed\n",
                      all ? "ok" : "FAILED",
                      target.name,
                      group_digits(passed),
                      group_digits(target.results.size())
                  );
}

}  // namespace

Outcome prepare_plan(Context& context, const plan::RunPlan& plan) {
    load::LoadSettings settings;
    const bool terminal = context.console.live_is_terminal();
    double last_line = -kPlainLineSeconds;
    settings.on_progress = [&](const load::Progress& progress) {
        if (terminal || progress.elapsed_s - last_line >= kPlainLineSeconds) {
            last_line = progress.elapsed_s;
            context.console.live(progress_line(progress));
        }
    };
    const load::PrepareReport report = load::prepare(plan, settings, context.stop.flag());
    context.console.end_live();
    Verdict verdict;
    const bool anything =
        std::any_of(report.targets.begin(), report.targets.end(), [](const auto& t) {
            return t.rows > 0;
        });
    for (const load::TargetLoad& target : report.targets) {
        if (target.error) {
            verdict.failed(*target.error, !anything);
            context.console.error(
                fmt::format("target {}: {}", target.name, target.error->describe())
            );
        } else if (target.outcome != load::LoadOutcome::not_started) {
            verdict.good();
        }
        if (!context.json && !target.error) {
            context.console.note(load_line(target));
        }
    }
    if (context.json) {
        context.console.print(prepare_json(report));
    }
    return verdict.outcome(report.cancelled);
}

Outcome check_plan(Context& context, const plan::RunPlan& plan) {
    const load::CheckReport report = load::check(plan, {}, context.stop.flag());
    Verdict verdict;
    bool all_passed = true;
    std::string text;
    for (const load::TargetCheck& target : report.targets) {
        if (target.error) {
            verdict.failed(*target.error, true);
            context.console.error(
                fmt::format("target {}: {}", target.name, target.error->describe())
            );
            continue;
        }
        verdict.good();
        all_passed = all_passed && target.passed();
        text += check_lines(target);
        if (!target.loaded_by_us || target.run_since_load) {
            text += fmt::format(
                "note   {}  row contents were not compared: {}\n",
                target.name,
                target.loaded_by_us ? "a run has changed them since they were loaded"
                                    : "the tables were not made by this plan's prepare"
            );
        }
    }
    context.console.print(context.json ? check_json(report) : text);
    const Outcome outcome = verdict.outcome(report.cancelled);
    return outcome == Outcome::done && !all_passed ? Outcome::invalid_result : outcome;
}

Outcome cleanup_plan(Context& context, const plan::RunPlan& plan) {
    const load::CleanupReport report = load::cleanup(plan, {}, context.stop.flag());
    Verdict verdict;
    for (const load::TargetCleanup& target : report.targets) {
        if (target.error && !target.dropped.empty()) {
            verdict.partly(*target.error);
            context.console.error(fmt::format(
                "target {}: {}. Already dropped: {}. Remove what stands in the way and run oltpsim "
                "cleanup again",
                target.name,
                target.error->describe(),
                fmt::join(target.dropped, ", ")
            ));
            continue;
        }
        if (target.error) {
            verdict.failed(*target.error, true);
            context.console.error(
                fmt::format("target {}: {}", target.name, target.error->describe())
            );
            continue;
        }
        verdict.good();
        if (!context.json) {
            context.console.note(
                target.dropped.empty()
                    ? fmt::format("{}: nothing to drop", target.name)
                    : fmt::format("{}: dropped {}", target.name, fmt::join(target.dropped, ", "))
            );
        }
    }
    if (context.json) {
        context.console.print(cleanup_json(report));
    }
    return verdict.outcome(report.cancelled);
}

}  // namespace oltpsim::cli
