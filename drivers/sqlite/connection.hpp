// The measured session on a SQLite file. Blocking: every call does its work at once, on the connection's own thread.
#pragma once

#include "db/connection.hpp"
#include "drivers/sqlite/cells.hpp"
#include "drivers/sqlite/database.hpp"

namespace oltpsim::drivers::sqlite {

class SqliteConnection final : public db::Connection {
public:
    SqliteConnection(
        Settings settings, const db::SessionOptions& options, const db::StatementSet& statements
    );
    ~SqliteConnection() override;

    void abort(db::ErrorClass why) noexcept override { database_.interrupt(why); }
    void close() noexcept override;
    bool is_open() const noexcept override { return database_.is_open(); }

protected:
    Step begin_open() override;
    Step begin_commands(std::span<const db::Command> commands) override;

private:
    struct Prepared {
        sqlite3_stmt* handle = nullptr;
        std::vector<ColumnReading> columns;
    };
    enum Control : std::uint8_t { kBegin, kBeginReadOnly, kCommit, kRollback, kControls };

    bool run_control(Control control);
    bool run_statement(const db::Command& command);
    bool make(Prepared& prepared, std::string_view sql, const std::string& name, bool keep);
    bool step_rows(Prepared& prepared, const db::Statement& statement);
    /// Records the error; closes the session when it must not be used any more.
    void fail(int code, std::string operation);
    void fail_with(db::DbError error);
    void finalize_all() noexcept;

    Database database_;
    const db::StatementSet& statements_;
    std::vector<Prepared> prepared_;  ///< by Statement::id, made at first use
    Prepared controls_[kControls];
};

}  // namespace oltpsim::drivers::sqlite
