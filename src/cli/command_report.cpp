// oltpsim report: a result in the formats there are.
#include "cli/commands.hpp"
#include "cli/output_file.hpp"
#include "core/text.hpp"
#include "results/archive.hpp"
#include "results/find_results.hpp"
#include "results/run_result_codec.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

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
    const auto opened = results::OpenedResult::open(*directory);
    if (!opened) {
        context.console.error(opened.error().message);
        return Outcome::bad_input;
    }
    const auto run = results::load_result(opened->path());
    if (!run) {
        context.console.error(run.error().message);
        return Outcome::bad_input;
    }
    auto options = context.render_options(opened->path().string());
    options.color = options.color && arguments.out.empty();
    const std::string text =
        chosen != nullptr ? chosen->render(*run, options) : results::encode_run_result(*run);
    if (arguments.out.empty()) {
        context.console.print(text);
        return Outcome::done;
    }
    return write_output_file(context, arguments.out, text);
}

}  // namespace

void add_report(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand("report", "Show a result: terminal, json, csv, ...");
    const auto arguments = std::make_shared<ReportArguments>();  // shared with the callback below
    command
        ->add_option(
            "RESULT",
            arguments->result,
            "Result directory or archive, the start of its name, or a run's name"
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
    command->footer(
        "Examples:\n  oltpsim report results/20261130T160741Z-my-array --format csv "
        "--out my-array.csv\n  oltpsim report my-array.zip --format html --out my-array.html"
    );
    command->callback([&context, arguments] {
        context.command = [&context, arguments] { return write_report(context, *arguments); };
    });
}

}  // namespace oltpsim::cli
