// How a campaign ends: report, table, verdict.
#include "cli/campaign.hpp"
#include "results/file_io.hpp"
#include "results/run_result_codec.hpp"

#include <fmt/format.h>

namespace oltpsim::cli {

Outcome Campaign::finish() {
    const std::string directory = store_->directory().string();
    const auto options = context_.render_options(directory);
    if (context_.json) {
        context_.console.print(results::encode_run_result(result_));
    } else if (const auto* table = context_.report("terminal")) {
        context_.console.print(table->render(result_, options));
    }
    if (const auto* html = context_.report("html")) {
        if (auto problem = results::replace_file(
                store_->directory() / "report.html", html->render(result_, options)
            )) {
            context_.console.error(*problem);
            report_written_ = false;
        }
    }
    const std::string shown =
        context_.report("html") != nullptr ? directory + "/report.html" : directory;
    if (context_.json || context_.console.quiet()) {
        context_.console.note("result: " + shown);
    } else {
        context_.console.print("\nresult: " + shown + "\n");
    }
    return verdict();
}

Outcome Campaign::verdict() {
    if (store_->failure()) {
        context_.console.error(fmt::format("results could not be written: {}", *store_->failure()));
        return Outcome::not_written;
    }
    if (!report_written_) {
        return Outcome::not_written;
    }
    const std::string go_on = fmt::format(
        "oltpsim {} --resume {}", settings_.sweep ? "sweep" : "run", store_->directory().string()
    );
    if (context_.stop.level() > 0) {
        context_.console.note("interrupted: results so far are kept; go on with: " + go_on);
        return Outcome::interrupted;
    }
    if (stopped_by_hook_) {
        context_.console.note("stopped by a hook: results so far are kept; go on with: " + go_on);
        return Outcome::invalid_result;
    }
    bool any_ok = false;
    bool any_failed = false;
    for (const results::StepResult& step : result_.steps) {
        for (const results::TargetResult& target : step.targets) {
            any_ok = any_ok || target.state == "ok";
            any_failed = any_failed || target.state == "failed";
        }
    }
    if (any_ok && any_failed) {
        return Outcome::some_failed;
    }
    if (!result_.valid) {
        for (const std::string& reason : result_.invalid_reasons) {
            context_.console.warn("the result is not valid: " + reason);
        }
        return Outcome::invalid_result;
    }
    return Outcome::done;
}

}  // namespace oltpsim::cli
