// The measured session through MySQL Connector/C++. Blocking: every call does its work at once, on the connection's own
// thread.
#pragma once

#include "drivers/mysql_cppconn/session.hpp"

#include <vector>

namespace sql {
class PreparedStatement;
class ResultSet;
}  // namespace sql

namespace oltpsim::drivers::mysql_cppconn {

class CppconnConnection final : public db::Connection {
public:
    CppconnConnection(
        std::shared_ptr<const Access> access,
        const db::SessionOptions& options,
        const db::StatementSet& statements,
        std::shared_ptr<SessionEnder> ender
    );
    ~CppconnConnection() override;

    /// Asks the server, from another thread, to end the session; see Session::interrupt().
    void abort(db::ErrorClass why) noexcept override { session_.interrupt(why, false); }
    void close() noexcept override;
    bool is_open() const noexcept override { return session_.is_open(); }

protected:
    Step begin_open() override;
    Step begin_commands(std::span<const db::Command> commands) override;

private:
    struct Prepared {
        Prepared();
        Prepared(Prepared&&) noexcept;
        ~Prepared();
        std::unique_ptr<sql::PreparedStatement> handle;
        unsigned params = 0;
        bool has_rows = false;
        bool as_text = false;  ///< the server does not prepare it
    };

    /// Runs one command within a call.
    db::Result<void> run(const db::Command& command);
    db::Result<void> run_prepared(const db::Command& command);
    /// As a text with the values written into it.
    db::Result<void> run_text(const db::Command& command);
    /// Leaves the handle empty for what is better sent as a text.
    db::Result<void> make(Prepared& prepared, const db::Statement& statement);
    void take_rows(sql::ResultSet& rows, db::RowUse use);
    void fail(db::DbError error);

    Session session_;
    const db::StatementSet& statements_;
    std::vector<Prepared> prepared_;  ///< by Statement::id, made at first use
};

}  // namespace oltpsim::drivers::mysql_cppconn
