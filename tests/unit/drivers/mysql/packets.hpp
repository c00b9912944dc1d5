// Server packets for the parser's tests, written byte by byte.
#pragma once

#include "drivers/mysql/wire.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::test {

/// A response under construction: packets are numbered from 1, as after a request of one packet.
class Packets {
public:
    Packets& add(std::string_view payload) {
        std::size_t at = 0;
        while (true) {
            const std::size_t length = std::min(payload.size() - at, drivers::mysql::kFullPacket);
            for (const auto byte :
                 {length & 0xff, length >> 8 & 0xff, length >> 16 & 0xff, std::size_t{sequence_}}) {
                bytes_.push_back(static_cast<std::uint8_t>(byte));
            }
            ++sequence_;
            const std::string_view part = payload.substr(at, length);
            bytes_.insert(bytes_.end(), part.begin(), part.end());
            at += length;
            if (length < drivers::mysql::kFullPacket) {
                return *this;
            }
        }
    }
    Packets& ok(std::uint8_t affected = 0, std::uint16_t status = 2) {
        return add(std::string{
            '\0',
            static_cast<char>(affected),
            '\0',
            static_cast<char>(status),
            static_cast<char>(status >> 8),
            '\0',
            '\0'
        });
    }
    Packets& eof(std::uint16_t status = 2) {
        return add(std::string{
            '\xfe', '\0', '\0', static_cast<char>(status), static_cast<char>(status >> 8)
        });
    }
    /// OK packet in the place of an EOF packet.
    Packets& new_eof(std::uint16_t status = 2) {
        return add(std::string{
            '\xfe',
            '\0',
            '\0',
            static_cast<char>(status),
            static_cast<char>(status >> 8),
            '\0',
            '\0'
        });
    }
    Packets& error(int code, std::string_view state, std::string_view text) {
        std::string payload{'\xff', static_cast<char>(code), static_cast<char>(code >> 8)};
        payload.append("#").append(state).append(text);
        return add(payload);
    }
    /// A column definition: empty names, then the fixed part.
    Packets& column(
        drivers::mysql::WireType type, bool is_unsigned = false, std::uint8_t decimals = 0
    ) {
        std::string payload(6, '\0');
        payload += '\x0c';
        payload.append("\x2d\0\0\0\0\0", 6);
        payload += static_cast<char>(type);
        payload += is_unsigned ? '\x20' : '\0';
        payload += '\0';
        payload += static_cast<char>(decimals);
        payload.append(2, '\0');
        return add(payload);
    }
    Packets& skip_number() {
        ++sequence_;
        return *this;
    }
    const std::vector<std::uint8_t>& bytes() const { return bytes_; }

private:
    std::vector<std::uint8_t> bytes_;
    std::uint8_t sequence_ = 1;
};

}  // namespace oltpsim::test
