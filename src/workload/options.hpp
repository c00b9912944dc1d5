// Workload options are declared, so that plan keys, command-line flags, --help, defaults and
// "did you mean" come from one list, and a new workload edits nothing else.
#pragma once

#include "core/clock.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace oltpsim::workload {

enum class OptionType : std::uint8_t { count, number, boolean, text, duration };

/// One option. `name` is the plan key (table_size); the flag is the same with dashes (--table-size).
struct OptionSpec {
    std::string name;
    OptionType type = OptionType::text;
    std::string default_text;  ///< in the plan's own spelling
    std::string help;
    std::vector<std::string> choices;  ///< text only: the allowed values, empty = any
    double minimum = 0;                ///< count and number
    double maximum = 1e18;
};

/// Resolved values, one for each OptionSpec, defaults filled in. Throws std::out_of_range on a name not declared (a bug).
class OptionValues {
public:
    using Value = std::variant<std::uint64_t, double, bool, std::string, Nanos>;
    void set(const std::string& name, Value value) { values_[name] = std::move(value); }
    bool contains(const std::string& name) const { return values_.contains(name); }
    std::uint64_t count(const std::string& name) const {
        return std::get<std::uint64_t>(values_.at(name));
    }
    double number(const std::string& name) const { return std::get<double>(values_.at(name)); }
    bool boolean(const std::string& name) const { return std::get<bool>(values_.at(name)); }
    const std::string& text(const std::string& name) const {
        return std::get<std::string>(values_.at(name));
    }
    Nanos duration(const std::string& name) const { return std::get<Nanos>(values_.at(name)); }
    const std::map<std::string, Value>& all() const noexcept { return values_; }

    /// Parses `text` by the spec's type and range. Returns an error sentence ("must be a whole number from 1, got -1"), or "".
    std::string parse_and_set(const OptionSpec& spec, std::string_view text);

private:
    std::map<std::string, Value> values_;
};

}  // namespace oltpsim::workload
