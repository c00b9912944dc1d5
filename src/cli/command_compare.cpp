// oltpsim compare: results beside each other, and beside published ones.
#include "cli/commands.hpp"
#include "cli/output_file.hpp"
#include "compare/by_storage.hpp"
#include "compare/reference.hpp"
#include "compare/render.hpp"
#include "core/text.hpp"
#include "results/find_results.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::cli {
namespace {

struct CompareArguments {
    std::vector<std::string> sides;
    std::vector<std::string> labels;
    std::string reference;
    std::vector<std::string> arrays;
    std::string format = "terminal";
    std::string out;
    std::string root = "results";
    double tps_margin = metrics::kTpsMargin * 100;
    double mean_margin = metrics::kMeanMargin * 100;
    double p99_margin = metrics::kPercentileMargin * 100;
    bool allow_unlike = false;
};

/// Results of one side while they are read.
struct Loaded {
    std::string label, source;
    std::vector<results::RunResult> runs;
};

/// Why the command ends, or nothing.
using Problem = std::optional<std::string>;

Problem load_side(const CompareArguments& arguments, std::size_t index, Loaded& side) {
    for (const std::string_view name : split(arguments.sides[index], ',')) {
        const auto directory = results::find_result(arguments.root, trim(name));
        if (!directory) {
            return directory.error().message;
        }
        auto run = results::load_result(*directory);
        if (!run) {
            return run.error().message;
        }
        if (run->steps.empty()) {
            return fmt::format("{}: no finished step, nothing to compare", directory->string());
        }
        for (const auto& other : side.runs) {
            if (other.started_at == run->started_at && other.plan_hash == run->plan_hash) {
                return fmt::format(
                    "{}: the same run twice is no repeat; give each result of a side once",
                    directory->string()
                );
            }
        }
        side.source +=
            fmt::format("{}{}", side.source.empty() ? "" : ", ", directory->filename().string());
        side.runs.push_back(std::move(*run));
    }
    side.label = index < arguments.labels.size() ? arguments.labels[index] : side.runs.front().name;
    return std::nullopt;
}

/// A single result that measured several storages is as many sides.
std::vector<Loaded> split_by_storage(const CompareArguments& arguments, Loaded whole) {
    std::vector<Loaded> sides;
    if (whole.runs.size() == 1) {
        for (compare::StorageRun& part : compare::by_storage(whole.runs.front())) {
            const std::size_t index = sides.size();
            const bool named = index < arguments.labels.size();
            sides.push_back(
                {named ? arguments.labels[index] : part.storage, whole.source, {std::move(part.run)}
                }
            );
        }
    }
    if (sides.empty()) {
        sides.push_back(std::move(whole));
    }
    return sides;
}

/// All sides that are named. Repeats of one side must not have measured several storages: their mean would be of both.
Problem load_sides(const CompareArguments& arguments, std::vector<Loaded>& loaded) {
    for (std::size_t i = 0; i < arguments.sides.size(); ++i) {
        Loaded side;
        if (auto problem = load_side(arguments, i, side)) {
            return problem;
        }
        loaded.push_back(std::move(side));
    }
    if (loaded.size() == 1) {
        loaded = split_by_storage(arguments, std::move(loaded.front()));
    }
    if (loaded.size() < 2 && arguments.reference.empty() && !loaded.empty()) {
        return fmt::format(
            "{} measured one storage: compare needs a second result, or --reference",
            loaded.front().source
        );
    }
    for (const Loaded& side : loaded) {
        for (const auto& run : side.runs) {
            if (!compare::by_storage(run).empty()) {
                return fmt::format(
                    "{} measured several storages in turn: compare it alone, which sets them "
                    "beside each other",
                    side.source
                );
            }
        }
    }
    if (arguments.labels.size() > loaded.size()) {
        return fmt::format("{} labels for {} sides", arguments.labels.size(), loaded.size());
    }
    return std::nullopt;
}

/// Two runs of one plan have one name: then the directory tells them apart.
void tell_labels_apart(std::vector<Loaded>& sides) {
    for (std::size_t i = 0; i < sides.size(); ++i) {
        for (std::size_t j = i + 1; j < sides.size(); ++j) {
            if (sides[i].label == sides[j].label) {
                sides[j].label += fmt::format(" ({})", sides[j].source);
            }
        }
    }
}

/// Measured sides, and the published ones of the same workload, as one chapter; without measured ones a chapter per workload.
Problem make_chapters(
    const CompareArguments& arguments, std::vector<Loaded> loaded, compare::Chapters& chapters
) {
    const compare::Margins margins{
        arguments.tps_margin / 100, arguments.mean_margin / 100, arguments.p99_margin / 100
    };
    std::optional<compare::Reference> reference;
    if (!arguments.reference.empty()) {
        auto found = compare::load_reference(arguments.reference, arguments.arrays);
        if (!found.reference) {
            return found.problem;
        }
        reference = std::move(found.reference);
        chapters.reference_source = reference->source;
    }
    if (loaded.empty()) {
        for (auto& chapter : reference->chapters) {
            chapters.all.push_back(
                compare::compare_sides(chapter.workload, std::move(chapter.sides), margins)
            );
        }
        return std::nullopt;
    }
    const bool by_clients =
        !reference && std::any_of(loaded.begin(), loaded.end(), [](const auto& l) {
            return compare::crosses_clients(l.runs);
        });
    std::string workload = loaded.front().runs.front().workload;
    std::vector<compare::Side> sides;
    for (Loaded& one : loaded) {
        sides.push_back(compare::make_side(one.label, one.source, std::move(one.runs), by_clients));
    }
    if (reference) {
        const std::string wanted = compare::chapter_of_workload(workload);
        for (auto& chapter : reference->chapters) {
            if (chapter.workload == wanted) {
                workload = wanted;
                std::move(chapter.sides.begin(), chapter.sides.end(), std::back_inserter(sides));
            }
        }
        if (workload != wanted) {
            return fmt::format(
                "{} has no {} figures of {}",
                arguments.reference,
                wanted,
                fmt::join(arguments.arrays, ", ")
            );
        }
    }
    chapters.all.push_back(compare::compare_sides(workload, std::move(sides), margins));
    return std::nullopt;
}

/// Unlike sides are refused, with every difference, unless the user wants them all the same.
Problem refusal(const CompareArguments& arguments, const compare::Chapters& chapters) {
    for (const auto& chapter : chapters.all) {
        if (!chapter.unlike.empty() && !arguments.allow_unlike) {
            std::string text = "these results differ in more than their storage:";
            for (const auto& difference : chapter.unlike) {
                text += "\n  " + difference.text();
            }
            return text + "\n--allow-unlike compares them all the same and says so beside each "
                          "verdict";
        }
        if (const auto alone = compare::without_common_set(chapter); !alone.empty()) {
            return fmt::format(
                "no VM set in common with {}: {}",
                chapter.sides.front().label,
                fmt::join(alone, ", ")
            );
        }
    }
    return std::nullopt;
}

Problem check_arguments(const CompareArguments& arguments) {
    const auto formats = compare::formats();
    if (std::find(formats.begin(), formats.end(), arguments.format) == formats.end()) {
        const std::string nearest = nearest_name(arguments.format, formats);
        return fmt::format(
            "there is no format \"{}\"{}; there are {}",
            arguments.format,
            nearest.empty() ? "" : fmt::format(", did you mean \"{}\"?", nearest),
            fmt::join(formats, ", ")
        );
    }
    if (arguments.sides.empty() && arguments.reference.empty()) {
        return "compare needs two results, or one of two storages, or one and --reference";
    }
    if (!arguments.arrays.empty() && arguments.reference.empty()) {
        return "--array chooses among published arrays: it needs --reference";
    }
    for (const double margin :
         {arguments.tps_margin, arguments.mean_margin, arguments.p99_margin}) {
        if (!(margin > 0 && margin < 100)) {
            return fmt::format("a margin of {} %: give a percentage above 0 and below 100", margin);
        }
    }
    return std::nullopt;
}

Outcome run_compare(Context& context, CompareArguments arguments) {
    if (context.json) {
        arguments.format = "json";
    }
    std::vector<Loaded> loaded;
    compare::Chapters chapters;
    Problem problem = check_arguments(arguments);
    if (!problem) {
        problem = load_sides(arguments, loaded);
    }
    if (!problem) {
        tell_labels_apart(loaded);
        problem = make_chapters(arguments, std::move(loaded), chapters);
    }
    if (!problem) {
        problem = refusal(arguments, chapters);
    }
    if (problem) {
        context.console.error(*problem);
        return Outcome::bad_input;
    }
    compare::RenderSettings settings{context.console.color(), context.console.width()};
    settings.color = settings.color && arguments.out.empty();
    const auto text = compare::render(arguments.format, chapters, settings);
    if (arguments.out.empty()) {
        context.console.print(text.value_or(""));
    } else if (const Outcome written = write_output_file(context, arguments.out, text.value_or(""));
               written != Outcome::done) {
        return written;
    }
    const bool valid = std::all_of(chapters.all.begin(), chapters.all.end(), [](const auto& one) {
        return one.valid();
    });
    return valid ? Outcome::done : Outcome::invalid_result;
}

}  // namespace

void add_compare(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand(
        "compare", "Arrays side by side, with statistics, and published results"
    );
    const auto arguments = std::make_shared<CompareArguments>();  // shared with the callback below
    command->add_option(
        "RESULT",
        arguments->sides,
        "Two or more results (directory, start of its name, or run's name); A1,A2,A3 are repeats "
        "of one side. The first is the base. One result that measured several storages in turn "
        "is a side per storage"
    );
    command->add_option("--label", arguments->labels, "Name of a side, in their order")
        ->type_name("NAME")
        ->allow_extra_args(false);
    command
        ->add_option(
            "--reference",
            arguments->reference,
            fmt::format("Beside published results: {}", fmt::join(compare::reference_names(), ", "))
        )
        ->type_name("NAME");
    command
        ->add_option("--array", arguments->arrays, "Only this published array; may be given again")
        ->type_name("NAME")
        ->allow_extra_args(false);
    command
        ->add_option(
            "--format",
            arguments->format,
            fmt::format("{} [terminal]", fmt::join(compare::formats(), ", "))
        )
        ->type_name("NAME");
    command->add_option("--out", arguments->out, "Write to this file")->type_name("FILE");
    command->add_option("--results", arguments->root, "Folder of result directories [results]")
        ->type_name("DIR");
    command
        ->add_option("--tps-margin", arguments->tps_margin, "TPS that differ less are the same [1]")
        ->type_name("PERCENT");
    command->add_option("--mean-margin", arguments->mean_margin, "Likewise average latencies [5]")
        ->type_name("PERCENT");
    command->add_option("--p99-margin", arguments->p99_margin, "Likewise p99 latencies [10]")
        ->type_name("PERCENT");
    command->add_flag(
        "--allow-unlike",
        arguments->allow_unlike,
        "Compare results that differ in workload, scale, clients, pacing, durability, ..."
    );
    command->footer(
        "Examples:\n"
        "  oltpsim compare old-array new-array\n"
        "  oltpsim compare campaign-on-two-arrays\n"
        "  oltpsim compare a1,a2,a3 b1,b2,b3 --format html --out comparison.html\n"
        "  oltpsim compare my-array --reference storagereview --array AF250 --array \"AF250 S2\"\n"
        "  oltpsim compare --reference storagereview --format html --out published.html\n\n"
        "Exit status: 2 when the results are not alike or cannot be read, 4 when one of them is "
        "not "
        "valid (the comparison is still printed)."
    );
    command->callback([&context, arguments] {
        context.command = [&context, arguments] { return run_compare(context, *arguments); };
    });
}

}  // namespace oltpsim::cli
