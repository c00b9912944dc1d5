// Declares the flags from one table and from the workloads' own lists; lays them over the plan file.
#include "cli/plan_flags.hpp"

#include "cli/flag_overrides.hpp"
#include "config/json_parse.hpp"
#include "config/section.hpp"
#include "core/text.hpp"
#include "targets/passwords.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace oltpsim::cli {
namespace {

using config::Kind;
using config::Node;
using config::Position;

constexpr const char* kLoadGroup = "Load";
constexpr const char* kSessionGroup = "Sessions";

std::string flag_name(std::string key) {
    std::replace(key.begin(), key.end(), '_', '-');
    return "--" + key;
}

Node make_list(Position where) {
    Node node;
    node.kind = Kind::array;
    node.where = std::move(where);
    return node;
}

}  // namespace

PlanFlags::PlanFlags(CLI::App& command, Context& context) : context_(context) {
    command.add_option("PLAN", file_, "Plan file (JSON with comments); flags override it")
        ->check([](const std::string& name) {
            return name.empty() ? std::string("the name of the plan file is empty") : std::string();
        })
        ->type_name("FILE");
    declare_targets(command);
    declare_settings(command);
    declare_workload_options(command);
}

void PlanFlags::declare(
    CLI::App& command,
    const std::string& names,
    std::vector<std::string> path,
    const std::string& help,
    const std::string& group
) {
    Flag& flag = flags_.emplace_back();
    flag.path = std::move(path);
    flag.name = names.substr(0, names.find(','));
    flag.option = command.add_option(names, flag.value, help)->group(group)->type_name("");
}

void PlanFlags::declare_targets(CLI::App& command) {
    const std::string group = "What to test";
    declare(
        command,
        "--workload",
        {"workload", "profile"},
        "Workload or profile, e.g. sysbench/oltp_read_write",
        group
    );
    command
        .add_option(
            "--target", targets_, "Target URL, repeatable; braces expand: mysql://u@vm{01..24}/db"
        )
        ->allow_extra_args(false)
        ->group(group)
        ->type_name("URL");
    command
        .add_option(
            "--password-env", password_env_, "Environment variable with the targets' password"
        )
        ->group(group)
        ->type_name("NAME");
    command
        .add_option(
            "--password-file", password_file_, "File whose first line is the targets' password"
        )
        ->group(group)
        ->type_name("FILE");
    command
        .add_option("--steps", steps_, "Numbers of targets to run one after the other, e.g. 4,8,16")
        ->group(group)
        ->type_name("N,N");
    command
        .add_option("--storage", storage_, "Text about what is under test, for reports; repeatable")
        ->allow_extra_args(false)
        ->group(group)
        ->type_name("KEY=TEXT");
    declare(command, "--name", {"name"}, "What the result is called", group);
    declare(command, "--seed", {"seed"}, "Seed of rows and transactions", group);
    declare(
        command, "--identical-data", {"identical_data"}, "on: the same rows on every target", group
    );
}

void PlanFlags::declare_settings(CLI::App& command) {
    declare(
        command,
        "--clients,--threads",
        {"clients"},
        "Virtual clients per target (sysbench's threads); 8,16,32 crosses the steps with them",
        kLoadGroup
    );
    declare(command, "--connections", {"connections"}, "Database sessions per target", kLoadGroup);
    declare(
        command,
        "--precondition",
        {"phases", "precondition"},
        "Time before the sample, e.g. 2h",
        kLoadGroup
    );
    declare(
        command, "--sample", {"phases", "sample"}, "Time of the measurement, e.g. 1h", kLoadGroup
    );
    command
        .add_option(
            "--until-steady",
            until_steady_,
            "Go on with the precondition until every VM is steady, at most this long"
        )
        ->group(kLoadGroup)
        ->type_name("");
    declare(
        command, "--cool-down", {"phases", "cool_down"}, "Pause between steps, e.g. 5m", kLoadGroup
    );
    declare(command, "--repeat", {"repeat"}, "How often all steps are run", kLoadGroup);
    declare(
        command,
        "--check-after-step",
        {"check_after_step"},
        "on: check the data after each step",
        kLoadGroup
    );
    declare(
        command,
        "--grace",
        {"phases", "grace"},
        "Time for transactions in flight at the end",
        kLoadGroup
    );
    declare(
        command,
        "--think-time",
        {"think_time"},
        "Mean pause of a client between transactions",
        kLoadGroup
    );
    declare(
        command,
        "--rate",
        {"arrival", "rate"},
        "Arrivals per second and target instead of clients that set the pace",
        kLoadGroup
    );
    declare(command, "--arrival", {"arrival", "mode"}, "closed, constant or poisson", kLoadGroup);
    declare(
        command,
        "--max-backlog",
        {"arrival", "max_backlog"},
        "Arrivals that may wait per target",
        kLoadGroup
    );
    declare(
        command,
        "--max-transactions",
        {"max_transactions"},
        "Cap per target over all phases",
        kLoadGroup
    );
    declare(command, "--retry-mode", {"retries", "mode"}, "jitter or sysbench", kLoadGroup);
    declare(
        command,
        "--max-tries",
        {"retries", "max_tries"},
        "Attempts of a transaction that met a deadlock",
        kLoadGroup
    );
    declare(
        command, "--loop-threads", {"loop_threads"}, "Our own threads; 0: by the rule", kLoadGroup
    );
    declare(command, "--batch-scheduling", {"batch_scheduling"}, "on or off", kLoadGroup);
    declare(command, "--clock", {"clock"}, "real or virtual (simulated targets only)", kLoadGroup);
    declare(
        command,
        "--load-connections",
        {"load", "connections"},
        "Sessions per target while loading",
        kLoadGroup
    );
    declare(
        command,
        "--unit-rows",
        {"load", "unit_rows"},
        "Rows loaded and committed together",
        kLoadGroup
    );
    declare(command, "--connect-timeout", {"connect_timeout"}, "e.g. 10s", kSessionGroup);
    declare(
        command, "--statement-timeout", {"statement_timeout"}, "e.g. 60s; 0: none", kSessionGroup
    );
    declare(
        command,
        "--isolation",
        {"isolation"},
        "server_default, read_committed, repeatable_read, serializable",
        kSessionGroup
    );
    declare(command, "--pipeline", {"pipeline"}, "off, reads or full", kSessionGroup);
    declare(
        command,
        "--connects-per-second",
        {"connects_per_second"},
        "Staged start, per target",
        kSessionGroup
    );
    declare(
        command,
        "--schema-dir",
        {"schema_dir"},
        "Folder with SQL that replaces the built-in one",
        kSessionGroup
    );
}

void PlanFlags::declare_workload_options(CLI::App& command) {
    std::set<std::string> declared;
    for (const auto& type : context_.workloads) {
        const std::string family = type->name().substr(0, type->name().find('/'));
        for (const workload::OptionSpec& spec : type->options()) {
            const std::string name = flag_name(spec.name);
            if (!declared.insert(name).second || command.get_option_no_throw(name) != nullptr) {
                continue;
            }
            const std::string preset =
                spec.default_text.empty() ? "" : fmt::format(" [{}]", spec.default_text);
            declare(
                command, name, {"workload", spec.name}, spec.help + preset, "Options of " + family
            );
        }
    }
}

void PlanFlags::put_steps(Node& root) const {
    const Position where{"--steps", 0, 0};
    Node list = make_list(where);
    for (const std::string_view part : split(steps_, ',')) {
        list.items.push_back(config::make_text(where, std::string(trim(part))));
    }
    config::put(root, std::vector<std::string>{"steps"}, std::move(list));
}

void PlanFlags::put_storage(Node& root) const {
    const Position where{"--storage", 0, 0};
    for (const std::string& text : storage_) {
        const std::size_t equals = text.find('=');
        const std::string key = text.substr(0, equals);
        const std::string value = equals == std::string::npos ? "" : text.substr(equals + 1);
        config::put(
            root, std::vector<std::string>{"storage", key}, config::make_text(where, value)
        );
    }
}

void PlanFlags::check_storage(config::Problems& problems) const {
    for (const std::string& text : storage_) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || trim(text.substr(0, equals)).empty()) {
            problems.error(
                {"--storage", 0, 0},
                fmt::format(
                    "must be KEY=TEXT, such as array=\"XYZ 900\"; got {}", config::quoted(text)
                )
            );
        }
    }
}

Node PlanFlags::flag_document() const {
    Node root = config::make_object({"command line", 0, 0});
    for (const Flag& flag : flags_) {
        if (flag.option->count() > 0) {
            config::put(root, flag.path, config::make_text({flag.name, 0, 0}, flag.value));
        }
    }
    if (!targets_.empty()) {
        Node list = make_list({"--target", 0, 0});
        for (const std::string& url : targets_) {
            list.items.push_back(config::make_text({"--target", 0, 0}, url));
        }
        config::put(root, std::vector<std::string>{"targets"}, std::move(list));
    }
    if (!steps_.empty()) {
        put_steps(root);
    }
    put_storage(root);
    return root;
}

/// --password-env and --password-file hold for every target, wherever it was named.
void PlanFlags::apply_password_flags(Node& root) const {
    const auto found =
        std::find_if(root.members.begin(), root.members.end(), [](const config::Member& member) {
            return member.key == "targets";
        });
    if (found == root.members.end() || (password_env_.empty() && password_file_.empty())) {
        return;
    }
    Node& targets = found->value;
    if (!targets.is(Kind::array)) {
        Node list = make_list(targets.where);
        list.items.push_back(targets);
        targets = std::move(list);
    }
    for (Node& target : targets.items) {
        if (!target.is(Kind::object)) {
            Node object = config::make_object(target.where);
            object.members.push_back({"url", target.where, target});
            target = std::move(object);
        }
        remove_member(target, "password_env");
        remove_member(target, "password_file");
        const auto set = [&](const std::string& key,
                             const std::string& flag,
                             const std::string& value) {
            if (!value.empty()) {
                config::put(
                    target, std::vector<std::string>{key}, config::make_text({flag, 0, 0}, value)
                );
            }
        };
        set("password_env", "--password-env", password_env_);
        set("password_file", "--password-file", password_file_);
    }
}

std::optional<plan::RunPlan> PlanFlags::build(PlanUse use) const {
    config::Problems problems;
    const std::string path = file_.empty() ? default_file_ : file_;
    Node document = config::make_object({"command line", 0, 0});
    if (!path.empty()) {
        auto read = config::parse_json_file(path, problems);
        if (!read) {
            context_.console.problems(problems);
            return std::nullopt;
        }
        document = std::move(*read);
    }
    check_storage(problems);
    const Node flags = flag_document();
    if (const Node* arrival = flags.find("arrival");
        arrival != nullptr && arrival->find("rate") != nullptr) {
        remove_member(document, "rate");
    }
    drop_overridden(document, flags);
    const Position start = document.where;
    Node whole =
        document.is(Kind::object) ? config::merge(std::move(document), flags) : std::move(document);
    whole.where = start;  // what is missing is missing in the file
    apply_password_flags(whole);
    apply_until_steady(whole);
    auto built =
        plan::build_plan(whole, path.empty() ? "command line" : path, context_.catalog(), problems);
    if (built && use != PlanUse::look) {
        targets::resolve_passwords(*built, problems);
    }
    if (built && use == PlanUse::load) {
        problems.drop_warnings(built->warnings);
    }
    context_.console.problems(problems);
    if (!problems.ok()) {
        context_.console.note("nothing was started");
        return std::nullopt;
    }
    return built;
}

}  // namespace oltpsim::cli
