// Texts of each database. Transactions are begun and ended by text: SQLEndTran and manual commit would cost round trips
// that the native drivers do not make.
#include "drivers/odbc/dialect.hpp"

#include "core/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace oltpsim::drivers::odbc {
namespace {

constexpr std::array<std::string_view, 4> kNames{"postgresql", "mysql", "sqlite", "sqlserver"};

// begin, begin_read_only, commit, rollback
constexpr std::array<std::array<std::string_view, 4>, 4> kControls{{
    {"BEGIN", "BEGIN READ ONLY", "COMMIT", "ROLLBACK"},
    {"BEGIN", "START TRANSACTION READ ONLY", "COMMIT", "ROLLBACK"},
    // IMMEDIATE takes the write lock at once: one that starts to write later cannot wait without risking a deadlock.
    {"BEGIN IMMEDIATE", "BEGIN", "COMMIT", "ROLLBACK"},
    // A deadlock has ended the transaction already when the client comes to roll it back.
    {"BEGIN TRANSACTION",
     "BEGIN TRANSACTION",
     "COMMIT TRANSACTION",
     "IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION"},
}};

std::string_view isolation_words(db::Isolation isolation) noexcept {
    switch (isolation) {
        case db::Isolation::server_default: return {};
        case db::Isolation::read_committed: return "READ COMMITTED";
        case db::Isolation::repeatable_read: return "REPEATABLE READ";
        case db::Isolation::serializable: return "SERIALIZABLE";
    }
    return {};
}

bool starts_with_word(std::string_view text, std::string_view word) noexcept {
    return text.size() > word.size() && begins_with(text, word) && !is_word(text[word.size()]);
}

std::string_view without_blanks(std::string_view text) noexcept {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

// The letter of sys.objects.type, as OBJECT_ID takes it.
std::string_view object_type(std::string_view kind) noexcept {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kTypes{
        {{"TABLE", "U"}, {"SEQUENCE", "SO"}, {"VIEW", "V"}, {"PROCEDURE", "P"}, {"FUNCTION", "FN"}}
    };
    const auto found = std::find_if(kTypes.begin(), kTypes.end(), [&](const auto& one) {
        return one.first == kind;
    });
    return found == kTypes.end() ? std::string_view{} : found->second;
}

}  // namespace

std::optional<Dialect> dialect_named(std::string_view name) noexcept {
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    return found == kNames.end() ? std::nullopt
                                 : std::optional(static_cast<Dialect>(found - kNames.begin()));
}

std::string_view to_string(Dialect dialect) noexcept {
    return kNames[static_cast<std::size_t>(dialect)];
}

std::string_view control_text(Dialect dialect, db::CommandKind kind) noexcept {
    const auto& texts = kControls[static_cast<std::size_t>(dialect)];
    switch (kind) {
        case db::CommandKind::begin: return texts[0];
        case db::CommandKind::begin_read_only: return texts[1];
        case db::CommandKind::commit: return texts[2];
        case db::CommandKind::rollback: return texts[3];
        case db::CommandKind::execute: break;
    }
    return {};
}

std::string session_setup(Dialect dialect, db::Isolation isolation) {
    const std::string_view level = isolation_words(isolation);
    const std::string set =
        level.empty() ? std::string{} : fmt::format("ISOLATION LEVEL {}", level);
    switch (dialect) {
        case Dialect::postgresql:
            return set.empty() ? set : "SET SESSION CHARACTERISTICS AS TRANSACTION " + set;
        case Dialect::mysql: return set.empty() ? set : "SET SESSION TRANSACTION " + set;
        case Dialect::sqlite: return {};
        case Dialect::sqlserver:
            // Any error rolls back; without it a failed statement would leave the rest of its transaction standing. The
            // isolation is said even where it is the server's own, so that nothing else decides it.
            return "SET XACT_ABORT ON; SET TRANSACTION ISOLATION LEVEL " +
                   std::string(level.empty() ? std::string_view("READ COMMITTED") : level);
    }
    return {};
}

bool names_babelfish(std::string_view version) noexcept {
    return version.find("Babelfish") != std::string_view::npos;
}

std::string_view postgresql_type(db::ColumnType type) noexcept {
    switch (type) {
        case db::ColumnType::int32: return "int4";
        case db::ColumnType::int64: return "int8";
        case db::ColumnType::float64: return "float8";
        case db::ColumnType::text: return "text";
        case db::ColumnType::fixed_char: return "bpchar";
        case db::ColumnType::decimal: return "numeric";
        case db::ColumnType::timestamp: return "timestamp";
    }
    return "text";
}

bool calls_routine(std::string_view sql) noexcept {
    const std::string_view text = without_blanks(sql);
    return starts_with_word(text, "call") || starts_with_word(text, "exec") ||
           starts_with_word(text, "execute");
}

std::string for_sqlserver_2014(std::string_view sql) {
    constexpr std::string_view kStart = "DROP ";
    constexpr std::string_view kMiddle = " IF EXISTS ";
    const std::size_t middle = sql.find(kMiddle);
    if (!sql.starts_with(kStart) || middle == std::string_view::npos) {
        return std::string(sql);
    }
    const std::string_view kind = sql.substr(kStart.size(), middle - kStart.size());
    const std::string_view name = sql.substr(middle + kMiddle.size());
    const std::string_view type = object_type(kind);
    const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), is_word);
    if (type.empty() || !plain) {
        return std::string(sql);
    }
    return fmt::format("IF OBJECT_ID(N'{1}', N'{2}') IS NOT NULL DROP {0} {1}", kind, name, type);
}

std::string quoted_name(Dialect dialect, std::string_view name) {
    const char open = dialect == Dialect::mysql ? '`' : dialect == Dialect::sqlserver ? '[' : '"';
    const char close = open == '[' ? ']' : open;
    std::string out(1, open);
    for (const char c : name) {
        out.append(c == close ? 2 : 1, c);
    }
    return out + close;
}

}  // namespace oltpsim::drivers::odbc
