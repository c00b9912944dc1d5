// The bulk copy of an ODBC driver for SQL Server. Two interfaces, both found at run time: FreeTDS takes its calls as connection
// attributes, Microsoft's library exports functions. Thread: that of the connection.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <cstddef>
#include <string>

namespace oltpsim::drivers::odbc {

/// Bytes of the length before each bound value.
inline constexpr int kBulkPrefix = 4;

/// The five calls of bulk copy.
class BulkApi {
public:
    virtual ~BulkApi() = default;
    virtual bool init(SQLHDBC connection, const std::string& table) const = 0;
    virtual bool hint(SQLHDBC connection, std::string& hints) const = 0;
    /// A buffer of a 4-byte length, -1 for NULL, and the value behind it.
    virtual bool bind(SQLHDBC connection, std::byte* buffer, int type, int place) const = 0;
    virtual bool send_row(SQLHDBC connection) const = 0;
    /// Rows saved, or -1.
    virtual long done(SQLHDBC connection) const = 0;
};

/// That of the driver of this name or library. nullptr: it has none. Precondition: a session of that driver is open.
const BulkApi* bulk_api_of(const std::string& driver);

}  // namespace oltpsim::drivers::odbc
