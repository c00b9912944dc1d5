// The driver as the registry finds it.
#include "drivers/mysql/admin.hpp"
#include "drivers/mysql/connection.hpp"
#include "drivers/mysql/option_file.hpp"
#include "drivers/mysql/settings.hpp"

#include <mysql.h>

#include <stdexcept>

namespace oltpsim::drivers::mysql {
namespace {

class MysqlDriver final : public db::Driver {
public:
    MysqlDriver() {
        info_.name = "mysql";
        info_.schemes = {"mysql", "mariadb"};
        info_.dialect = "mysql";
        info_.io_model = db::IoModel::async;
        info_.commits_per_session = 1;
        info_.params = url_params();
        info_.url_example = "mysql://sbtest@10.0.0.11:3306/sbtest?sslmode=required";
    }

    const db::DriverInfo& info() const noexcept override { return info_; }

    db::Result<void> check(const db::TargetUrl& url) const override {
        auto settings = read_settings(url);
        if (!settings) {
            return settings.error();
        }
        return {};
    }

    std::unique_ptr<db::Connection> make_connection(
        const db::Endpoint& endpoint,
        const db::SessionOptions& options,
        const db::StatementSet& statements,
        db::IoLoop* loop
    ) const override {
        auto settings = read_settings(endpoint.url);
        if (!settings) {
            throw std::invalid_argument(settings.error().describe());  // check() comes first
        }
        return std::make_unique<MysqlConnection>(
            std::move(*settings), endpoint.password, options, statements, loop
        );
    }

    db::Result<std::unique_ptr<db::AdminConnection>> connect_admin(
        const db::Endpoint& endpoint, const db::SessionOptions& options
    ) const override {
        auto settings = read_settings(endpoint.url);
        if (!settings) {
            return settings.error();
        }
        return MysqlAdmin::open(std::move(*settings), endpoint.password, options);
    }

    db::Secret default_password(const db::TargetUrl&) const override { return password_of_user(); }

private:
    db::DriverInfo info_;
};

}  // namespace

std::unique_ptr<db::Driver> make_driver() {
    // The library's one-time set-up is not safe in several threads at once.
    static const int initialised = mysql_library_init(0, nullptr, nullptr);
    if (initialised != 0) {
        throw std::runtime_error("MariaDB Connector/C cannot be initialised");
    }
    return std::make_unique<MysqlDriver>();
}

}  // namespace oltpsim::drivers::mysql
