// The lists of concrete drivers, workloads and reports; generated at configure time from the folders found.
#pragma once

#include "db/driver.hpp"
#include "report/report.hpp"
#include "workload/workload.hpp"

#include <memory>
#include <vector>

namespace oltpsim::cli {

std::vector<std::unique_ptr<db::Driver>> all_drivers();
std::vector<std::unique_ptr<workload::WorkloadType>> all_workloads();
std::vector<std::unique_ptr<report::Report>> all_reports();

}  // namespace oltpsim::cli
