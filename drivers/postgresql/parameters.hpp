// Parameters of one statement in the arrays libpq wants, reused from statement to statement: no allocation once warm.
// Thread: the connection's.
#pragma once

#include "db/connection.hpp"
#include "drivers/postgresql/binary_codec.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace oltpsim::drivers::postgresql {

/// Lifetime of everything returned: until the next bind(); text points into the values given.
class Parameters {
public:
    /// Encodes by the statement's declared types. Errors: bad_argument naming the parameter.
    db::Result<void> bind(const db::Statement& statement, std::span<const db::Value> values);

    int count() const noexcept { return count_; }
    const TypeOid* types() const noexcept { return types_.data(); }
    const char* const* values() const noexcept { return values_.data(); }
    const int* lengths() const noexcept { return lengths_.data(); }
    /// All binary.
    const int* formats() const noexcept { return formats_.data(); }

private:
    void reserve(std::size_t count);

    int count_ = 0;
    std::vector<TypeOid> types_;
    std::vector<const char*> values_;
    std::vector<int> lengths_;
    std::vector<int> formats_;
    std::vector<Slot> slots_;
};

}  // namespace oltpsim::drivers::postgresql
