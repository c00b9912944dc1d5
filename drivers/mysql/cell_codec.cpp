// See cell_codec.hpp. Sources: MySQL protocol, "Binary Protocol Value"; calendar: days from civil, proleptic Gregorian.
#include "drivers/mysql/cell_codec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>

namespace oltpsim::drivers::mysql {
namespace {

using db::Value;

// Days since 1970-01-01, counting years from March so that the leap day comes last.
std::int64_t days_from_civil(int year, unsigned month, unsigned day) noexcept {
    const std::int64_t y = month <= 2 ? year - 1 : year;
    const std::int64_t era = y / 400;  // years are never negative here
    const std::int64_t of_era = y - era * 400;
    const std::int64_t of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

template <typename Number>
std::optional<Number> parse(std::string_view text) noexcept {
    Number value{};
    const auto done = std::from_chars(text.data(), text.data() + text.size(), value);
    if (done.ec != std::errc{} || done.ptr != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

// "-12.340" → -12340 at scale 3; unset when it does not fit 64 bits.
std::optional<Value> parse_decimal(std::string_view text) noexcept {
    const bool negative = !text.empty() && text.front() == '-';
    const std::string_view digits = text.substr(negative ? 1 : 0);
    std::int64_t value = 0;
    std::uint8_t scale = 0;
    bool after_point = false, any = false;
    for (const char c : digits) {
        if (c == '.' && !after_point) {
            after_point = true;
            continue;
        }
        if (c < '0' || c > '9' || __builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, c - '0', &value)) {
            return std::nullopt;
        }
        any = true;
        scale = static_cast<std::uint8_t>(scale + (after_point ? 1 : 0));
    }
    if (!any) {
        return std::nullopt;
    }
    return Value::decimal(negative ? -value : value, scale);
}

// "YYYY-MM-DD" or "YYYY-MM-DD HH:MM:SS[.ffffff]".
std::optional<std::int64_t> parse_datetime(std::string_view text) noexcept {
    const auto field = [text](std::size_t at, std::size_t size) {
        return at + size <= text.size() ? parse<unsigned>(text.substr(at, size)).value_or(99999)
                                        : 99999U;
    };
    CivilTime time;
    if (text.size() != 10 && (text.size() < 19 || text.size() > 26)) {
        return std::nullopt;
    }
    time.year = static_cast<int>(field(0, 4));
    time.month = field(5, 2);
    time.day = field(8, 2);
    if (text.size() > 10) {
        time.hour = field(11, 2);
        time.minute = field(14, 2);
        time.second = field(17, 2);
    }
    if (text.size() > 20) {
        time.micros = field(20, text.size() - 20);
        for (std::size_t digits = text.size() - 20; digits < 6; ++digits) {
            time.micros *= 10;
        }
    }
    return to_micros(time);
}

Value datetime_value(const CivilTime& time, CellText& text) noexcept {
    if (const auto micros = to_micros(time)) {
        return Value::timestamp(*micros);
    }
    return Value::text({text.chars, print_datetime(time, text.chars)});
}

Value read_datetime(WireReader& row, CellText& text) noexcept {
    CivilTime time;
    const auto length = row.number<1>();
    WireReader in(
        {reinterpret_cast<const std::uint8_t*>(row.text(length).data()), row.ok() ? length : 0}
    );
    if (length >= 4) {
        time.year = static_cast<int>(in.number<2>());
        time.month = static_cast<unsigned>(in.number<1>());
        time.day = static_cast<unsigned>(in.number<1>());
    }
    if (length >= 7) {
        time.hour = static_cast<unsigned>(in.number<1>());
        time.minute = static_cast<unsigned>(in.number<1>());
        time.second = static_cast<unsigned>(in.number<1>());
    }
    if (length >= 11) {
        time.micros = static_cast<unsigned>(in.number<4>());
    }
    return datetime_value(time, text);
}

// TIME is a duration of up to 838 hours: text as the text protocol prints it.
Value read_time(WireReader& row, const ColumnInfo& column, CellText& text) noexcept {
    const auto length = row.number<1>();
    WireReader in(
        {reinterpret_cast<const std::uint8_t*>(row.text(length).data()), row.ok() ? length : 0}
    );
    bool negative = false;
    std::uint64_t hours = 0, minutes = 0, seconds = 0, micros = 0;
    if (length >= 8) {
        negative = in.number<1>() != 0;
        hours = in.number<4>() * 24;
        hours += in.number<1>();
        minutes = in.number<1>();
        seconds = in.number<1>();
    }
    if (length >= 12) {
        micros = in.number<4>();
    }
    const char* sign = negative ? "-" : "";
    auto end =
        fmt::format_to_n(text.chars, 32, "{}{:02}:{:02}:{:02}", sign, hours, minutes, seconds).out;
    if (column.decimals >= 1 && column.decimals <= 6) {
        char fraction[16];
        fmt::format_to_n(fraction, sizeof fraction, "{:06}", micros % 1'000'000);
        *end++ = '.';
        end = std::copy_n(fraction, column.decimals, end);
    }
    return Value::text({text.chars, static_cast<std::size_t>(end - text.chars)});
}

Value unsigned_value(std::uint64_t number, CellText& text) noexcept {
    if (number <= static_cast<std::uint64_t>(INT64_MAX)) {
        return Value::integer(static_cast<std::int64_t>(number));
    }
    const auto done = std::to_chars(text.chars, text.chars + sizeof text.chars, number);
    return Value::text({text.chars, static_cast<std::size_t>(done.ptr - text.chars)});
}

template <unsigned N, typename Signed>
Value read_integer(WireReader& row, const ColumnInfo& column) noexcept {
    const auto raw = row.number<N>();
    return Value::integer(
        column.is_unsigned ? static_cast<std::int64_t>(raw)
                           : static_cast<std::int64_t>(static_cast<Signed>(raw))
    );
}

}  // namespace

std::optional<std::int64_t> to_micros(const CivilTime& time) noexcept {
    if (time.month < 1 || time.month > 12 || time.day < 1 || time.day > 31 || time.year < 0 ||
        time.year > 9999 || time.hour > 23 || time.minute > 59 || time.second > 60 ||
        time.micros > 999'999) {
        return std::nullopt;
    }
    const std::int64_t seconds = days_from_civil(time.year, time.month, time.day) * 86'400 +
                                 time.hour * 3'600 + time.minute * 60 + time.second;
    return seconds * 1'000'000 + time.micros;
}

CivilTime to_civil(std::int64_t micros) noexcept {
    constexpr std::int64_t kDay = 86'400'000'000;
    const std::int64_t days = micros >= 0 ? micros / kDay : -((-micros + kDay - 1) / kDay);
    const std::int64_t rest = micros - days * kDay;
    const std::int64_t shifted = days + 719468;
    const std::int64_t era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
    const std::int64_t of_era = shifted - era * 146097;
    const std::int64_t year_of_era =
        (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const std::int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    const std::int64_t from_march = (5 * of_year + 2) / 153;
    CivilTime time;
    time.day = static_cast<unsigned>(of_year - (153 * from_march + 2) / 5 + 1);
    time.month = static_cast<unsigned>(from_march < 10 ? from_march + 3 : from_march - 9);
    time.year = static_cast<int>(year_of_era + era * 400 + (time.month <= 2 ? 1 : 0));
    time.hour = static_cast<unsigned>(rest / 3'600'000'000);
    time.minute = static_cast<unsigned>(rest / 60'000'000 % 60);
    time.second = static_cast<unsigned>(rest / 1'000'000 % 60);
    time.micros = static_cast<unsigned>(rest % 1'000'000);
    return time;
}

std::size_t print_datetime(const CivilTime& time, char* out) noexcept {
    char* end = fmt::format_to_n(
                    out,
                    32,
                    "{:04}-{:02}-{:02} {:02}:{:02}:{:02}",
                    time.year,
                    time.month,
                    time.day,
                    time.hour,
                    time.minute,
                    time.second
    )
                    .out;
    if (time.micros != 0) {
        end = fmt::format_to_n(end, 12, ".{:06}", time.micros).out;
    }
    return static_cast<std::size_t>(end - out);
}

db::Value read_binary_cell(WireReader& row, const ColumnInfo& column, CellText& text) noexcept {
    switch (column.type) {
        case WireType::null: return Value::null();
        case WireType::tiny: return read_integer<1, std::int8_t>(row, column);
        case WireType::small: return read_integer<2, std::int16_t>(row, column);
        case WireType::year: return Value::integer(static_cast<std::int64_t>(row.number<2>()));
        case WireType::medium:
        case WireType::integer: return read_integer<4, std::int32_t>(row, column);
        case WireType::big: {
            const auto raw = row.number<8>();
            return column.is_unsigned ? unsigned_value(raw, text)
                                      : Value::integer(static_cast<std::int64_t>(raw));
        }
        case WireType::float32:
            return Value::floating(std::bit_cast<float>(static_cast<std::uint32_t>(row.number<4>()))
            );
        case WireType::float64: return Value::floating(std::bit_cast<double>(row.number<8>()));
        case WireType::date:
        case WireType::datetime:
        case WireType::timestamp: return read_datetime(row, text);
        case WireType::time: return read_time(row, column, text);
        case WireType::decimal:
        case WireType::new_decimal: {
            const std::string_view digits = row.length_text();
            return parse_decimal(digits).value_or(Value::text(digits));
        }
        default: return Value::text(row.length_text());
    }
}

db::Value read_text_cell(std::string_view cell, const ColumnInfo& column) noexcept {
    const Value as_text = Value::text(cell);
    switch (column.type) {
        case WireType::tiny:
        case WireType::small:
        case WireType::year:
        case WireType::medium:
        case WireType::integer:
        case WireType::big: {
            const auto number = parse<std::int64_t>(cell);
            return number ? Value::integer(*number) : as_text;
        }
        case WireType::float32: {
            const auto number = parse<float>(cell);
            return number ? Value::floating(*number) : as_text;
        }
        case WireType::float64: {
            const auto number = parse<double>(cell);
            return number ? Value::floating(*number) : as_text;
        }
        case WireType::decimal:
        case WireType::new_decimal: return parse_decimal(cell).value_or(as_text);
        case WireType::date:
        case WireType::datetime:
        case WireType::timestamp: {
            const auto micros = parse_datetime(cell);
            return micros ? Value::timestamp(*micros) : as_text;
        }
        default: return as_text;
    }
}

}  // namespace oltpsim::drivers::mysql
