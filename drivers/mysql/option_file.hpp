// The user's own ~/.my.cnf, as far as the password goes. Other option files are not read, so that a result does not
// depend on them.
#pragma once

#include "db/target_url.hpp"

#include <string>
#include <string_view>

namespace oltpsim::drivers::mysql {

/// `password` of the groups [client] and [oltpsim], the later one in the file winning; unset if there is none.
/// Source: MySQL reference manual, "Using Option Files".
db::Secret password_in(std::string_view option_file);

/// The same for the file; unset when it does not exist or others may write to it (as the mysql client does).
db::Secret password_of_user();

}  // namespace oltpsim::drivers::mysql
