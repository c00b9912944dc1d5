// SQLite's result codes as error classes. The only place that knows them.
#pragma once

#include "db/error.hpp"

#include <string_view>

namespace oltpsim::drivers::sqlite {

/// Class of an extended result code; `text` is SQLite's own message, needed where one code means many things.
db::ErrorClass class_of(int extended_code, std::string_view text) noexcept;

}  // namespace oltpsim::drivers::sqlite
