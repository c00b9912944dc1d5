// A whole HTML page from its body: one file that fetches nothing and works offline.
#pragma once

#include <string>
#include <string_view>

namespace oltpsim::page {

/// `body`: HTML. The script that draws charts is put in only when the body has one.
std::string document(std::string_view title, std::string_view body);

}  // namespace oltpsim::page
