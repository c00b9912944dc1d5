// Signing in through the library. Its options are listed in the MySQL Connector/C++ 1.1 developer guide, "Connection
// Options"; Debian's build of it sits on MariaDB Connector/C, which ignores OPT_SSL_MODE, so the older sslEnforce and
// sslVerify are used.
#include "drivers/mysql_cppconn/library.hpp"

#include <cppconn/connection.h>
#include <fmt/format.h>
#include <mysql_driver.h>

#include <map>

namespace oltpsim::drivers::mysql_cppconn {
namespace {

void add_tls(const Settings& settings, sql::ConnectOptionsMap& options) {
    if (settings.tls == TlsMode::disabled) {
        return;
    }
    options["sslEnforce"] = true;
    if (settings.tls == TlsMode::verify_identity) {
        options["sslVerify"] = true;
    }
    const std::pair<const char*, const std::string*> files[] = {
        {"sslCA", &settings.ssl_ca}, {"sslCert", &settings.ssl_cert}, {"sslKey", &settings.ssl_key}
    };
    for (const auto& [name, file] : files) {
        if (!file->empty()) {
            options[name] = sql::SQLString(*file);
        }
    }
}

void add_place(const Settings& settings, sql::ConnectOptionsMap& options) {
    if (!settings.socket.empty()) {
        options["hostName"] = sql::SQLString("unix://" + settings.socket);
    } else {
        // With the scheme, localhost means TCP too.
        options["hostName"] = sql::SQLString("tcp://" + settings.place());
    }
    if (!settings.database.empty()) {
        options["schema"] = sql::SQLString(settings.database);
    }
}

}  // namespace

std::unique_ptr<sql::Connection> connect(const Access& access, const Limits& limits) {
    const Settings& settings = access.settings;
    sql::ConnectOptionsMap options;
    add_place(settings, options);
    options["userName"] = sql::SQLString(settings.user);
    options["password"] = sql::SQLString(access.password.reveal());
    options["OPT_CHARSET_NAME"] = sql::SQLString(settings.charset);
    options["characterSetResults"] = sql::SQLString(settings.charset);
    options["OPT_CONNECT_TIMEOUT"] = static_cast<int>(limits.connect.count());
    if (limits.read.count() > 0) {
        options["OPT_READ_TIMEOUT"] = static_cast<int>(limits.read.count());
        options["OPT_WRITE_TIMEOUT"] = static_cast<int>(limits.read.count());
    }
    if (!settings.plugin_dir.empty()) {
        options["pluginDir"] = sql::SQLString(settings.plugin_dir);
    }
    add_tls(settings, options);
    std::map<sql::SQLString, sql::SQLString> attributes;
    attributes["program_name"] = limits.application_name;
    options["OPT_CONNECT_ATTR_ADD"] = attributes;
    // Made once: its set-up is not safe in several threads.
    static sql::mysql::MySQL_Driver* const library = sql::mysql::get_driver_instance();
    return std::unique_ptr<sql::Connection>(library->connect(options));
}

}  // namespace oltpsim::drivers::mysql_cppconn
