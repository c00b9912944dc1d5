// Files of schemas/, workloads/profiles/ and reference/ as built into the binary.
#pragma once

#include <span>
#include <string_view>

namespace oltpsim {

/// One embedded file; `path` is relative to the repository, e.g. "schemas/sysbench/mysql/oltp.sql".
struct EmbeddedFile {
    std::string_view path;
    std::string_view content;
};

/// All embedded files, sorted by path. Thread: any.
std::span<const EmbeddedFile> embedded_files();

}  // namespace oltpsim
