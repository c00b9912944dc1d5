// oltpsim demo: four SQLite files as four "VMs", from prepare to the table, in well under a minute and without a server.
#include "cli/commands.hpp"
#include "cli/load_session.hpp"
#include "cli/run_session.hpp"
#include "core/text.hpp"
#include "targets/passwords.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <utility>

namespace oltpsim::cli {
namespace {

struct DemoArguments {
    std::string workload = "sysbench/oltp_read_write";
    std::string directory;
    std::string out;
    std::string seconds = "20";
};

/// The user's cache folder: the demo may be run again without asking where.
std::string default_directory() {
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/') {
        return std::string(cache) + "/oltpsim/demo";
    }
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') {
        return std::string(home) + "/.cache/oltpsim/demo";
    }
    return fmt::format(
        "{}/oltpsim-demo-{}", std::filesystem::temp_directory_path().string(), ::getuid()
    );
}

config::Node demo_document(const DemoArguments& arguments, const std::string& directory) {
    const config::Position where{"demo", 0, 0};
    config::Node root = config::make_object(where);
    const auto set =
        [&](std::vector<std::string> path, const std::string& from, const std::string& text) {
            config::put(root, path, config::make_text({from, 0, 0}, text));
        };
    set({"name"}, "demo", "demo");
    set({"workload", "profile"}, "--workload", arguments.workload);
    if (arguments.workload.starts_with("sysbench/") &&
        !arguments.workload.ends_with("/bulk_insert")) {
        set({"workload", "tables"}, "demo", "4");
        set({"workload", "table_size"}, "demo", "10000");
    }
    if (arguments.workload == "tpcc") {
        set({"workload", "warehouses"}, "demo", "1");
        set({"workload", "pacing"}, "demo", "none");
    }
    set({"storage", "array"}, "demo", "this machine's own disk");
    set({"clients"}, "demo", "4");
    set({"phases", "precondition"}, "demo", "5s");
    set({"phases", "sample"}, "--seconds", arguments.seconds);
    set({"phases", "grace"}, "demo", "5s");
    // Percent-encoding by the URL type itself: a folder may have any name.
    db::TargetUrl url;
    url.scheme = "sqlite";
    config::Node targets;
    targets.kind = config::Kind::array;
    targets.where = where;
    for (int vm = 1; vm <= 4; ++vm) {
        url.database = fmt::format("{}/vm{}.db", directory, vm);
        targets.items.push_back(config::make_text({"demo", 0, 0}, url.to_string()));
    }
    config::put(root, std::vector<std::string>{"targets"}, std::move(targets));
    return root;
}

Outcome run_demo(Context& context, const DemoArguments& arguments) {
    const std::string directory =
        std::filesystem::absolute(
            arguments.directory.empty() ? default_directory() : arguments.directory
        )
            .string();
    std::error_code failure;
    std::filesystem::create_directories(directory, failure);
    if (failure) {
        context.console.error(
            fmt::format("folder {} cannot be made: {}", directory, failure.message())
        );
        return Outcome::bad_input;
    }
    config::Problems problems;
    auto plan =
        plan::build_plan(demo_document(arguments, directory), "demo", context.catalog(), problems);
    context.console.problems(problems);
    if (!plan) {
        return Outcome::bad_input;
    }
    context.console.note(fmt::format(
        "Four SQLite databases in {} stand for four VMs: small tables are loaded, then {} "
        "precondition and {} sample.",
        directory,
        human_duration(plan->phases.precondition),
        human_duration(plan->phases.sample)
    ));
    const bool json = std::exchange(context.json, false);  // one JSON document, that of the result
    const Outcome loaded = prepare_plan(context, *plan);
    context.json = json;
    if (loaded != Outcome::done) {
        return loaded;
    }
    RunSettings settings;
    settings.out = arguments.out;
    settings.results_root = directory + "/results";
    return run_plan(context, *plan, settings);
}

}  // namespace

void add_demo(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand(
        "demo", "See it work without any server: four SQLite databases as four VMs"
    );
    const auto arguments = std::make_shared<DemoArguments>();  // shared with the callback below
    command->add_option("--workload", arguments->workload, "Workload [sysbench/oltp_read_write]")
        ->type_name("NAME");
    command
        ->add_option(
            "--dir",
            arguments->directory,
            "Folder for the databases and results [your cache folder]"
        )
        ->type_name("DIR");
    command->add_option("--seconds", arguments->seconds, "Length of the sample [20]")
        ->type_name("N");
    command->add_option("--out", arguments->out, "Exactly this result directory")->type_name("DIR");
    command->footer("Example:\n  oltpsim demo --dir /mnt/array/demo --seconds 30");
    command->callback([&context, arguments] {
        context.command = [&context, arguments] { return run_demo(context, *arguments); };
    });
}

}  // namespace oltpsim::cli
