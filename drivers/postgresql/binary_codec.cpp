// One switch per direction; everything about time zones is settled by sessions running in UTC.
#include "drivers/postgresql/binary_codec.hpp"

#include "drivers/postgresql/byte_order.hpp"
#include "drivers/postgresql/numeric.hpp"

#include <bit>
#include <charconv>
#include <cstdint>
#include <limits>

namespace oltpsim::drivers::postgresql {

namespace {

using db::Value;
using db::ValueType;

// Timestamps count from 2000-01-01 (POSTGRES_EPOCH_JDATE in src/include/datatype/timestamp.h).
constexpr std::int64_t kEpochDays = 10'957;
constexpr std::int64_t kMicrosPerDay = 86'400'000'000;
constexpr std::int64_t kEpochMicros = kEpochDays * kMicrosPerDay;

template <typename T>
std::string_view store(T value, Slot& slot) noexcept {
    store_big_endian(slot.data(), value);
    return {slot.data(), sizeof(T)};
}

bool parse_integer(std::string_view text, std::int64_t& number) noexcept {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

// The value as a whole number, if it is one.
std::optional<std::int64_t> whole(const Value& value) noexcept {
    std::int64_t number = 0;
    switch (value.type) {
        case ValueType::integer:
        case ValueType::timestamp: return value.number;
        case ValueType::decimal:
            return value.scale == 0 ? std::optional(value.number) : std::nullopt;
        case ValueType::text:
            return parse_integer(value.chars, number) ? std::optional(number) : std::nullopt;
        case ValueType::null:
        case ValueType::float64: return std::nullopt;
    }
    return std::nullopt;
}

template <typename T>
std::optional<std::string_view> encode_integer(const Value& value, Slot& slot) noexcept {
    const auto number = whole(value);
    if (!number || *number < std::numeric_limits<T>::min() ||
        *number > std::numeric_limits<T>::max()) {
        return std::nullopt;
    }
    return store(static_cast<T>(*number), slot);
}

std::optional<double> real(const Value& value) noexcept {
    switch (value.type) {
        case ValueType::float64: return value.real;
        case ValueType::integer: return static_cast<double>(value.number);
        case ValueType::decimal: {
            double number = static_cast<double>(value.number);
            for (int i = 0; i < value.scale; ++i) {
                number /= 10;
            }
            return number;
        }
        default: return std::nullopt;
    }
}

std::optional<std::string_view> encode_text(const Value& value, Slot& slot) noexcept {
    if (value.type == ValueType::text) {
        return value.chars.data() != nullptr ? value.chars : std::string_view{""};
    }
    if (value.type != ValueType::integer) {
        return std::nullopt;
    }
    const auto [end, error] = std::to_chars(slot.data(), slot.data() + slot.size(), value.number);
    return std::string_view{slot.data(), static_cast<std::size_t>(end - slot.data())};
}

std::optional<std::string_view> encode_decimal(const Value& value, Slot& slot) noexcept {
    static_assert(kSlotBytes >= kNumericBytes);
    const bool exact = value.type == ValueType::decimal;
    const auto number = exact ? std::optional(value.number) : whole(value);
    if (!number || value.type == ValueType::timestamp) {
        return std::nullopt;
    }
    return std::string_view{
        slot.data(), encode_numeric(*number, exact ? value.scale : std::uint8_t{0}, slot.data())
    };
}

template <typename T>
std::optional<Value> integer(std::string_view bytes) noexcept {
    if (bytes.size() != sizeof(T)) {
        return std::nullopt;
    }
    return Value::integer(static_cast<std::int64_t>(load_big_endian<T>(bytes.data())));
}

std::optional<Value> floating(TypeOid type, std::string_view bytes) noexcept {
    if (bytes.size() != (type == oid::kFloat4 ? 4U : 8U)) {
        return std::nullopt;
    }
    if (type == oid::kFloat4) {
        return Value::floating(
            static_cast<double>(std::bit_cast<float>(load_big_endian<std::uint32_t>(bytes.data())))
        );
    }
    return Value::floating(std::bit_cast<double>(load_big_endian<std::uint64_t>(bytes.data())));
}

std::optional<Value> moment(TypeOid type, std::string_view bytes) noexcept {
    if (bytes.size() != (type == oid::kDate ? 4U : 8U)) {
        return std::nullopt;
    }
    if (type == oid::kDate) {
        return Value::timestamp(
            (load_big_endian<std::int32_t>(bytes.data()) + kEpochDays) * kMicrosPerDay
        );
    }
    std::int64_t micros = 0;  // "infinity" is the largest number and saturates
    if (__builtin_add_overflow(
            load_big_endian<std::int64_t>(bytes.data()), kEpochMicros, &micros
        )) {
        micros = std::numeric_limits<std::int64_t>::max();
    }
    return Value::timestamp(micros);
}

std::optional<Value> numeric(std::string_view bytes, std::string& scratch) {
    if (const auto decimal = decode_numeric(bytes)) {
        return Value::decimal(decimal->unscaled, decimal->scale);
    }
    scratch = numeric_text(bytes);
    return scratch.empty() ? std::nullopt : std::optional(Value::text(scratch));
}

}  // namespace

std::optional<std::string_view> encode(const Value& value, TypeOid type, Slot& slot) noexcept {
    switch (type) {
        case oid::kInt4: return encode_integer<std::int32_t>(value, slot);
        case oid::kInt8: return encode_integer<std::int64_t>(value, slot);
        case oid::kInt2: return encode_integer<std::int16_t>(value, slot);
        case oid::kText:
        case oid::kVarchar:
        case oid::kBpchar:
        case oid::kName:
        case oid::kJson:
        case oid::kUnknown:
        case oid::kBytea: return encode_text(value, slot);
        case oid::kNumeric: return encode_decimal(value, slot);
        case oid::kTimestamp:
        case oid::kTimestamptz:
            return value.type == ValueType::timestamp
                       ? std::optional(store(value.number - kEpochMicros, slot))
                       : std::nullopt;
        case oid::kDate:
            return value.type == ValueType::timestamp && value.number % kMicrosPerDay == 0
                       ? std::optional(store(
                             static_cast<std::int32_t>(value.number / kMicrosPerDay - kEpochDays),
                             slot
                         ))
                       : std::nullopt;
        case oid::kFloat8:
        case oid::kFloat4: {
            const auto number = real(value);
            if (!number) {
                return std::nullopt;
            }
            return type == oid::kFloat8
                       ? store(std::bit_cast<std::uint64_t>(*number), slot)
                       : store(std::bit_cast<std::uint32_t>(static_cast<float>(*number)), slot);
        }
        case oid::kBool: {
            const auto number = whole(value);
            return number && (*number == 0 || *number == 1)
                       ? std::optional(store(static_cast<std::int8_t>(*number), slot))
                       : std::nullopt;
        }
        default: return std::nullopt;
    }
}

bool is_supported(TypeOid type) noexcept {
    switch (type) {
        case oid::kBool:
        case oid::kBytea:
        case oid::kName:
        case oid::kInt8:
        case oid::kInt2:
        case oid::kInt4:
        case oid::kText:
        case oid::kJson:
        case oid::kFloat4:
        case oid::kFloat8:
        case oid::kUnknown:
        case oid::kBpchar:
        case oid::kVarchar:
        case oid::kDate:
        case oid::kTimestamp:
        case oid::kTimestamptz:
        case oid::kNumeric: return true;
        default: return false;
    }
}

std::optional<Value> decode(TypeOid type, std::string_view bytes, std::string& scratch) {
    switch (type) {
        case oid::kInt4: return integer<std::int32_t>(bytes);
        case oid::kInt8: return integer<std::int64_t>(bytes);
        case oid::kInt2: return integer<std::int16_t>(bytes);
        case oid::kBool: return integer<std::int8_t>(bytes);
        case oid::kOid: return integer<std::uint32_t>(bytes);
        case oid::kText:
        case oid::kVarchar:
        case oid::kBpchar:
        case oid::kName:
        case oid::kChar:
        case oid::kJson:
        case oid::kUnknown:
        case oid::kVoid:
        case oid::kBytea: return Value::text(bytes);
        case oid::kNumeric: return numeric(bytes, scratch);
        case oid::kFloat4:
        case oid::kFloat8: return floating(type, bytes);
        case oid::kDate:
        case oid::kTimestamp:
        case oid::kTimestamptz: return moment(type, bytes);
        default: return std::nullopt;
    }
}

}  // namespace oltpsim::drivers::postgresql
