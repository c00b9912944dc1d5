// Binding of parameters.
#include "drivers/postgresql/parameters.hpp"

#include "drivers/postgresql/server_error.hpp"

#include <fmt/format.h>

namespace oltpsim::drivers::postgresql {

namespace {

constexpr std::size_t kMostParameters = 65'535;  // Bind counts them in 16 bits

}  // namespace

void Parameters::reserve(std::size_t count) {
    if (values_.size() < count) {
        types_.resize(count);
        values_.resize(count);
        lengths_.resize(count);
        formats_.resize(count, 1);
        slots_.resize(count);
    }
}

db::Result<void> Parameters::bind(
    const db::Statement& statement, std::span<const db::Value> values
) {
    if (values.size() != statement.params.size() || values.size() > kMostParameters) {
        return own_error(
            db::ErrorClass::bad_argument,
            statement.name,
            fmt::format(
                "{} parameters given, {} declared, {} possible",
                values.size(),
                statement.params.size(),
                kMostParameters
            )
        );
    }
    reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        types_[i] = declared_oid(statement.params[i]);
        if (values[i].type == db::ValueType::null) {
            values_[i] = nullptr;
            lengths_[i] = 0;
            continue;
        }
        const auto bytes = encode(values[i], types_[i], slots_[i]);
        if (!bytes) {
            return own_error(
                db::ErrorClass::bad_argument,
                statement.name,
                fmt::format("the value of parameter {} does not fit its declared type", i + 1)
            );
        }
        values_[i] = bytes->data();
        lengths_[i] = static_cast<int>(bytes->size());
    }
    count_ = static_cast<int>(values.size());
    return {};
}

}  // namespace oltpsim::drivers::postgresql
