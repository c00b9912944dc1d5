// See request_encoder.hpp. Parameter types are sent once per statement unless a value needs another one.
#include "drivers/mysql/request_encoder.hpp"

#include "db/decimal_text.hpp"
#include "drivers/mysql/cell_codec.hpp"

#include <bit>
#include <cstdint>

namespace oltpsim::drivers::mysql {
namespace {

// Puts the header before what was appended since `start`, splitting what exceeds one packet.
std::uint8_t frame(std::string& out, std::size_t start) {
    std::uint8_t sequence = 0;
    std::size_t at = start;
    while (true) {
        const std::size_t left = out.size() - at - kPacketHeader;
        const std::size_t length = left < kFullPacket ? left : kFullPacket;
        out[at] = static_cast<char>(length);
        out[at + 1] = static_cast<char>(length >> 8);
        out[at + 2] = static_cast<char>(length >> 16);
        out[at + 3] = static_cast<char>(sequence++);
        if (length < kFullPacket) {
            return sequence;
        }
        at += kPacketHeader + length;
        out.insert(at, kPacketHeader, '\0');
    }
}

std::size_t open_frame(std::string& out) {
    const std::size_t start = out.size();
    out.append(kPacketHeader, '\0');
    return start;
}

WireType declared_type(db::ColumnType type) noexcept {
    switch (type) {
        case db::ColumnType::int32: return WireType::integer;
        case db::ColumnType::int64: return WireType::big;
        case db::ColumnType::float64: return WireType::float64;
        case db::ColumnType::text:
        case db::ColumnType::fixed_char: return WireType::var_string;
        case db::ColumnType::decimal: return WireType::new_decimal;
        case db::ColumnType::timestamp: return WireType::datetime;
    }
    return WireType::var_string;
}

// The type this value travels as: the declared one when it can.
WireType value_type(const db::Value& value, WireType declared) noexcept {
    switch (value.type) {
        case db::ValueType::null: return declared;
        case db::ValueType::integer:
            return declared == WireType::integer && value.number >= INT32_MIN &&
                           value.number <= INT32_MAX
                       ? WireType::integer
                       : WireType::big;
        case db::ValueType::float64: return WireType::float64;
        case db::ValueType::text: return WireType::var_string;
        case db::ValueType::decimal: return WireType::new_decimal;
        case db::ValueType::timestamp: return WireType::datetime;
    }
    return declared;
}

void put_datetime(WireWriter& out, std::int64_t micros) {
    const CivilTime time = to_civil(micros);
    out.number<1>(11);
    out.number<2>(static_cast<std::uint64_t>(time.year));
    out.number<1>(time.month);
    out.number<1>(time.day);
    out.number<1>(time.hour);
    out.number<1>(time.minute);
    out.number<1>(time.second);
    out.number<4>(time.micros);
}

void put_value(WireWriter& out, const db::Value& value, WireType type) {
    switch (value.type) {
        case db::ValueType::null: break;
        case db::ValueType::integer:
            if (type == WireType::integer) {
                out.number<4>(static_cast<std::uint64_t>(value.number));
            } else {
                out.number<8>(static_cast<std::uint64_t>(value.number));
            }
            break;
        case db::ValueType::float64: out.number<8>(std::bit_cast<std::uint64_t>(value.real)); break;
        case db::ValueType::text: out.length_text(value.chars); break;
        case db::ValueType::decimal:
            out.length_text(db::decimal_text(value.number, value.scale));
            break;
        case db::ValueType::timestamp: put_datetime(out, value.number); break;
    }
}

}  // namespace

std::uint8_t encode_command(std::string& out, CommandByte command, std::string_view body) {
    const std::size_t start = open_frame(out);
    out.push_back(static_cast<char>(command));
    out.append(body);
    return frame(out, start);
}

void encode_close(std::string& out, std::uint32_t server_id) {
    const std::size_t start = open_frame(out);
    WireWriter writer(out);
    writer.number<1>(static_cast<std::uint64_t>(CommandByte::stmt_close));
    writer.number<4>(server_id);
    frame(out, start);
}

std::uint8_t encode_execute(
    std::string& out,
    std::uint32_t server_id,
    std::span<const db::Value> params,
    std::span<const db::ColumnType> declared,
    bool& types_known
) {
    const std::size_t start = open_frame(out);
    WireWriter writer(out);
    writer.number<1>(static_cast<std::uint64_t>(CommandByte::stmt_execute));
    writer.number<4>(server_id);
    writer.number<1>(0);  // no cursor
    writer.number<4>(1);  // iterations
    if (params.empty()) {
        return frame(out, start);
    }
    const std::size_t bitmap = out.size();
    out.append((params.size() + 7) / 8, '\0');
    bool as_declared = true;
    const auto type_of = [&](std::size_t i) {
        const WireType expected =
            i < declared.size() ? declared_type(declared[i]) : WireType::var_string;
        const WireType type = value_type(params[i], expected);
        as_declared = as_declared && type == expected && i < declared.size();
        return type;
    };
    for (std::size_t i = 0; i < params.size(); ++i) {
        type_of(i);
        if (params[i].type == db::ValueType::null) {
            out[bitmap + i / 8] = static_cast<char>(out[bitmap + i / 8] | 1 << (i % 8));
        }
    }
    const bool send_types = !types_known || !as_declared;
    writer.number<1>(send_types ? 1 : 0);
    if (send_types) {
        for (std::size_t i = 0; i < params.size(); ++i) {
            writer.number<2>(static_cast<std::uint64_t>(type_of(i)));
        }
    }
    types_known = as_declared;
    for (std::size_t i = 0; i < params.size(); ++i) {
        put_value(writer, params[i], type_of(i));
    }
    return frame(out, start);
}

}  // namespace oltpsim::drivers::mysql
