// A table of settings. Sources: PostgreSQL "Write Ahead Log" settings; MySQL and MariaDB InnoDB system variables; SQL Server
// "Control transaction durability"; SQLite PRAGMA synchronous.
#include "results/durability.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace oltpsim::results {
namespace {

constexpr const char* kNoWait = "commits are acknowledged before the storage has them";
constexpr std::uint64_t kNoMemoryLimitMb = 2'147'483'647;  ///< SQL Server's default: all there is
constexpr const char* kTorn = "a torn page cannot be repaired, and the storage writes less";

struct Rule {
    std::string_view name;
    std::string_view safe;  ///< values that lose nothing, separated by '|'; anything else is a gap
    const char* meaning;
};

constexpr std::array kRules = {
    Rule{"fsync", "on", "the server never flushes: commits do not wait for the storage"},
    Rule{"synchronous_commit", "on|local|remote_write|remote_apply", kNoWait},
    Rule{"full_page_writes", "on", kTorn},
    Rule{"innodb_flush_log_at_trx_commit", "1", kNoWait},
    Rule{"innodb_doublewrite", "on|1|detect_and_recover", kTorn},
    Rule{"sync_binlog", "1", "the binary log is not flushed with each commit"},
    Rule{"delayed_durability", "disabled", kNoWait},
    Rule{"synchronous", "full|extra|2|3", kNoWait},
    Rule{"journal_mode", "delete|truncate|persist|wal", "there is no journal on the storage"},
};

bool is_safe(const Rule& rule, const std::string& value) {
    const auto choices = split(rule.safe, '|');
    return std::find(choices.begin(), choices.end(), to_lower(value)) != choices.end();
}

/// A binary log that is not written need not be flushed.
bool applies(const Rule& rule, const Settings& settings) {
    if (rule.name != "sync_binlog") {
        return true;
    }
    const auto log = settings.find("log_bin");
    return log != settings.end() && (to_lower(log->second) == "on" || log->second == "1");
}

}  // namespace

std::vector<std::pair<std::string, std::string>> durability_gaps(const Settings& settings) {
    std::vector<std::pair<std::string, std::string>> gaps;
    for (const Rule& rule : kRules) {
        const auto found = settings.find(std::string(rule.name));
        if (found != settings.end() && !found->second.empty() && applies(rule, settings) &&
            !is_safe(rule, found->second)) {
            gaps.emplace_back(found->first + "=" + found->second, rule.meaning);
        }
    }
    const auto method = settings.find("innodb_flush_method");
    if (method != settings.end() &&
        (to_lower(method->second) == "nosync" || to_lower(method->second) == "littlesync")) {
        gaps.emplace_back("innodb_flush_method=" + method->second, kNoWait);
    }
    return gaps;
}

std::string durability_text(const Settings& settings) {
    std::string text;
    for (const Rule& rule : kRules) {
        const auto found = settings.find(std::string(rule.name));
        if (found != settings.end() && !found->second.empty()) {
            text += (text.empty() ? "" : ", ") + found->first + "=" + found->second;
        }
    }
    return text;
}

std::optional<std::uint64_t> buffer_bytes(const Settings& settings) {
    if (const auto found = settings.find("max_server_memory_mb"); found != settings.end()) {
        const auto megabytes = parse_size(found->second);
        return megabytes && *megabytes > 0 && *megabytes < kNoMemoryLimitMb
                   ? std::optional(*megabytes << 20U)
                   : std::nullopt;
    }
    for (const char* name : {"innodb_buffer_pool_size", "shared_buffers"}) {
        const auto found = settings.find(name);
        if (found == settings.end()) {
            continue;
        }
        std::string text = found->second;
        // PostgreSQL writes kB, MB and GB and means powers of 1024.
        if (text.size() > 2 && text.back() == 'B' && text[text.size() - 2] != 'i') {
            text.pop_back();
        }
        if (const auto bytes = parse_size(text); bytes && *bytes > 0) {
            return bytes;
        }
    }
    return std::nullopt;
}

}  // namespace oltpsim::results
