// CONTRACT: a report turns a stored RunResult into text. A folder under src/report/ defines `make_report()`.
#pragma once

#include "results/run_result.hpp"

#include <string>
#include <vector>

namespace oltpsim::report {

struct RenderOptions {
    bool color = false;
    unsigned width = 100;    ///< terminal columns
    std::string result_dir;  ///< where intervals.csv etc. stand; "" when only the model is at hand
};

/// Thread: any. Depends on results only: reports build without any vendor library.
class Report {
public:
    virtual ~Report() = default;
    virtual std::string format() const = 0;  ///< --format name: "terminal", "json", "csv", "html"
    virtual std::string file_extension() const = 0;
    virtual std::string render(const results::RunResult& run, const RenderOptions& options)
        const = 0;
};

}  // namespace oltpsim::report
