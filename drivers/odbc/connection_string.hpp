// ODBC connection strings: reading, changing, and writing them so that no value can become a keyword. Pure, thread: any.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace oltpsim::drivers::odbc {

/// `value` as it stands after "Key=": in braces, closing braces doubled, where a character of it could end it.
std::string quoted_value(std::string_view value);

/// Keywords in their order, values unquoted. Keywords are compared without regard to case.
class ConnectionString {
public:
    ConnectionString() = default;
    /// `text` as a user wrote it: Key=Value;Key={Value;with;semicolons};…
    static ConnectionString parse(std::string_view text);

    bool has(std::string_view key) const noexcept;
    /// "" when it is missing.
    std::string_view value_of(std::string_view key) const noexcept;
    void add(std::string key, std::string value);
    /// Adds it unless it is there.
    void add_default(std::string_view key, std::string value);
    void replace(std::string_view key, std::string value);
    bool empty() const noexcept { return parts_.empty(); }
    std::string text() const;

private:
    std::vector<std::pair<std::string, std::string>> parts_;
};

}  // namespace oltpsim::drivers::odbc
