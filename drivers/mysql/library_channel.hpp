// The same commands through MariaDB Connector/C's non-blocking calls: for TLS, and where fast_path=off.
#pragma once

#include "drivers/mysql/channel.hpp"
#include "drivers/mysql/library_rows.hpp"

#include <memory>
#include <vector>

struct st_mysql;
struct st_mysql_stmt;
struct st_mysql_res;

namespace oltpsim::drivers::mysql {

struct CloseStatement {
    void operator()(st_mysql_stmt* statement) const noexcept;
};

/// Lifetime: close the session's handle first, then this; statements then close without the server.
class LibraryChannel final : public Channel {
public:
    LibraryChannel(st_mysql& handle, std::size_t statements);

    bool query(std::string_view sql, db::RowUse use, db::ResultSet& out) override;
    bool prepare(const db::Statement& statement) override;
    bool execute(
        const db::Statement& statement, std::span<const db::Value> params, db::ResultSet& out
    ) override;
    bool discard(std::uint32_t statement) override;
    bool resume(std::uint32_t events) override;
    std::uint32_t interest() const noexcept override { return interest_; }
    bool is_prepared(std::uint32_t statement) const noexcept override {
        return statements_[statement] != nullptr;
    }
    bool backslash_escapes() const noexcept override;

private:
    /// The library call in flight.
    enum class Call : std::uint8_t {
        query,
        store,
        next,
        prepare,
        execute,
        store_rows,
        next_rows,
        close
    };

    bool run(Call call);
    bool go_on(int wait);
    int start(Call call);
    int continue_call(int wait);
    bool call_failed() const noexcept;
    /// What follows the call that just succeeded: true when the command is over.
    bool after_call(Call& next);
    bool take_query_rows(Call& next);
    bool take_rows(Call& next);
    bool report();

    st_mysql& handle_;
    std::vector<std::unique_ptr<st_mysql_stmt, CloseStatement>> statements_;
    ParameterBinding parameters_;
    RowBinding rows_;
    st_mysql_stmt* current_ = nullptr;
    std::unique_ptr<st_mysql_stmt, CloseStatement> preparing_;
    std::uint32_t preparing_id_ = 0;
    std::string sql_;
    db::RowUse use_ = db::RowUse::none;
    db::ResultSet* out_ = nullptr;
    bool first_set_ = true;
    Call call_ = Call::query;
    int status_ = 0;  ///< return value of calls that give an int
    char flag_ = 0;   ///< of calls that give a my_bool
    st_mysql_res* stored_ = nullptr;
    std::uint32_t interest_;
};

}  // namespace oltpsim::drivers::mysql
