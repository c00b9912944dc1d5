// Published results that come with the program (reference/): figures only, with their source.
#pragma once

#include "compare/side.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::compare {

struct Reference {
    std::string name;    ///< "storagereview"
    std::string source;  ///< whose figures, under which protocol
    struct Chapter {
        std::string workload;  ///< "sysbench", "sqlserver-tpcc"
        std::vector<Side> sides;
    };
    std::vector<Chapter> chapters;
};

/// Names that load_reference() knows.
std::vector<std::string> reference_names();

/// A set of published results; a side per array and configuration, a chapter per workload, both in the file's order.
/// `arrays`: only these, by the end of their name ("AF250" is not "AF250 S2") or, when nothing ends so, by a part of it; empty: all.
/// Errors: a sentence that names what there is.
struct LoadedReference {
    std::optional<Reference> reference;
    std::string problem;
};
LoadedReference load_reference(std::string_view name, const std::vector<std::string>& arrays);

/// The chapter of a reference that a workload's results belong beside: "sysbench" or "sqlserver-tpcc".
std::string chapter_of_workload(std::string_view workload);

}  // namespace oltpsim::compare
