// The folder's entry: one WorkloadType per script.
#include "workload/workload.hpp"
#include "workloads/sysbench/bulk_dataset.hpp"
#include "workloads/sysbench/dataset.hpp"
#include "workloads/sysbench/script_workload.hpp"

#include <fmt/format.h>

namespace oltpsim::workloads::sysbench {
namespace {

class ScriptType : public workload::WorkloadType {
public:
    explicit ScriptType(const ScriptInfo& info)
        : script_(info.script),
          name_(fmt::format("sysbench/{}", info.name)),
          summary_(info.summary),
          options_(option_specs(info.script)) {}

    const std::string& name() const override { return name_; }
    const std::string& summary() const override { return summary_; }
    std::span<const workload::OptionSpec> options() const override { return options_; }
    std::string check(const workload::OptionValues& values) const override {
        return check_rules(script_, values);
    }
    db::Result<std::unique_ptr<workload::Workload>> bind(
        const workload::OptionValues& values, const workload::Binding& binding
    ) const override {
        return make_workload(resolve(script_, values), binding);
    }
    db::Result<std::unique_ptr<workload::Dataset>> dataset(
        const workload::OptionValues& values, const workload::Binding& binding
    ) const override {
        const Settings settings = resolve(script_, values);
        return script_ == Script::bulk_insert ? BulkDataset::make(settings, binding)
                                              : SbtestDataset::make(settings, binding);
    }

private:
    Script script_;
    std::string name_;
    std::string summary_;
    std::vector<workload::OptionSpec> options_;
};

}  // namespace

std::vector<std::unique_ptr<workload::WorkloadType>> make_workloads() {
    std::vector<std::unique_ptr<workload::WorkloadType>> all;
    for (const ScriptInfo& info : kScripts) {
        all.push_back(std::make_unique<ScriptType>(info));
    }
    return all;
}

}  // namespace oltpsim::workloads::sysbench
