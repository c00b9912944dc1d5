// SQLite as a kind of database: one file per target, write-ahead log, blocking sessions.
#include "db/driver.hpp"

#include "drivers/sqlite/admin.hpp"
#include "drivers/sqlite/connection.hpp"

namespace oltpsim::drivers::sqlite {
namespace {

class SqliteDriver final : public db::Driver {
public:
    SqliteDriver() {
        info_.name = "sqlite";
        info_.schemes = {"sqlite"};
        info_.dialect = "sqlite";
        info_.io_model = db::IoModel::blocking;
        info_.params = known_params();
        info_.url_example = "sqlite:/mnt/array/vm01.db?synchronous=full";
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
        return std::make_unique<SqliteConnection>(
            read_settings(endpoint.url).value(), options, statements
        );
    }

    db::Result<std::unique_ptr<db::AdminConnection>> connect_admin(
        const db::Endpoint& endpoint, const db::SessionOptions& options
    ) const override {
        auto settings = read_settings(endpoint.url);
        if (!settings) {
            return settings.error();
        }
        auto admin = std::make_unique<SqliteAdmin>(std::move(*settings), options);
        auto connected = admin->connect();
        if (!connected) {
            return connected.error();
        }
        return std::unique_ptr<db::AdminConnection>(std::move(admin));
    }

private:
    db::DriverInfo info_;
};

}  // namespace

std::unique_ptr<db::Driver> make_driver() { return std::make_unique<SqliteDriver>(); }

}  // namespace oltpsim::drivers::sqlite
