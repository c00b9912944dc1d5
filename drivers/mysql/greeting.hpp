// The first packet a server sends, as far as it decides about TLS. Pure function on bytes.
// Source: MySQL client/server protocol, Protocol::HandshakeV10 and ERR_Packet.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace oltpsim::drivers::mysql {

struct Greeting {
    bool is_readable = false;  ///< a greeting of protocol 10, or an error
    bool offers_tls = false;
    bool is_error = false;  ///< refused before any sign-in, e.g. too many connections
    int error_code = 0;
    std::string error_text;
};

/// Bytes from the start of the connection, possibly cut.
Greeting read_greeting(std::span<const std::uint8_t> bytes);

}  // namespace oltpsim::drivers::mysql
