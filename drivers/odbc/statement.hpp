// One statement of a set on one session: prepared once, values and columns bound once. Thread: the session's.
#pragma once

#include "db/connection.hpp"
#include "drivers/odbc/columns.hpp"
#include "drivers/odbc/parameters.hpp"
#include "drivers/odbc/session.hpp"

#include <vector>

namespace oltpsim::drivers::odbc {

class BoundStatement {
public:
    explicit BoundStatement(Dialect dialect) : parameters_(dialect), columns_(dialect) {}
    BoundStatement(const BoundStatement&) = delete;
    BoundStatement& operator=(const BoundStatement&) = delete;
    ~BoundStatement() { free(); }

    /// Runs it, making the handle at first use. Fills `out`. Opens a Call of its own.
    db::Result<void> run(
        Session& session,
        const db::Statement& statement,
        std::span<const db::Value> values,
        db::ResultSet& out
    );
    /// Precondition: the session is still open, or there is no handle.
    void free() noexcept;

private:
    db::Result<void> make(Session& session, const db::Statement& statement);
    db::Result<void> run_in_call(
        Session& session,
        const db::Statement& statement,
        std::span<const db::Value> values,
        db::ResultSet& out
    );
    /// Takes what the execution brought. Returns SQL_NO_DATA when all is taken, or an error's code.
    SQLRETURN take_results(db::RowUse use, db::ResultSet& out);
    SQLRETURN take_result(db::RowUse use, SQLSMALLINT columns, db::ResultSet& out);
    SQLSMALLINT column_count();

    SQLHSTMT handle_ = SQL_NULL_HSTMT;
    bool prepared_ = false;
    bool several_results_ = false;
    bool driver_counts_ =
        false;  ///< its SQLRowCount tells the rows of a SELECT: it has received all of them by then
    SQLSMALLINT columns_known_ = -1;  ///< of the first result, once it was seen
    std::vector<SQLWCHAR> text_;      ///< of a statement that is not prepared
    Parameters parameters_;
    Columns columns_;
};

}  // namespace oltpsim::drivers::odbc
