// Bytes of the MySQL client/server protocol: a bounds-checked reader and an appender. No I/O, no vendor header.
// Source: MySQL client/server protocol, "Basic Types" and "Packets".
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace oltpsim::drivers::mysql {

using Bytes = std::span<const std::uint8_t>;

inline constexpr std::size_t kPacketHeader = 4;
/// A packet of exactly this length goes on in the next one.
inline constexpr std::size_t kFullPacket = 0xffffff;

// First byte of a response packet or of a text cell.
inline constexpr std::uint8_t kOk = 0x00;
inline constexpr std::uint8_t kNullCell = 0xfb;  ///< as a packet: the server asks for a local file
inline constexpr std::uint8_t kEof = 0xfe;
inline constexpr std::uint8_t kErr = 0xff;

enum class CommandByte : std::uint8_t {
    quit = 0x01,
    query = 0x03,
    stmt_prepare = 0x16,
    stmt_execute = 0x17,
    stmt_close = 0x19,
};

/// Field types as numbered on the wire.
enum class WireType : std::uint8_t {
    decimal = 0,
    tiny = 1,
    small = 2,
    integer = 3,
    float32 = 4,
    float64 = 5,
    null = 6,
    timestamp = 7,
    big = 8,
    medium = 9,
    date = 10,
    time = 11,
    datetime = 12,
    year = 13,
    varchar = 15,
    bit = 16,
    json = 245,
    new_decimal = 246,
    enumeration = 247,
    set = 248,
    tiny_blob = 249,
    medium_blob = 250,
    long_blob = 251,
    blob = 252,
    var_string = 253,
    string = 254,
    geometry = 255,
};

inline constexpr std::uint16_t kMoreResults = 0x0008;
inline constexpr std::uint16_t kNoBackslashEscapes = 0x0200;

/// Reads from front to back; once a read does not fit, ok() is false and every further read gives 0 or "".
class WireReader {
public:
    explicit WireReader(Bytes bytes) noexcept
        : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

    bool ok() const noexcept { return ok_; }
    std::size_t left() const noexcept { return static_cast<std::size_t>(end_ - at_); }

    /// Little-endian number of `N` bytes.
    template <unsigned N>
    std::uint64_t number() noexcept {
        static_assert(N >= 1 && N <= 8);
        if (!take(N)) {
            return 0;
        }
        const std::uint8_t* from = at_ - N;
        std::uint64_t value = 0;
        for (unsigned i = 0; i < N; ++i) {
            value |= std::uint64_t{from[i]} << (8 * i);
        }
        return value;
    }
    /// Length-encoded number. The marks 0xfb (NULL) and 0xff (error) are not numbers.
    std::uint64_t length() noexcept;
    std::string_view text(std::uint64_t size) noexcept {
        if (!take(size)) {
            return {};
        }
        return {reinterpret_cast<const char*>(at_ - size), static_cast<std::size_t>(size)};
    }
    std::string_view length_text() noexcept { return text(length()); }
    /// Next byte without moving; 0 at the end.
    std::uint8_t peek() const noexcept { return at_ != end_ ? *at_ : std::uint8_t{0}; }

private:
    bool take(std::uint64_t size) noexcept {
        if (!ok_ || size > left()) {
            ok_ = false;
            at_ = end_;
            return false;
        }
        at_ += size;
        return true;
    }

    const std::uint8_t* at_;
    const std::uint8_t* end_;
    bool ok_ = true;
};

/// Appends to a request.
class WireWriter {
public:
    explicit WireWriter(std::string& out) noexcept : out_(out) {}

    template <unsigned N>
    void number(std::uint64_t value) {
        char bytes[N];
        for (unsigned i = 0; i < N; ++i) {
            bytes[i] = static_cast<char>(value >> (8 * i));
        }
        out_.append(bytes, N);
    }
    void length(std::uint64_t value);
    void text(std::string_view value) { out_.append(value); }
    void length_text(std::string_view value) {
        length(value.size());
        text(value);
    }

private:
    std::string& out_;
};

}  // namespace oltpsim::drivers::mysql
