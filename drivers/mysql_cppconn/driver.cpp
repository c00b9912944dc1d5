// MySQL, MariaDB and Percona Server through MySQL Connector/C++: a second, independent way to the same servers, so that
// results of the driver `mysql` can be checked.
#include "drivers/mysql_cppconn/admin.hpp"
#include "drivers/mysql_cppconn/connection.hpp"

namespace oltpsim::drivers::mysql_cppconn {
namespace {

class CppconnDriver final : public db::Driver {
public:
    CppconnDriver() : ender_(std::make_shared<SessionEnder>()) {
        info_.name = "mysql_cppconn";
        info_.schemes = {"mysql+cppconn"};
        info_.dialect = "mysql";
        info_.io_model = db::IoModel::blocking;
        info_.commits_per_session = 1;
        info_.params = known_params();
        info_.url_example = "mysql+cppconn://sbtest@10.0.0.11:3306/sbtest";
    }

    const db::DriverInfo& info() const noexcept override { return info_; }

    db::Result<void> check(const db::TargetUrl& url) const override {
        auto settings = read_settings(url);
        if (!settings) {
            return settings.error();
        }
        return {};
    }

    // Precondition: check() was fine.
    std::unique_ptr<db::Connection>
    make_connection(const db::Endpoint& endpoint, const db::SessionOptions& options, const db::StatementSet& statements, db::IoLoop*)
        const override {
        return std::make_unique<CppconnConnection>(
            access_of(endpoint, read_settings(endpoint.url).value()), options, statements, ender_
        );
    }

    db::Result<std::unique_ptr<db::AdminConnection>> connect_admin(
        const db::Endpoint& endpoint, const db::SessionOptions& options
    ) const override {
        auto settings = read_settings(endpoint.url);
        if (!settings) {
            return settings.error();
        }
        auto admin = std::make_unique<CppconnAdmin>(
            access_of(endpoint, std::move(*settings)), options, ender_
        );
        if (auto connected = admin->connect(); !connected) {
            return connected.error();
        }
        return std::unique_ptr<db::AdminConnection>(std::move(admin));
    }

private:
    static std::shared_ptr<const Access> access_of(
        const db::Endpoint& endpoint, Settings settings
    ) {
        return std::make_shared<const Access>(Access{std::move(settings), endpoint.password});
    }

    db::DriverInfo info_;
    // Shared with the sessions, which may outlive the driver.
    std::shared_ptr<SessionEnder> ender_;
};

}  // namespace

std::unique_ptr<db::Driver> make_driver() { return std::make_unique<CppconnDriver>(); }

}  // namespace oltpsim::drivers::mysql_cppconn
