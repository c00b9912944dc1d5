// oltpsim report, and results list|show: what ran, in the formats there are.
#include "cli/commands.hpp"
#include "core/text.hpp"
#include "results/file_io.hpp"
#include "results/find_results.hpp"
#include "results/run_result_codec.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace oltpsim::cli {
namespace {

struct ReportArguments {
    std::string result;
    std::string format = "terminal";
    std::string out;
    std::string root = "results";
};

std::vector<std::string> formats(const Context& context) {
    std::vector<std::string> names;
    for (const auto& report : context.reports) {
        names.push_back(report->format());
    }
    return names;
}

Outcome write_report(Context& context, const ReportArguments& arguments) {
    const std::string format = context.json ? "json" : arguments.format;
    const report::Report* chosen = context.report(format);
    if (chosen == nullptr && format != "json") {
        const std::string nearest = nearest_name(format, formats(context));
        context.console.error(fmt::format(
            "there is no report format \"{}\"{}; there are {}",
            format,
            nearest.empty() ? "" : fmt::format(", did you mean \"{}\"?", nearest),
            fmt::join(formats(context), ", ")
        ));
        return Outcome::bad_input;
    }
    const auto directory = results::find_result(arguments.root, arguments.result);
    if (!directory) {
        context.console.error(directory.error().message);
        return Outcome::bad_input;
    }
    const auto run = results::load_result(*directory);
    if (!run) {
        context.console.error(run.error().message);
        return Outcome::bad_input;
    }
    auto options = context.render_options(directory->string());
    options.color = options.color && arguments.out.empty();
    const std::string text =
        chosen != nullptr ? chosen->render(*run, options) : results::encode_run_result(*run);
    if (arguments.out.empty()) {
        context.console.print(text);
        return Outcome::done;
    }
    if (const auto problem = results::replace_file(arguments.out, text)) {
        context.console.error(*problem);
        return Outcome::bad_input;
    }
    context.console.note(fmt::format("{} written", arguments.out));
    return Outcome::done;
}

std::string list_json(const std::vector<results::ResultEntry>& entries) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const results::ResultEntry& entry : entries) {
        nlohmann::ordered_json row{{"directory", entry.directory.string()}, {"problem", nullptr}};
        if (!entry.problem.empty()) {
            row["problem"] = entry.problem;
        } else {
            row["name"] = entry.run.name;
            row["workload"] = entry.run.workload;
            row["started_at"] = entry.run.started_at;
            row["valid"] = entry.run.valid;
            row["steps"] = entry.run.steps.size();
        }
        json.push_back(std::move(row));
    }
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string list_text(const std::vector<results::ResultEntry>& entries, const std::string& root) {
    if (entries.empty()) {
        return fmt::format("no results in {}\n", root);
    }
    std::string text;
    for (const results::ResultEntry& entry : entries) {
        const results::RunResult& run = entry.run;
        if (!entry.problem.empty()) {
            text += fmt::format(
                "{}  damaged: {}\n", entry.directory.filename().string(), entry.problem
            );
            continue;
        }
        std::string steps;
        for (const results::StepResult& step : run.steps) {
            const std::string tps =
                step.aggregate.tps ? fmt::format("{:.1f} TPS", *step.aggregate.tps) : "n/a";
            steps += fmt::format("{}{}: {}", steps.empty() ? "" : ", ", step.name, tps);
        }
        text += fmt::format(
            "{}  {}  {}  {}\n",
            entry.directory.filename().string(),
            run.workload,
            run.valid ? "valid" : "not valid",
            steps.empty() ? "no finished step" : steps
        );
    }
    return text;
}

}  // namespace

void add_report(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand("report", "Show a result: terminal, json, csv, ...");
    const auto arguments = std::make_shared<ReportArguments>();  // shared with the callback below
    command
        ->add_option(
            "RESULT", arguments->result, "Result directory, the start of its name, or a run's name"
        )
        ->required();
    command
        ->add_option(
            "--format",
            arguments->format,
            fmt::format("{} [terminal]", fmt::join(formats(context), ", "))
        )
        ->type_name("NAME");
    command->add_option("--out", arguments->out, "Write to this file")->type_name("FILE");
    command->add_option("--results", arguments->root, "Folder of result directories [results]")
        ->type_name("DIR");
    command->footer("Example:\n  oltpsim report results/20261130T160741Z-my-array --format csv "
                    "--out my-array.csv");
    command->callback([&context, arguments] {
        context.command = [&context, arguments] { return write_report(context, *arguments); };
    });
}

void add_results(CLI::App& app, Context& context) {
    CLI::App* results = app.add_subcommand("results", "What ran here");
    results->require_subcommand(1);
    results->footer("Example:\n  oltpsim results list");
    const auto arguments = std::make_shared<ReportArguments>();  // shared with the callbacks below
    CLI::App* list = results->add_subcommand("list", "One line per result");
    list->add_option("--results", arguments->root, "Folder of result directories [results]")
        ->type_name("DIR");
    list->footer("Example:\n  oltpsim results list --results /mnt/share/results");
    list->callback([&context, arguments] {
        context.command = [&context, arguments] {
            const auto entries = results::list_results(arguments->root);
            context.console.print(
                context.json ? list_json(entries) : list_text(entries, arguments->root)
            );
            return Outcome::done;
        };
    });
    CLI::App* show = results->add_subcommand("show", "One result as a table");
    show->add_option(
            "RESULT", arguments->result, "Result directory, the start of its name, or a run's name"
    )
        ->required();
    show->add_option("--results", arguments->root, "Folder of result directories [results]")
        ->type_name("DIR");
    show->footer("Example:\n  oltpsim results show my-array");
    show->callback([&context, arguments] {
        context.command = [&context, arguments] { return write_report(context, *arguments); };
    });
}

}  // namespace oltpsim::cli
