// What every command works with. Thread: the main thread.
#pragma once

#include "cli/console.hpp"
#include "cli/outcome.hpp"
#include "cli/registry.hpp"
#include "phases/stop.hpp"
#include "plan/build_plan.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace oltpsim::cli {

/// Lives as long as the program.
struct Context {
    std::vector<std::unique_ptr<db::Driver>> drivers = all_drivers();
    std::vector<std::unique_ptr<workload::WorkloadType>> workloads = all_workloads();
    std::vector<std::unique_ptr<report::Report>> reports = all_reports();
    Console console;
    phases::StopToken stop;
    bool json = false;
    bool verbose = false;
    std::function<Outcome()> command;  ///< what the arguments asked for

    plan::Catalog catalog() const noexcept { return {drivers, workloads}; }
    /// The report of this format, or nullptr.
    const report::Report* report(std::string_view format) const;
    report::RenderOptions render_options(const std::string& result_dir) const;
};

}  // namespace oltpsim::cli
