// What a server says of itself, for the result: product, version, durability and memory settings.
#include "drivers/mysql/admin.hpp"

#include <mysql.h>

#include <array>
#include <charconv>
#include <string_view>

namespace oltpsim::drivers::mysql {
namespace {

// Variables of any version; those a server does not have are absent in its answer.
constexpr std::array<std::string_view, 22> kSettings = {
    "innodb_flush_log_at_trx_commit",
    "innodb_flush_method",
    "innodb_doublewrite",
    "innodb_buffer_pool_size",
    "innodb_log_file_size",
    "innodb_log_files_in_group",
    "innodb_redo_log_capacity",
    "innodb_io_capacity",
    "innodb_io_capacity_max",
    "innodb_page_size",
    "innodb_file_per_table",
    "innodb_use_native_aio",
    "innodb_change_buffering",
    "innodb_checksum_algorithm",
    "log_bin",
    "sync_binlog",
    "binlog_format",
    "datadir",
    "default_storage_engine",
    "sql_mode",
    "max_connections",
    "max_prepared_stmt_count",
};

std::uint64_t number(const std::string& text) noexcept {
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

}  // namespace

std::string product_of(std::string_view version, std::string_view comment) {
    const auto says = [&](std::string_view word) {
        return version.find(word) != std::string_view::npos ||
               comment.find(word) != std::string_view::npos;
    };
    if (says("MariaDB") || says("mariadb")) {
        return "MariaDB";
    }
    return says("Percona") ? "Percona Server" : "MySQL";
}

db::Result<db::ServerFacts> MysqlAdmin::facts() {
    std::string sql = "SHOW SESSION VARIABLES WHERE Variable_name IN ('version', "
                      "'version_comment', 'tx_isolation', "
                      "'transaction_isolation'";
    for (const std::string_view name : kSettings) {
        sql.append(", '").append(name).append("'");
    }
    sql += ")";
    auto rows = query(sql);
    if (!rows) {
        return rows.error();
    }
    std::map<std::string, std::string> all;
    for (std::uint64_t i = 0; i < rows->rows(); ++i) {
        all[std::string(rows->text(i, 0))] = std::string(rows->text(i, 1));
    }
    const auto take = [&all](const char* name) {
        const auto node = all.extract(name);
        return node ? node.mapped() : std::string();
    };
    db::ServerFacts facts;
    facts.version = take("version");
    facts.product = product_of(facts.version, take("version_comment"));
    // MySQL 8 and MariaDB 11.1 renamed it.
    const std::string old_name = take("tx_isolation");
    const std::string new_name = take("transaction_isolation");
    facts.session_isolation = new_name.empty() ? old_name : new_name;
    facts.tls = mysql_get_ssl_cipher(handle_.get()) != nullptr;
    if (const auto found = all.find("max_connections"); found != all.end()) {
        facts.max_connections = number(found->second);
    }
    if (const auto found = all.find("max_prepared_stmt_count"); found != all.end()) {
        facts.max_prepared_statements = number(found->second);
    }
    facts.settings = std::move(all);
    return facts;
}

db::Result<std::vector<std::string>> MysqlAdmin::columns(const std::string& table) {
    auto rows = query(
        "SELECT CONCAT(column_name, ' ', data_type) FROM information_schema.columns "
        "WHERE table_schema = DATABASE() AND table_name = '" +
        table + "' ORDER BY ordinal_position"
    );
    if (!rows) {
        return rows.error();
    }
    return rows->texts(0);
}

db::Result<bool> MysqlAdmin::try_lock(const std::string& name) {
    auto rows =
        query("SELECT GET_LOCK(CONCAT('" + name + "/', CRC32(COALESCE(DATABASE(), ''))), 0)");
    if (!rows) {
        return rows.error();
    }
    return !rows->is_null(0, 0) && rows->integer(0, 0) == 1;
}

db::Result<std::uint64_t> MysqlAdmin::commit_counter() {
    auto rows = query("SHOW GLOBAL STATUS LIKE 'Com_commit'");
    if (!rows) {
        return rows.error();
    }
    if (rows->rows() != 1) {
        db::DbError error;
        error.cls = db::ErrorClass::unsupported;
        error.operation = "commit counter";
        error.message = "the server shows no Com_commit";
        return error;
    }
    return static_cast<std::uint64_t>(rows->integer(0, 1));
}

}  // namespace oltpsim::drivers::mysql
