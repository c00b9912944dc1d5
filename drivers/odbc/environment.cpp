// Handles of the driver manager.
#include "drivers/odbc/environment.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace oltpsim::drivers::odbc {
namespace {

SQLPOINTER number_pointer(std::uintptr_t value) noexcept {
    return reinterpret_cast<SQLPOINTER>(value);  // as ODBC hands over numbers
}

}  // namespace

Environment::~Environment() {
    if (handle_ != SQL_NULL_HENV) {
        SQLFreeHandle(SQL_HANDLE_ENV, handle_);
    }
}

SQLHENV Environment::handle() {
    const std::lock_guard lock(mutex_);
    if (handle_ != SQL_NULL_HENV) {
        return handle_;
    }
    // A pool would hand out sessions that someone else has set up, and would hide what opening one costs.
    SQLSetEnvAttr(SQL_NULL_HANDLE, SQL_ATTR_CONNECTION_POOLING, number_pointer(SQL_CP_OFF), 0);
    if (!SQL_SUCCEEDED(SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &handle_))) {
        handle_ = SQL_NULL_HENV;
        return handle_;
    }
    SQLSetEnvAttr(handle_, SQL_ATTR_ODBC_VERSION, number_pointer(SQL_OV_ODBC3), 0);
    return handle_;
}

std::vector<std::string> Environment::installed() {
    std::vector<std::string> names;
    SQLHENV environment = handle();
    if (environment == SQL_NULL_HENV) {
        return names;
    }
    const std::lock_guard lock(mutex_
    );  // the list is walked with a cursor that the environment keeps
    std::array<SQLCHAR, 256> name{};
    std::array<SQLCHAR, 1024> attributes{};
    SQLSMALLINT length = 0;
    SQLSMALLINT attributes_length = 0;
    SQLUSMALLINT direction = SQL_FETCH_FIRST;
    while (SQL_SUCCEEDED(SQLDrivers(
        environment,
        direction,
        name.data(),
        static_cast<SQLSMALLINT>(name.size()),
        &length,
        attributes.data(),
        static_cast<SQLSMALLINT>(attributes.size()),
        &attributes_length
    ))) {
        names.emplace_back(reinterpret_cast<const char*>(name.data()));
        direction = SQL_FETCH_NEXT;
    }
    std::sort(names.begin(), names.end());
    return names;
}

void Environment::note_no_bulk_copy(const std::string& place) {
    const std::lock_guard lock(mutex_);
    without_bulk_copy_.insert(place);
}

bool Environment::knows_no_bulk_copy(const std::string& place) {
    const std::lock_guard lock(mutex_);
    return without_bulk_copy_.contains(place);
}

}  // namespace oltpsim::drivers::odbc
