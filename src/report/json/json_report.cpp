// The stored model as it is.
#include "report/report.hpp"
#include "results/run_result_codec.hpp"

#include <memory>

namespace oltpsim::report::json {
namespace {

class JsonReport final : public Report {
public:
    std::string format() const override { return "json"; }
    std::string file_extension() const override { return "json"; }
    std::string render(const results::RunResult& run, const RenderOptions&) const override {
        return results::encode_run_result(run);
    }
};

}  // namespace

std::unique_ptr<Report> make_report();
std::unique_ptr<Report> make_report() { return std::make_unique<JsonReport>(); }

}  // namespace oltpsim::report::json
