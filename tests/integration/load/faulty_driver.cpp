// Sessions and writers that pass everything on until a fault strikes.
#include "faulty_driver.hpp"

#include <csignal>

namespace oltpsim::test {
namespace {

db::DbError failure(db::ErrorClass cls) {
    db::DbError error;
    error.cls = cls;
    error.operation = "made to fail";
    return error;
}

class FaultyWriter : public db::BulkWriter {
public:
    FaultyWriter(std::unique_ptr<db::BulkWriter> real, Faults& faults)
        : real_(std::move(real)), faults_(faults) {}
    db::Result<void> append(std::span<const db::Value> row) override {
        if (Faults::strikes(faults_.rows_until_kill)) {
            static_cast<void>(std::raise(SIGKILL));
        }
        if (Faults::strikes(faults_.rows_until_loss)) {
            if (faults_.for_good) {
                faults_.rows_until_loss = 0;
            }
            return failure(db::ErrorClass::connection_lost);
        }
        return real_->append(row);
    }
    db::Result<void> finish() override { return real_->finish(); }

private:
    std::unique_ptr<db::BulkWriter> real_;
    Faults& faults_;
};

class FaultySession : public db::AdminConnection {
public:
    FaultySession(std::unique_ptr<db::AdminConnection> real, Faults& faults)
        : real_(std::move(real)), faults_(faults) {}
    db::Result<db::ResultSet> query(const std::string& sql) override { return real_->query(sql); }
    db::Result<db::ServerFacts> facts() override { return real_->facts(); }
    db::Result<std::uint64_t> commit_counter() override { return real_->commit_counter(); }
    db::Result<std::vector<std::string>> tables() override { return real_->tables(); }
    db::Result<std::vector<std::string>> columns(const std::string& table) override {
        return real_->columns(table);
    }
    db::Result<bool> try_lock(const std::string& name) override { return real_->try_lock(name); }
    db::Result<void> begin() override { return real_->begin(); }
    db::Result<void> commit() override {
        if (Faults::strikes(faults_.commits_until_deadlock)) {
            (void)real_->rollback();
            return failure(db::ErrorClass::deadlock);
        }
        auto done = real_->commit();
        return Faults::strikes(faults_.commits_until_lost_answer)
                   ? failure(db::ErrorClass::connection_lost)
                   : done;
    }
    db::Result<void> rollback() override { return real_->rollback(); }
    db::Result<std::unique_ptr<db::BulkWriter>> bulk_writer(
        const std::string& table, std::span<const db::BulkColumn> columns
    ) override {
        auto writer = real_->bulk_writer(table, columns);
        if (!writer) {
            return writer.error();
        }
        return std::unique_ptr<db::BulkWriter>(
            std::make_unique<FaultyWriter>(std::move(*writer), faults_)
        );
    }
    void interrupt() noexcept override { real_->interrupt(); }

private:
    std::unique_ptr<db::AdminConnection> real_;
    Faults& faults_;
};

}  // namespace

db::Result<std::unique_ptr<db::AdminConnection>> FaultyDriver::connect_admin(
    const db::Endpoint& endpoint, const db::SessionOptions& options
) const {
    auto real = real_.connect_admin(endpoint, options);
    if (!real) {
        return real.error();
    }
    return std::unique_ptr<db::AdminConnection>(
        std::make_unique<FaultySession>(std::move(*real), faults_)
    );
}

}  // namespace oltpsim::test
