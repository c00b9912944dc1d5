// A call of a blocking library that another thread ends: who asked, and the error it becomes.
#pragma once

#include "db/error.hpp"

#include <atomic>
#include <optional>
#include <string>

namespace oltpsim::db {

/// The class that an interrupted call is to end with; none until somebody interrupts. Thread: any.
class Interruption {
public:
    bool is_set() const noexcept { return why_.load() != 0; }
    void set(ErrorClass why) noexcept { why_ = number_of(why); }
    /// Leaves an earlier one as it is.
    void set_if_none(ErrorClass why) noexcept {
        int none = 0;
        why_.compare_exchange_strong(none, number_of(why));
    }
    /// It is dealt with.
    void clear() noexcept { why_ = 0; }
    std::optional<ErrorClass> why() const noexcept {
        const int why = why_;
        return why == 0 ? std::nullopt : std::optional(static_cast<ErrorClass>(why - 1));
    }
    /// What the call ends in: its class, or `cancelled` when it has been cleared meanwhile.
    DbError error(std::string operation) const {
        DbError error;
        error.cls = why().value_or(ErrorClass::cancelled);
        error.operation = std::move(operation);
        error.message = "interrupted";
        return error;
    }

private:
    static int number_of(ErrorClass why) noexcept { return static_cast<int>(why) + 1; }

    std::atomic<int> why_{0};  ///< class + 1, 0 = none
};

/// What a call ends in whose session is gone already.
inline DbError closed_session(std::string operation, const std::string& place) {
    DbError error;
    error.cls = ErrorClass::connection_lost;
    error.operation = std::move(operation);
    error.message = place + ": the session is closed";
    return error;
}

}  // namespace oltpsim::db
