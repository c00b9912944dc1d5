// SQL Server, and any database that has an ODBC driver, as kinds of database.
#include "drivers/odbc/admin.hpp"
#include "drivers/odbc/connection.hpp"

#include <langinfo.h>

#include <clocale>
#include <string_view>

namespace oltpsim::drivers::odbc {
namespace {

// ODBC drivers take the characters of texts for those of the locale, which is plain C unless a program says otherwise.
// Only the kind of characters is set, and only where it is not UTF-8 already; before any thread is started.
void use_utf8() {
    if (std::string_view(::nl_langinfo(CODESET)) != "UTF-8") {
        std::setlocale(LC_CTYPE, "C.UTF-8");
    }
}

class OdbcDriver final : public db::Driver {
public:
    OdbcDriver()
        : environment_(std::make_shared<Environment>()), deadlines_(std::make_shared<Deadlines>()) {
        use_utf8();
        info_.name = "odbc";
        info_.schemes = {"sqlserver", "odbc"};
        info_.dialect = "sqlserver";
        info_.io_model = db::IoModel::blocking;
        info_.params = known_params();
        info_.url_example = "sqlserver://sbtest@10.0.0.11:1433/sbtest?encrypt=yes";
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
        return std::make_unique<OdbcConnection>(
            access_of(endpoint, read_settings(endpoint.url).value()), options, statements
        );
    }

    db::Result<std::unique_ptr<db::AdminConnection>> connect_admin(
        const db::Endpoint& endpoint, const db::SessionOptions& options
    ) const override {
        auto settings = read_settings(endpoint.url);
        if (!settings) {
            return settings.error();
        }
        auto admin =
            std::make_unique<OdbcAdmin>(access_of(endpoint, std::move(*settings)), options);
        if (auto connected = admin->connect(); !connected) {
            return connected.error();
        }
        return std::unique_ptr<db::AdminConnection>(std::move(admin));
    }

private:
    std::shared_ptr<const Access> access_of(const db::Endpoint& endpoint, Settings settings) const {
        return std::make_shared<const Access>(
            Access{std::move(settings), endpoint.password, environment_, deadlines_}
        );
    }

    db::DriverInfo info_;
    // Shared with the sessions, which may outlive the driver.
    std::shared_ptr<Environment> environment_;
    std::shared_ptr<Deadlines> deadlines_;
};

}  // namespace

std::unique_ptr<db::Driver> make_driver() { return std::make_unique<OdbcDriver>(); }

}  // namespace oltpsim::drivers::odbc
