// Server-side name of a prepared statement: "s" and a number. Pure; allocates nothing.
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <string_view>

namespace oltpsim::drivers::postgresql {

class HandleName {
public:
    explicit HandleName(std::size_t handle) noexcept {
        end_ = std::to_chars(text_.data() + 1, text_.data() + text_.size() - 1, handle).ptr;
        *end_ = '\0';
    }
    HandleName(const HandleName&) = delete;
    HandleName& operator=(const HandleName&) = delete;
    const char* c_str() const noexcept { return text_.data(); }
    std::string_view text() const noexcept {
        return {text_.data(), static_cast<std::size_t>(end_ - text_.data())};
    }

private:
    std::array<char, 24> text_{'s'};
    char* end_ = nullptr;
};

}  // namespace oltpsim::drivers::postgresql
