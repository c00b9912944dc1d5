// Error numbers of MySQL, MariaDB and the client library as error classes. The only place that knows them.
#pragma once

#include "db/error.hpp"

#include <string_view>

namespace oltpsim::drivers::mysql_cppconn {

/// Can the statement still run as a text? The server does not prepare its kind, or holds as many prepared statements as
/// max_prepared_stmt_count allows.
bool is_left_unprepared(int native) noexcept;

/// Class of an error in an open session; a number without a row goes by the SQLSTATE's class.
db::ErrorClass class_of(int native, std::string_view sqlstate) noexcept;
/// The same while a session is being opened, where nothing can be lost yet.
db::ErrorClass class_when_opening(int native, std::string_view sqlstate) noexcept;

}  // namespace oltpsim::drivers::mysql_cppconn
