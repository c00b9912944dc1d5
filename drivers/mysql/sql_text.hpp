// Values as SQL text: statements that are not prepared are sent with their parameters written into them. Pure.
#pragma once

#include "db/value.hpp"

#include <span>
#include <string>
#include <string_view>

namespace oltpsim::drivers::mysql {

/// Appends one value as a literal. `backslash_escapes`: false when the session runs in NO_BACKSLASH_ESCAPES mode.
void append_literal(std::string& out, const db::Value& value, bool backslash_escapes);

/// Appends `sql` with each `?` outside of quotes and comments replaced by the next parameter.
/// False when their numbers differ.
bool append_sql(
    std::string& out,
    std::string_view sql,
    std::span<const db::Value> params,
    bool backslash_escapes
);

}  // namespace oltpsim::drivers::mysql
