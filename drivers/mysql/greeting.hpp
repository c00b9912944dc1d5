// The first packet a server sends, as far as it decides about TLS. Pure function on bytes.
// Source: MySQL client/server protocol, Protocol::HandshakeV10 and ERR_Packet.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace oltpsim::drivers::mysql {

struct Greeting {
    bool offers_tls = false;
    bool is_error = false;  ///< refused before any sign-in, e.g. too many connections
    int error_code = 0;
    std::string error_text;
};

/// Bytes from the start of the connection, possibly cut. What cannot be read counts as "offers no TLS".
Greeting read_greeting(std::span<const std::uint8_t> bytes);

}  // namespace oltpsim::drivers::mysql
