// A database that is not there: for tests of the engine, for plans without servers, and for the tool's own ceiling.
#include "db/driver.hpp"

#include "core/fnv1a.hpp"
#include "drivers/simulated/admin.hpp"
#include "drivers/simulated/connection.hpp"

#include <map>
#include <mutex>

namespace oltpsim::drivers::simulated {
namespace {

class SimulatedDriver final : public db::Driver {
public:
    SimulatedDriver() {
        info_.name = "simulated";
        info_.schemes = {"simulated"};
        // Statements are never looked at; some schema must be named.
        info_.dialect = "sqlite";
        info_.io_model = db::IoModel::async;
        info_.virtual_time = true;
        info_.stores_data = false;
        info_.counts_autocommit = true;
        info_.params = Behaviour::params();
        info_.url_example = "simulated:?latency_ms=9.8&distribution=exponential";
    }

    const db::DriverInfo& info() const noexcept override { return info_; }

    db::Result<void> check(const db::TargetUrl& url) const override {
        auto behaviour = Behaviour::read(url);
        if (!behaviour) {
            return behaviour.error();
        }
        return {};
    }

    // Precondition: check() was fine.
    std::unique_ptr<db::Connection> make_connection(
        const db::Endpoint& endpoint,
        const db::SessionOptions& options,
        const db::StatementSet&,
        db::IoLoop* loop
    ) const override {
        return std::make_unique<SimulatedConnection>(
            Behaviour::read(endpoint.url).value(), state_of(endpoint.url), options, *loop
        );
    }

    db::Result<std::unique_ptr<db::AdminConnection>>
    connect_admin(const db::Endpoint& endpoint, const db::SessionOptions&) const override {
        auto behaviour = Behaviour::read(endpoint.url);
        if (!behaviour) {
            return behaviour.error();
        }
        if (behaviour->connect_failure) {
            db::DbError error;
            error.cls = *behaviour->connect_failure;
            error.operation = "connect";
            error.message = "simulated";
            return error;
        }
        return std::unique_ptr<db::AdminConnection>(
            std::make_unique<SimulatedAdmin>(state_of(endpoint.url))
        );
    }

private:
    std::shared_ptr<TargetState> state_of(const db::TargetUrl& url) const {
        const std::lock_guard lock(mutex_);
        std::shared_ptr<TargetState>& state = states_[url.to_string()];
        if (state == nullptr) {
            state = std::make_shared<TargetState>(fnv1a(url.name));
        }
        return state;
    }

    db::DriverInfo info_;
    mutable std::mutex mutex_;
    mutable std::map<std::string, std::shared_ptr<TargetState>> states_;  ///< by URL, name included
};

}  // namespace

std::unique_ptr<db::Driver> make_driver() { return std::make_unique<SimulatedDriver>(); }

}  // namespace oltpsim::drivers::simulated
