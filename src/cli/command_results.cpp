// oltpsim results list|show: what ran here, filtered by name, array, workload and date.
#include "cli/commands.hpp"
#include "core/text.hpp"
#include "page/text_table.hpp"
#include "results/archive.hpp"
#include "results/filter_results.hpp"
#include "results/find_results.hpp"
#include "results/run_result_codec.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace oltpsim::cli {
namespace {

struct ResultsArguments {
    std::string result;
    std::string root = "results";
    results::ResultFilter filter;
    std::string since, until;
};

std::string list_json(const std::vector<results::ResultEntry>& entries) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const results::ResultEntry& entry : entries) {
        nlohmann::ordered_json row{{"directory", entry.directory.string()}, {"problem", nullptr}};
        if (!entry.problem.empty()) {
            row["problem"] = entry.problem;
        } else {
            const results::RunResult& run = entry.run;
            row["name"] = run.name;
            row["kind"] = run.sweep ? "sweep" : "run";
            row["storage"] = run.storage;
            row["storages"] = run.storages;
            row["workload"] = run.workload;
            row["profile"] = run.profile;
            row["started_at"] = run.started_at;
            row["finished_at"] = run.finished_at;
            row["valid"] = run.valid;
            row["steps"] = run.steps.size();
        }
        json.push_back(std::move(row));
    }
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string arrays_text(const results::RunResult& run) {
    std::vector<std::string> arrays;
    const auto add = [&](const std::map<std::string, std::string>& facts, const std::string& name) {
        const auto array = facts.find("array");
        if (array != facts.end() || !name.empty()) {
            arrays.push_back(array != facts.end() ? array->second : name);
        }
    };
    for (const auto& [name, facts] : run.storages) {
        add(facts, name);
    }
    if (arrays.empty()) {
        add(run.storage, "");
    }
    return arrays.empty() ? "-" : fmt::format("{}", fmt::join(arrays, " / "));
}

std::string steps_text(const results::RunResult& run) {
    std::string steps;
    for (const results::StepResult& step : run.steps) {
        const std::string tps =
            step.aggregate.tps ? fmt::format("{:.1f} TPS", *step.aggregate.tps) : "n/a";
        steps += fmt::format("{}{}: {}", steps.empty() ? "" : ", ", step.name, tps);
    }
    return steps.empty() ? "no finished step" : steps;
}

std::string list_text(const std::vector<results::ResultEntry>& entries, const std::string& root) {
    if (entries.empty()) {
        return fmt::format("no results in {}\n", root);
    }
    std::string text;
    for (const results::ResultEntry& entry : entries) {
        const std::string name = entry.directory.filename().string();
        const std::string line = entry.problem.empty()
                                     ? fmt::format(
                                           "{}  {}  {}  {}  {}",
                                           name,
                                           arrays_text(entry.run),
                                           entry.run.workload,
                                           entry.run.valid ? "valid" : "not valid",
                                           steps_text(entry.run)
                                       )
                                     : fmt::format("{}  damaged: {}", name, entry.problem);
        text += page::plain(line) + "\n";
    }
    return text;
}

Outcome list_results(Context& context, ResultsArguments arguments) {
    for (const auto& [flag, text, date] :
         {std::tuple{"--since", arguments.since, &arguments.filter.since},
          std::tuple{"--until", arguments.until, &arguments.filter.until}}) {
        if (!text.empty() && !results::is_date(text)) {
            context.console.error(fmt::format(
                "{} must be a UTC date or time such as 2026-11-30 or 2026-11-30T16:07; got \"{}\"",
                flag,
                text
            ));
            return Outcome::bad_input;
        }
        *date = text;
    }
    const auto entries =
        results::filter_results(results::list_results(arguments.root), arguments.filter);
    if (context.json) {
        context.console.print(list_json(entries));
    } else {
        context.console.print(
            list_text(entries, arguments.root + (arguments.filter.any() ? " that match" : ""))
        );
    }
    return Outcome::done;
}

Outcome show_result(Context& context, const ResultsArguments& arguments) {
    const auto found = results::find_result(arguments.root, arguments.result);
    if (!found) {
        context.console.error(found.error().message);
        return Outcome::bad_input;
    }
    const auto run = results::load_result(*found);
    if (!run) {
        context.console.error(run.error().message);
        return Outcome::bad_input;
    }
    const report::Report* table = context.report("terminal");
    if (context.json || table == nullptr) {
        context.console.print(results::encode_run_result(*run));
    } else {
        context.console.print(table->render(*run, context.render_options(found->string())));
    }
    return Outcome::done;
}

void add_list(CLI::App& results, Context& context) {
    const auto arguments = std::make_shared<ResultsArguments>();  // shared with the callback below
    CLI::App* list = results.add_subcommand("list", "One line per result");
    const auto text = [&](const char* name, std::string& value, const char* help) {
        list->add_option(name, value, help)->type_name("TEXT");
    };
    text("--name", arguments->filter.name, "Only runs whose name, or directory's name, holds this");
    text("--array", arguments->filter.array, "Only runs whose storage texts hold this");
    text(
        "--workload",
        arguments->filter.workload,
        "Only runs of workloads or profiles that hold this"
    );
    list->add_option("--since", arguments->since, "Only runs that began then or later (UTC)")
        ->type_name("DATE");
    list->add_option("--until", arguments->until, "Only runs that began then or before (UTC)")
        ->type_name("DATE");
    list->add_flag("--valid", arguments->filter.valid_only, "Only valid results");
    list->add_option("--results", arguments->root, "Folder of result directories [results]")
        ->type_name("DIR");
    list->footer("Examples:\n"
                 "  oltpsim results list --results /mnt/share/results\n"
                 "  oltpsim results list --array AF250 --workload tpcc --since 2026-11-01 --json");
    list->callback([&context, arguments] {
        context.command = [&context, arguments] { return list_results(context, *arguments); };
    });
}

}  // namespace

void add_results(CLI::App& app, Context& context) {
    CLI::App* results = app.add_subcommand("results", "What ran here");
    results->require_subcommand(1);
    results->footer("Example:\n  oltpsim results list");
    add_list(*results, context);
    const auto arguments = std::make_shared<ResultsArguments>();  // shared with the callback below
    CLI::App* show = results->add_subcommand("show", "One result as a table");
    show->add_option(
            "RESULT",
            arguments->result,
            "Result directory or archive, the start of its name, or a run's name"
    )
        ->required();
    show->add_option("--results", arguments->root, "Folder of result directories [results]")
        ->type_name("DIR");
    show->footer("Example:\n  oltpsim results show my-array");
    show->callback([&context, arguments] {
        context.command = [&context, arguments] { return show_result(context, *arguments); };
    });
}

}  // namespace oltpsim::cli
