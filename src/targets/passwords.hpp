// Where passwords come from. The only place that reads them; they go into db::Secret and nowhere else.
#pragma once

#include "config/document.hpp"
#include "plan/run_plan.hpp"

namespace oltpsim::targets {

/// Fills TargetPlan::password of every target: from password_env, else password_file, else the URL, else the vendor's own
/// file (~/.pgpass, ~/.my.cnf). A target for which none of these has one signs in without. Errors: a variable that is not
/// set (and no file is named), a file that cannot be read or is empty. Warnings: a file that others can read.
void resolve_passwords(plan::RunPlan& plan, config::Problems& problems);

}  // namespace oltpsim::targets
