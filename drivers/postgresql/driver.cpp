// Entry of the driver: what it is called, what it can do, and its two kinds of session.
#include "db/driver.hpp"

#include "drivers/postgresql/admin.hpp"
#include "drivers/postgresql/connect_params.hpp"
#include "drivers/postgresql/connection.hpp"

#include <memory>

namespace oltpsim::drivers::postgresql {

namespace {

class PgDriver final : public db::Driver {
public:
    PgDriver() {
        info_.name = "postgresql";
        info_.schemes = {"postgresql", "postgres"};
        info_.dialect = "postgresql";
        info_.io_model = db::IoModel::async;
        info_.pipelines = true;
        info_.commits_per_session = 2;
        info_.params = url_params();
        info_.url_example = "postgresql://sbtest@10.0.0.11:5432/sbtest?sslmode=disable";
    }

    const db::DriverInfo& info() const noexcept override { return info_; }

    db::Result<void> check(const db::TargetUrl& url) const override { return check_url(url); }

    std::unique_ptr<db::Connection> make_connection(
        const db::Endpoint& endpoint,
        const db::SessionOptions& options,
        const db::StatementSet& statements,
        db::IoLoop* loop
    ) const override {
        return std::make_unique<PgConnection>(endpoint, options, statements, *loop);
    }

    db::Result<std::unique_ptr<db::AdminConnection>> connect_admin(
        const db::Endpoint& endpoint, const db::SessionOptions& options
    ) const override {
        return PgAdminConnection::open(endpoint, options);
    }

    // default_password() stays unset: libpq reads ~/.pgpass (or PGPASSFILE, passfile=) by its own rules.

private:
    db::DriverInfo info_;
};

}  // namespace

std::unique_ptr<db::Driver> make_driver();  // declared by the generated registry too

std::unique_ptr<db::Driver> make_driver() { return std::make_unique<PgDriver>(); }

}  // namespace oltpsim::drivers::postgresql
