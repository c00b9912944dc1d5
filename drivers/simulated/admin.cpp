// The admin session of a simulated database.
#include "drivers/simulated/admin.hpp"

#include "core/version.hpp"

#include <fmt/format.h>

namespace oltpsim::drivers::simulated {
namespace {

/// Takes rows and forgets them.
class ForgettingWriter final : public db::BulkWriter {
public:
    ForgettingWriter(std::string table, std::size_t columns)
        : table_(std::move(table)), columns_(columns) {}

    db::Result<void> append(std::span<const db::Value> row) override {
        if (row.size() == columns_) {
            return {};
        }
        db::DbError error;
        error.cls = db::ErrorClass::bad_argument;
        error.operation = "load " + table_;
        error.message = fmt::format("{} values for {} columns", row.size(), columns_);
        return error;
    }
    db::Result<void> finish() override { return {}; }

private:
    std::string table_;
    std::size_t columns_;
};

}  // namespace

db::Result<db::ServerFacts> SimulatedAdmin::facts() {
    db::ServerFacts facts;
    facts.product = "simulated";
    facts.version = std::string(version());
    return facts;
}

db::Result<std::unique_ptr<db::BulkWriter>> SimulatedAdmin::bulk_writer(
    const std::string& table, std::span<const db::BulkColumn> columns
) {
    return std::unique_ptr<db::BulkWriter>(std::make_unique<ForgettingWriter>(table, columns.size())
    );
}

}  // namespace oltpsim::drivers::simulated
