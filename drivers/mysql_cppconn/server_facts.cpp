// What a server says of itself: product, version, durability and memory settings.
#include "drivers/mysql_cppconn/admin.hpp"

#include <array>
#include <string_view>

namespace oltpsim::drivers::mysql_cppconn {
namespace {

// Of all versions; a server that lacks one leaves it out of its answer.
constexpr std::array<std::string_view, 22> kSettings = {
    "binlog_format",
    "datadir",
    "default_storage_engine",
    "innodb_buffer_pool_size",
    "innodb_change_buffering",
    "innodb_checksum_algorithm",
    "innodb_doublewrite",
    "innodb_file_per_table",
    "innodb_flush_log_at_trx_commit",
    "innodb_flush_method",
    "innodb_io_capacity",
    "innodb_io_capacity_max",
    "innodb_log_file_size",
    "innodb_log_files_in_group",
    "innodb_page_size",
    "innodb_redo_log_capacity",
    "innodb_use_native_aio",
    "log_bin",
    "max_connections",
    "max_prepared_stmt_count",
    "sql_mode",
    "sync_binlog",
};

std::string product_name(const std::string& version, const std::string& comment) {
    const std::string both = version + " " + comment;
    if (both.find("MariaDB") != std::string::npos || both.find("mariadb") != std::string::npos) {
        return "MariaDB";
    }
    return both.find("Percona") != std::string::npos ? "Percona Server" : "MySQL";
}

}  // namespace

db::Result<db::ServerFacts> CppconnAdmin::facts() {
    // tx_isolation has become transaction_isolation in MySQL 8 and MariaDB 11.
    std::string sql =
        "SHOW SESSION VARIABLES WHERE variable_name IN ('version', 'version_comment', "
        "'tx_isolation', 'transaction_isolation'";
    for (const std::string_view name : kSettings) {
        sql.append(", '").append(name).append("'");
    }
    auto rows = query(sql + ")");
    if (!rows) {
        return rows.error();
    }
    auto cipher = query("SHOW SESSION STATUS LIKE 'Ssl_cipher'");
    if (!cipher) {
        return cipher.error();
    }
    db::ServerFacts facts;
    std::string comment;
    for (std::uint64_t row = 0; row < rows->rows(); ++row) {
        const std::string name = rows->as_text(row, 0);
        const std::string value = rows->as_text(row, 1);
        if (name == "version") {
            facts.version = value;
        } else if (name == "version_comment") {
            comment = value;
        } else if (name.ends_with("_isolation")) {
            facts.session_isolation = value;
        } else {
            facts.settings[name] = value;
        }
        if (name == "max_connections") {
            facts.max_connections = static_cast<std::uint64_t>(rows->integer(row, 1));
        } else if (name == "max_prepared_stmt_count") {
            facts.max_prepared_statements = static_cast<std::uint64_t>(rows->integer(row, 1));
        }
    }
    facts.product = product_name(facts.version, comment);
    facts.tls = cipher->rows() > 0 && !cipher->as_text(0, 1).empty();
    return facts;
}

}  // namespace oltpsim::drivers::mysql_cppconn
