// Pieces of GitHub-flavoured Markdown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::page {

/// User text without anything Markdown or HTML would act on.
std::string markdown_escaped(std::string_view text);
/// "| a | b |" with a line break. Cells are taken as they are.
std::string markdown_row(const std::vector<std::string>& cells);
/// Header and rule: the first `text_columns` align left, the others right.
std::string markdown_header(const std::vector<std::string>& titles, std::size_t text_columns);

}  // namespace oltpsim::page
