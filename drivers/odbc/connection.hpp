// The measured session through ODBC. Blocking: every call does its work at once, on the connection's own thread.
#pragma once

#include "drivers/odbc/statement.hpp"

#include <memory>
#include <vector>

namespace oltpsim::drivers::odbc {

class OdbcConnection final : public db::Connection {
public:
    OdbcConnection(
        std::shared_ptr<const Access> access,
        const db::SessionOptions& options,
        const db::StatementSet& statements
    );
    ~OdbcConnection() override;

    /// SQLCancel, from another thread; see Session::interrupt().
    void abort(db::ErrorClass why) noexcept override { session_.interrupt(why); }
    void close() noexcept override;
    bool is_open() const noexcept override { return session_.is_open(); }

protected:
    Step begin_open() override;
    Step begin_commands(std::span<const db::Command> commands) override;

private:
    db::Result<void> run(const db::Command& command);
    db::Result<void> control(db::CommandKind kind);
    void fail(db::DbError error);

    Session session_;
    const db::StatementSet& statements_;
    std::vector<std::unique_ptr<BoundStatement>>
        prepared_;                       ///< by Statement::id, made at first use
    SQLHSTMT control_ = SQL_NULL_HSTMT;  ///< BEGIN, COMMIT, ROLLBACK
    /// A statement of this transaction failed: PostgreSQL then answers COMMIT with a rollback and calls it success.
    bool failed_inside_ = false;
};

}  // namespace oltpsim::drivers::odbc
