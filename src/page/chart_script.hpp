// The script that draws charts, bundled from web/ by the build and embedded.
#pragma once

#include <string_view>

namespace oltpsim::page {

/// JavaScript for one <script> element; it loads nothing. Thread: any.
std::string_view chart_script();

}  // namespace oltpsim::page
