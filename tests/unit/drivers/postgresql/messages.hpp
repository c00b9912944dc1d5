// Server messages for the parser's tests, written byte by byte.
#pragma once

#include "drivers/postgresql/byte_order.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace oltpsim::test {

/// A response under construction.
class Messages {
public:
    Messages& add(char type, std::string_view body = {}) {
        bytes_.push_back(type);
        bytes_ += number(static_cast<std::uint32_t>(body.size() + 4));
        bytes_ += body;
        return *this;
    }
    Messages& description(std::initializer_list<std::pair<const char*, std::uint32_t>> columns) {
        std::string body = number(static_cast<std::uint16_t>(columns.size()));
        for (const auto& [name, type] : columns) {
            body += name;
            body += '\0';
            body += number(std::uint32_t{0}) + number(std::uint16_t{0}) + number(type) +
                    number(std::uint16_t{4}) + number(std::uint32_t{0}) + number(std::uint16_t{0});
        }
        return add('T', body);
    }
    Messages& row(std::initializer_list<std::optional<std::string>> cells) {
        std::string body = number(static_cast<std::uint16_t>(cells.size()));
        for (const auto& cell : cells) {
            body += number(cell ? static_cast<std::uint32_t>(cell->size()) : ~std::uint32_t{0});
            body += cell.value_or("");
        }
        return add('D', body);
    }
    Messages& complete(std::string_view tag) { return add('C', std::string{tag} + '\0'); }
    Messages& ready(char status = 'I') { return add('Z', std::string(1, status)); }
    Messages& error(std::string_view severity, std::string_view sqlstate, std::string_view text) {
        std::string body;
        body.append("SERROR").append(1, '\0').append("V").append(severity).append(1, '\0');
        body.append("C").append(sqlstate).append(1, '\0');
        body.append("M").append(text).append(2, '\0');
        return add('E', body);
    }
    const std::string& bytes() const noexcept { return bytes_; }

    template <typename T>
    static std::string number(T value) {
        std::string bytes(sizeof(T), '\0');
        drivers::postgresql::store_big_endian(bytes.data(), value);
        return bytes;
    }

private:
    std::string bytes_;
};

}  // namespace oltpsim::test
