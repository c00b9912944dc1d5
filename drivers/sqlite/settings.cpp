// URL parameters of a SQLite target.
#include "drivers/sqlite/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace oltpsim::drivers::sqlite {
namespace {

db::DbError bad(std::string what) {
    db::DbError error;
    error.cls = db::ErrorClass::bad_argument;
    error.operation = "sqlite target";
    error.message = std::move(what);
    return error;
}

struct NumberParam {
    std::string_view name;
    std::int64_t Settings::* field;
    std::int64_t low;
    std::int64_t high;
};

constexpr std::array kNumbers = {
    NumberParam{"cache_size_mb", &Settings::cache_size_mb, 1, 1 << 20},
    NumberParam{"mmap_mb", &Settings::mmap_mb, 0, 1 << 20},
    NumberParam{"page_size", &Settings::page_size, 512, 65536},
    NumberParam{"checkpoint_pages", &Settings::checkpoint_pages, 0, 1 << 24},
};

db::Result<void> read_number(
    Settings& settings, const NumberParam& param, const std::string& text
) {
    std::int64_t value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (status != std::errc{} || end != text.data() + text.size() || value < param.low ||
        value > param.high) {
        return bad(fmt::format(
            "{} must be a whole number from {} to {}, got '{}'",
            param.name,
            param.low,
            param.high,
            text
        ));
    }
    settings.*param.field = value;
    return {};
}

}  // namespace

const std::vector<db::UrlParam>& known_params() {
    static const std::vector<db::UrlParam> kParams = {
        {"synchronous",
         "off, normal, full or extra: when commits reach the disk (default full: each one)"},
        {"cache_size_mb", "page cache per connection, MB"},
        {"mmap_mb", "how much of the file is mapped into memory, MB (default 0)"},
        {"page_size", "bytes per page of a new database: 512 to 65536, a power of two"},
        {"checkpoint_pages",
         "size of the write-ahead log, in pages, that starts a checkpoint; 0 = never"},
    };
    return kParams;
}

db::Result<Settings> read_settings(const db::TargetUrl& url) {
    Settings settings;
    settings.path = url.database;
    if (!url.host.empty() || !url.user.empty()) {
        return bad("a SQLite target is a file: sqlite:/path/file.db");
    }
    if (settings.path.empty() || settings.path.ends_with('/')) {
        return bad("the file name is missing: sqlite:/path/file.db");
    }
    if (settings.path.starts_with(":memory:") || settings.path.starts_with("file:")) {
        return bad("the connections of a target share one file: sqlite:/path/file.db");
    }
    for (const auto& [key, text] : url.params) {
        const auto number =
            std::find_if(kNumbers.begin(), kNumbers.end(), [&](const NumberParam& one) {
                return one.name == key;
            });
        if (number != kNumbers.end()) {
            auto read = read_number(settings, *number, text);
            if (!read) {
                return read.error();
            }
        }
        if (key == "synchronous") {
            constexpr std::array<std::string_view, 4> kLevels = {"off", "normal", "full", "extra"};
            if (std::find(kLevels.begin(), kLevels.end(), text) == kLevels.end()) {
                return bad(
                    fmt::format("synchronous must be off, normal, full or extra, got '{}'", text)
                );
            }
            settings.synchronous = text;
        }
    }
    if ((settings.page_size & (settings.page_size - 1)) != 0) {
        return bad(fmt::format("page_size must be a power of two, got {}", settings.page_size));
    }
    return settings;
}

}  // namespace oltpsim::drivers::sqlite
