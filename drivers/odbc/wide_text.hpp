// UTF-8 and the 16-bit characters of ODBC's wide functions, which do not depend on the process's locale. Pure
// functions, thread: any.
#pragma once

#include <sql.h>
#include <sqlext.h>
#include <sqltypes.h>

#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::drivers::odbc {

/// NUL-terminated; bytes that are no UTF-8 become U+FFFD. The NUL is part of the vector.
std::vector<SQLWCHAR> to_wide(std::string_view utf8);
/// `length` characters; broken surrogates become U+FFFD.
std::string to_utf8(const SQLWCHAR* wide, std::size_t length);
bool is_ascii(std::string_view text) noexcept;

}  // namespace oltpsim::drivers::odbc
