// Checks of kind, one per accessor.
#include "results/json_reader.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace oltpsim::results {

void JsonReader::expected(const char* kind) const {
    throw WrongShape(fmt::format("{}: expected {}, found {}", path_, kind, value_->type_name()));
}

JsonReader JsonReader::at(const char* key) const {
    if (!value_->is_object()) {
        expected("an object");
    }
    const auto found = value_->find(key);
    const std::string path = path_.empty() ? key : path_ + "." + key;
    if (found == value_->end()) {
        throw WrongShape(path + ": missing");
    }
    return {*found, path};
}

bool JsonReader::has(const char* key) const { return value_->is_object() && value_->contains(key); }

std::vector<JsonReader> JsonReader::items() const {
    if (!value_->is_array()) {
        expected("a list");
    }
    std::vector<JsonReader> all;
    for (std::size_t i = 0; i < value_->size(); ++i) {
        all.emplace_back((*value_)[i], fmt::format("{}[{}]", path_, i));
    }
    return all;
}

std::map<std::string, JsonReader> JsonReader::members() const {
    if (!value_->is_object()) {
        expected("an object");
    }
    std::map<std::string, JsonReader> all;
    for (const auto& [key, value] : value_->items()) {
        all.emplace(key, JsonReader(value, path_ + "." + key));
    }
    return all;
}

std::string JsonReader::text() const {
    if (!value_->is_string()) {
        expected("a text");
    }
    return value_->get<std::string>();
}

bool JsonReader::boolean() const {
    if (!value_->is_boolean()) {
        expected("true or false");
    }
    return value_->get<bool>();
}

std::uint64_t JsonReader::count() const {
    if (!value_->is_number_unsigned()) {
        expected("a whole number from 0");
    }
    return value_->get<std::uint64_t>();
}

std::uint32_t JsonReader::count32() const {
    const std::uint64_t value = count();
    if (value > std::numeric_limits<std::uint32_t>::max()) {
        expected("a whole number below 4294967296");
    }
    return static_cast<std::uint32_t>(value);
}

double JsonReader::number() const {
    if (!value_->is_number()) {
        expected("a number");
    }
    return value_->get<double>();
}

std::optional<double> JsonReader::maybe_number() const {
    return value_->is_null() ? std::nullopt : std::optional(number());
}

std::optional<bool> JsonReader::maybe_boolean() const {
    return value_->is_null() ? std::nullopt : std::optional(boolean());
}

std::optional<std::uint64_t> JsonReader::maybe_count() const {
    return value_->is_null() ? std::nullopt : std::optional(count());
}

std::vector<std::string> JsonReader::texts() const {
    std::vector<std::string> all;
    for (const auto& item : items()) {
        all.push_back(item.text());
    }
    return all;
}

std::map<std::string, std::string> JsonReader::text_map() const {
    std::map<std::string, std::string> all;
    for (const auto& [key, value] : members()) {
        all.emplace(key, value.text());
    }
    return all;
}

}  // namespace oltpsim::results
