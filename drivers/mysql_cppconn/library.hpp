// Signing in through the library. Throws the library's exceptions.
#pragma once

#include "drivers/mysql_cppconn/session_ender.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace sql {
class Connection;
}

namespace oltpsim::drivers::mysql_cppconn {

/// The library counts whole seconds.
struct Limits {
    std::chrono::seconds connect{10};
    std::chrono::seconds read{0};  ///< longest silence of the server; 0 = none
    std::string application_name;
};

/// Opens a session. Thread: any; several at once. Throws sql::SQLException.
std::unique_ptr<sql::Connection> connect(const Access& access, const Limits& limits);

}  // namespace oltpsim::drivers::mysql_cppconn
