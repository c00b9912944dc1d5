// URL parameters of a SQLite target, checked.
#pragma once

#include "db/driver.hpp"

#include <cstdint>
#include <string>

namespace oltpsim::drivers::sqlite {

struct Settings {
    std::string path;
    std::string synchronous = "full";
    std::int64_t cache_size_mb = 0;  ///< 0: SQLite's default
    std::int64_t mmap_mb = 0;        ///< 0: no memory mapping
    std::int64_t page_size = 0;      ///< for a new file; 0: SQLite's default
    std::int64_t checkpoint_pages =
        -1;  ///< WAL pages that start a checkpoint; -1: SQLite's default
};

const std::vector<db::UrlParam>& known_params();

/// Errors: bad_argument naming the parameter and what is allowed.
db::Result<Settings> read_settings(const db::TargetUrl& url);

}  // namespace oltpsim::drivers::sqlite
