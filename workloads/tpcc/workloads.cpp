// The folder's entry: one WorkloadType, "tpcc".
#include "workload/workload.hpp"
#include "workloads/tpcc/dataset.hpp"
#include "workloads/tpcc/workload.hpp"

namespace oltpsim::workloads::tpcc {
namespace {

class TpccType : public workload::WorkloadType {
public:
    const std::string& name() const override { return name_; }
    const std::string& summary() const override { return summary_; }
    std::span<const workload::OptionSpec> options() const override { return options_; }
    std::string check(const workload::OptionValues& values) const override {
        return check_rules(values);
    }
    db::Result<std::unique_ptr<workload::Workload>> bind(
        const workload::OptionValues& values, const workload::Binding& binding
    ) const override {
        return make_workload(resolve(values), binding);
    }
    db::Result<std::unique_ptr<workload::Dataset>> dataset(
        const workload::OptionValues& values, const workload::Binding& binding
    ) const override {
        return TpccDataset::make(resolve(values), binding);
    }

private:
    std::string name_ = "tpcc";
    std::string summary_ =
        "TPC-C-like: five transactions on nine tables, by the rules of TPC-C r5.11";
    std::vector<workload::OptionSpec> options_ = option_specs();
};

}  // namespace

std::vector<std::unique_ptr<workload::WorkloadType>> make_workloads() {
    std::vector<std::unique_ptr<workload::WorkloadType>> all;
    all.push_back(std::make_unique<TpccType>());
    return all;
}

}  // namespace oltpsim::workloads::tpcc
