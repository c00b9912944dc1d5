// Directory, rows and log entries. Every write is checked; nothing is written after a failure.
#include "results/result_store.hpp"

#include "core/clock.hpp"
#include "core/version.hpp"
#include "metrics/hdr_log.hpp"
#include "results/csv.hpp"
#include "results/event_codec.hpp"
#include "results/file_names.hpp"
#include "results/find_results.hpp"
#include "results/interval_row.hpp"
#include "results/loop_row.hpp"
#include "results/resume_files.hpp"
#include "results/run_result_codec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace oltpsim::results {
namespace {

namespace fs = std::filesystem;
using metrics::IntervalSample;
using metrics::Phase;

constexpr std::size_t kLongestName = 60;

double wall_seconds() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

ResultError io_error(std::string_view what, const fs::path& path, const std::error_code& error) {
    return {ResultFault::io, fmt::format("cannot {} {}: {}", what, path.string(), error.message())};
}

/// Makes the directory, or says why it must not be used.
std::optional<ResultError> claim(const fs::path& directory) {
    std::error_code error;
    fs::create_directories(directory, error);
    if (error) {
        return io_error("create result directory", directory, error);
    }
    const bool is_result =
        fs::exists(directory / file::kResult, error) || fs::exists(directory / file::kPlan, error);
    if (is_result) {
        return ResultError{
            ResultFault::refused,
            fmt::format(
                "{} already holds a result; go on with it by --resume, or name another directory",
                directory.string()
            )
        };
    }
    const bool empty = fs::is_empty(directory, error);
    if (error) {
        return io_error("read", directory, error);
    }
    if (!empty) {
        return ResultError{
            ResultFault::refused,
            fmt::format(
                "{} is not empty; results need a directory of their own", directory.string()
            )
        };
    }
    return std::nullopt;
}

std::set<std::string> finished_steps(const RunResult& run) {
    std::set<std::string> names;
    for (const auto& step : run.steps) {
        if (step.state == "finished") {
            names.insert(step.name);
        }
    }
    return names;
}

}  // namespace

std::string folder_name(std::string_view name) {
    std::string out;
    for (const char c : name.substr(0, kLongestName)) {
        const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_';
        if (plain) {
            out += c;
        } else if (!out.empty() && out.back() != '-') {
            out += '-';
        }
    }
    while (!out.empty() && out.back() == '-') {
        out.pop_back();
    }
    return out.empty() ? "run" : out;
}

ResultStore::ResultStore(fs::path directory, const plan::RunPlan& plan)
    : directory_(std::move(directory)) {
    for (const auto& target : plan.targets) {
        target_names_.push_back(target.name);
    }
}

Expected<std::unique_ptr<ResultStore>> ResultStore::create(
    const fs::path& root, const plan::RunPlan& plan
) {
    const fs::path base = root / fmt::format("{}-{}", utc_stamp(), folder_name(plan.name));
    fs::path directory = base;
    std::error_code error;
    for (int i = 2; fs::exists(directory, error); ++i) {
        directory = fmt::format("{}-{}", base.string(), i);
    }
    return create_at(directory, plan);
}

Expected<std::unique_ptr<ResultStore>> ResultStore::create_at(
    const fs::path& directory, const plan::RunPlan& plan
) {
    if (auto problem = claim(directory)) {
        return *problem;
    }
    auto lock = DirectoryLock::take(directory);
    if (!lock) {
        return lock.error();
    }
    std::unique_ptr<ResultStore> store(new ResultStore(directory, plan));
    store->lock_ = std::move(*lock);
    if (auto problem = replace_file(directory / file::kPlan, plan.canonical_json)) {
        return ResultError{ResultFault::io, *problem};
    }
    if (auto problem = store->open_files()) {
        return *problem;
    }
    return store;
}

Expected<std::unique_ptr<ResultStore>> ResultStore::resume(
    const fs::path& directory, const plan::RunPlan& plan
) {
    const auto so_far = load_result(directory);
    if (!so_far) {
        return so_far.error();
    }
    auto lock = DirectoryLock::take(directory);
    if (!lock) {
        return lock.error();
    }
    if (so_far->plan_hash != plan.hash) {
        return ResultError{
            ResultFault::refused,
            fmt::format(
                "{} was made by another plan (hash {}, this one has {}); steps of different plans "
                "are not mixed",
                directory.string(),
                so_far->plan_hash,
                plan.hash
            )
        };
    }
    if (auto problem = keep_finished_steps(directory, finished_steps(*so_far))) {
        return ResultError{ResultFault::io, *problem};
    }
    std::unique_ptr<ResultStore> store(new ResultStore(directory, plan));
    store->lock_ = std::move(*lock);
    if (auto problem = store->open_files()) {
        return *problem;
    }
    return store;
}

std::optional<ResultError> ResultStore::open_files() {
    struct Growing {
        AppendFile& file;
        const char* name;
    };
    for (const Growing& one :
         {Growing{intervals_, file::kIntervals},
          Growing{log_, file::kLatency},
          Growing{events_, file::kEvents},
          Growing{loops_, file::kLoops}}) {
        auto opened = AppendFile::open(directory_ / one.name);
        if (!opened) {
            return opened.error();
        }
        one.file = std::move(*opened);
    }
    log_epoch_s_ = wall_seconds();
    if (intervals_.size() == 0) {
        check(intervals_.append(fmt::format("{}\n", kIntervalColumns)));
    }
    if (loops_.size() == 0) {
        check(loops_.append(fmt::format("{}\n", kLoopColumns)));
    }
    // A resumed log gets a header of its own: readers take the stamps after it as relative to it.
    check(log_.append(metrics::hdr_log_header(
        log_epoch_s_,
        utc_now(),
        fmt::format(
            "oltpsim {}; values in ns, maximum in ms, tags are target/phase/transaction", version()
        )
    )));
    return failure_ ? std::optional(ResultError{ResultFault::io, *failure_}) : std::nullopt;
}

void ResultStore::check(std::optional<std::string> problem) {
    if (problem && !failure_) {
        failure_ = std::move(problem);
        if (tell_) {
            tell_(*failure_);
        }
    }
}

void ResultStore::begin_step(const plan::StepPlan& step, std::vector<std::string> types) {
    if (failure_) {
        return;
    }
    log_.keep_tail();
    gathering_.clear();
    step_ = step.name;
    types_ = std::move(types);
    step_start_s_.reset();
    window_first_ = 0;
    window_last_ = 0;
    check(log_.append(metrics::hdr_log_step(step_)));
}

std::optional<std::string> ResultStore::save(const RunResult& run) {
    // A step must not be finished in result.json while a power cut could still take its seconds.
    for (AppendFile* file : {&intervals_, &log_, &events_}) {
        if (auto lost = file->sync()) {
            check(lost);
            return lost;
        }
    }
    auto problem = replace_file(directory_ / file::kResult, encode_run_result(run));
    check(problem);
    return problem;
}

void ResultStore::on_event(const metrics::RunEvent& event) {
    if (!failure_) {
        check(events_.append(encode_event(event)));
    }
}

void ResultStore::on_shard(const metrics::ShardSample& sample) {
    if (!failure_) {
        check(loops_.append(loop_row(utc_now(), step_, sample)));
    }
}

void ResultStore::on_second(
    std::uint64_t second, Phase phase, std::span<const IntervalSample> targets
) {
    if (failure_) {
        return;
    }
    if (!step_start_s_) {
        // On a virtual clock seconds come faster than the wall's; readers ignore stamps before the log's start.
        step_start_s_ =
            std::max(0.0, wall_seconds() - log_epoch_s_ - static_cast<double>(second + 1));
        window_first_ = second;
    }
    if (second / kLogWindowSeconds != window_first_ / kLogWindowSeconds) {
        log_.keep_tail();
        for (auto& one : gathering_) {
            one.histogram.clear();
        }
        window_first_ = second;
    }
    window_last_ = second;
    write_rows(second, phase, targets);
    gather(phase, targets);
    write_log_tail();
}

void ResultStore::write_rows(std::uint64_t second, Phase, std::span<const IntervalSample> targets) {
    const std::string utc = utc_now();
    std::string rows;
    for (const auto& sample : targets) {
        rows += interval_row(utc, step_, target_name(sample.target), second, sample);
    }
    check(intervals_.append(rows));
    write_background(targets);
}

void ResultStore::write_background(std::span<const IntervalSample> targets) {
    std::string rows;
    for (const auto& sample : targets) {
        for (const auto& work : sample.background) {
            rows += fmt::format(
                "{},{},{},{:.3f},{:.3f},{:.3f},{}\n",
                csv_text(step_),
                csv_text(target_name(sample.target)),
                csv_text(type_name(work.type)),
                work.queued_s,
                work.done_s,
                work.done_s - work.queued_s,
                csv_text(work.text)
            );
        }
    }
    if (rows.empty()) {
        return;
    }
    if (!background_.is_open()) {
        auto opened = AppendFile::open(directory_ / file::kBackground);
        if (!opened) {
            check(opened.error().message);
            return;
        }
        background_ = std::move(*opened);
        if (background_.size() == 0) {
            check(background_.append(fmt::format("{}\n", kBackgroundColumns)));
        }
    }
    check(background_.append(rows));
}

std::string ResultStore::type_name(std::size_t type) const {
    return type < types_.size() ? types_[type] : fmt::format("type_{}", type);
}

void ResultStore::gather(Phase phase, std::span<const IntervalSample> targets) {
    for (const auto& sample : targets) {
        for (std::size_t type = 0; type < sample.by_type.size(); ++type) {
            if (sample.by_type[type].response.empty()) {
                continue;
            }
            auto slot = std::find_if(gathering_.begin(), gathering_.end(), [&](const Gathering& g) {
                return g.target == sample.target && g.phase == phase && g.type == type;
            });
            if (slot == gathering_.end()) {
                gathering_.push_back({sample.target, phase, type, {}});
                slot = std::prev(gathering_.end());
            }
            slot->histogram.merge(sample.by_type[type].response);
        }
    }
}

void ResultStore::write_log_tail() {
    const double start = *step_start_s_ + static_cast<double>(window_first_);
    const auto length = static_cast<double>(window_last_ - window_first_ + 1);
    std::string entries;
    for (const auto& one : gathering_) {
        if (one.histogram.empty()) {
            continue;
        }
        const std::string type = type_name(one.type);
        const std::string tag = fmt::format(
            "{}/{}/{}",
            metrics::hdr_tag_part(target_name(one.target)),
            to_string(one.phase),
            metrics::hdr_tag_part(type)
        );
        entries += metrics::hdr_log_entry(tag, start, length, one.histogram);
    }
    check(log_.replace_tail(entries));
}

const std::string& ResultStore::target_name(std::uint32_t target) const {
    static const std::string unknown = "?";
    return target < target_names_.size() ? target_names_[target] : unknown;
}

}  // namespace oltpsim::results
