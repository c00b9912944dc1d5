#include "cli/output_file.hpp"

#include "results/file_io.hpp"
#include "results/find_results.hpp"

#include <fmt/format.h>

namespace oltpsim::cli {

Outcome write_output_file(Context& context, const std::string& path, std::string_view text) {
    if (results::is_part_of_result(path)) {
        context.console.error(fmt::format(
            "{} belongs to a result and would be lost; name another file for --out", path
        ));
        return Outcome::bad_input;
    }
    if (const auto problem = results::replace_file(path, text)) {
        context.console.error(*problem);
        return Outcome::bad_input;
    }
    context.console.note(fmt::format("{} written", path));
    return Outcome::done;
}

}  // namespace oltpsim::cli
