// Typed access to a parsed JSON value that knows its path, so that every complaint names the key.
// For *_codec.cpp files only.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace oltpsim::results {

/// Thrown by JsonReader and caught by the codec that uses it; never leaves the room.
struct WrongShape : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A value of the document and where it stands. Lifetime: the document outlives it. Throws WrongShape.
class JsonReader {
public:
    JsonReader(const nlohmann::json& value, std::string path)
        : value_(&value), path_(std::move(path)) {}

    JsonReader at(const char* key) const;
    bool has(const char* key) const;
    std::vector<JsonReader> items() const;
    std::map<std::string, JsonReader> members() const;

    std::string text() const;
    bool boolean() const;
    std::uint64_t count() const;
    std::uint32_t count32() const;
    double number() const;
    std::optional<double> maybe_number() const;
    std::optional<bool> maybe_boolean() const;
    std::optional<std::uint64_t> maybe_count() const;
    std::vector<std::string> texts() const;
    std::map<std::string, std::string> text_map() const;
    const nlohmann::json& raw() const noexcept { return *value_; }

private:
    [[noreturn]] void expected(const char* kind) const;

    const nlohmann::json* value_;
    std::string path_;
};

}  // namespace oltpsim::results
