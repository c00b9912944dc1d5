// The reports by their make functions, as the generated registry calls them.
#pragma once

#include "report/report.hpp"

#include <memory>

namespace oltpsim::report {
namespace terminal {
std::unique_ptr<Report> make_report();
}
namespace json {
std::unique_ptr<Report> make_report();
}
namespace csv {
std::unique_ptr<Report> make_report();
}
namespace markdown {
std::unique_ptr<Report> make_report();
}
namespace html {
std::unique_ptr<Report> make_report();
}
}  // namespace oltpsim::report
