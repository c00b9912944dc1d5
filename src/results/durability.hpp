// Does a server wait for its storage when it acknowledges a commit? Read off the settings it reports. Pure; knows the names
// of settings, not vendors' code.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace oltpsim::results {

using Settings = std::map<std::string, std::string>;

/// Settings under which acknowledged commits or whole pages may be lost, each with what it means, e.g.
/// ("fsync=off", "the server never flushes: commits do not wait for the storage").
std::vector<std::pair<std::string, std::string>> durability_gaps(const Settings& settings);

/// The settings that decide durability, in a fixed order: "fsync=on, synchronous_commit=on". Empty when none is known.
std::string durability_text(const Settings& settings);

/// Size of the server's own data cache: buffer pool, shared buffers, SQL Server's max server memory (nearly all of it is its
/// buffer pool). nullopt when it reports none, or no limit.
std::optional<std::uint64_t> buffer_bytes(const Settings& settings);

}  // namespace oltpsim::results
