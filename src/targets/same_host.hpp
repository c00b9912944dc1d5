// Does a target live on the machine that makes the load? Then client and server share CPUs, and results say so.
#pragma once

#include "db/target_url.hpp"

namespace oltpsim::targets {

/// True for sockets, files, loopback and any of this machine's own addresses. A name that does not resolve is not here.
/// Thread: any; may wait for name resolution.
bool is_same_host(const db::TargetUrl& url);

}  // namespace oltpsim::targets
