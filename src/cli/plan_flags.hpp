// Flags that say what a plan says: the same keys, the same checks, errors that name the flag.
#pragma once

#include "cli/context.hpp"
#include "config/document.hpp"

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace oltpsim::cli {

/// What a command does with its plan: look at it, or sign in to its targets, to load or to measure.
enum class PlanUse : std::uint8_t { look, load, run };

/// Declared on a command; afterwards gives the plan that file and flags make together. Flags win over the file.
class PlanFlags {
public:
    /// Declares PLAN, every plan flag, and every option of every workload.
    PlanFlags(CLI::App& command, Context& context);
    PlanFlags(const PlanFlags&) = delete;
    PlanFlags& operator=(const PlanFlags&) = delete;

    /// Further flags: those of a sweep.
    void declare_sweep(CLI::App& command);

    /// Reads, checks and builds. Faults are printed, all at once; nullopt then. Passwords are resolved unless it is only
    /// looked at; warnings about measuring are left out where nothing is measured.
    std::optional<plan::RunPlan> build(PlanUse use) const;
    /// Uses this file when no PLAN was given.
    void set_default_file(const std::string& path) { default_file_ = path; }

private:
    struct Flag {
        CLI::Option* option = nullptr;
        std::vector<std::string> path;  ///< of the key in the document
        std::string name;               ///< with dashes, for positions
        std::string value;
    };

    void declare_targets(CLI::App& command);
    void declare_settings(CLI::App& command);
    void declare_workload_options(CLI::App& command);
    void declare(
        CLI::App& command,
        const std::string& names,
        std::vector<std::string> path,
        const std::string& help,
        const std::string& group
    );
    config::Node flag_document() const;
    void put_steps(config::Node& root) const;
    void put_storage(config::Node& root) const;
    void check_storage(config::Problems& problems) const;
    void apply_password_flags(config::Node& root) const;
    void apply_until_steady(config::Node& root) const;

    Context& context_;
    std::string file_;
    std::string default_file_;
    std::vector<std::string> targets_;
    std::vector<std::string> storage_;
    std::string steps_;
    std::string until_steady_;
    std::string password_env_;
    std::string password_file_;
    std::deque<Flag> flags_;  ///< stable addresses: the parser writes into them
};

}  // namespace oltpsim::cli
