// Builds plans from text for tests: the real sysbench workloads, and drivers that only have an address.
#pragma once

#include "config/json_parse.hpp"
#include "plan/build_plan.hpp"

#include <optional>
#include <string>

namespace oltpsim::workloads::sysbench {
std::vector<std::unique_ptr<workload::WorkloadType>> make_workloads();
}

namespace oltpsim::plan {

/// A driver that is never connected: planning needs its facts only.
class AddressOnlyDriver : public db::Driver {
public:
    explicit AddressOnlyDriver(db::DriverInfo info) : info_(std::move(info)) {}
    const db::DriverInfo& info() const noexcept override { return info_; }
    db::Result<void> check(const db::TargetUrl& url) const override {
        if (url.params.contains("sslmode") && url.params.at("sslmode") != "require") {
            db::DbError error;
            error.cls = db::ErrorClass::bad_argument;
            error.message = "sslmode must be require";
            return error;
        }
        return {};
    }
    std::unique_ptr<db::Connection>
    make_connection(const db::Endpoint&, const db::SessionOptions&, const db::StatementSet&, db::IoLoop*)
        const override {
        return nullptr;
    }
    db::Result<std::unique_ptr<db::AdminConnection>>
    connect_admin(const db::Endpoint&, const db::SessionOptions&) const override {
        return db::DbError{};
    }

private:
    db::DriverInfo info_;
};

/// What the tests plan with. Lifetime: the whole test program.
struct TestCatalog {
    std::vector<std::unique_ptr<db::Driver>> drivers;
    std::vector<std::unique_ptr<workload::WorkloadType>> workloads;

    TestCatalog() : workloads(workloads::sysbench::make_workloads()) {
        db::DriverInfo mysql{
            "mysql",
            {"mysql"},
            "mysql",
            db::IoModel::async,
            false,
            0,
            false,
            false,
            true,
            {{"sslmode", ""}},
            ""
        };
        db::DriverInfo postgresql{
            "postgresql",
            {"postgresql", "postgres"},
            "postgresql",
            db::IoModel::async,
            true,
            0,
            false,
            false,
            true,
            {},
            ""
        };
        db::DriverInfo simulated{
            "simulated",
            {"simulated"},
            "mysql",
            db::IoModel::async,
            false,
            0,
            true,
            true,
            false,
            {{"latency_ms", ""}},
            ""
        };
        drivers.push_back(std::make_unique<AddressOnlyDriver>(mysql));
        drivers.push_back(std::make_unique<AddressOnlyDriver>(postgresql));
        drivers.push_back(std::make_unique<AddressOnlyDriver>(simulated));
    }
    Catalog view() const { return {drivers, workloads}; }
    static const TestCatalog& get() {
        static const TestCatalog catalog;
        return catalog;
    }
};

/// A plan text with its outcome.
struct Built {
    explicit Built(std::string_view text, const std::string& source = "plan.jsonc") {
        const auto document = config::parse_json(source, text, problems);
        if (document) {
            plan = build_plan(*document, source, TestCatalog::get().view(), problems);
        }
    }
    std::string errors() const { return problems.error_text(); }
    std::string warnings() const {
        std::string all;
        for (const config::Problem& problem : problems.warnings()) {
            all += problem.message + "\n";
        }
        return all;
    }
    config::Problems problems;
    std::optional<RunPlan> plan;
};

/// A small good plan with `more` keys added, e.g. R"("clients": 4)".
inline std::string plan_with(
    const std::string& more, const std::string& targets = R"(["mysql://vm1/sbtest"])"
) {
    const std::string comma = more.empty() ? "" : ",\n";
    return R"({"workload": {"profile": "sysbench/oltp_read_write"}, "targets": )" + targets +
           comma + more + "}";
}

}  // namespace oltpsim::plan
