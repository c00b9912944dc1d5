// One signed-in session as a carrier of single commands: the two ways to talk (own protocol reader, client library)
// behind one interface. Statement ids are those of db::Statement. Thread: the loop's.
#pragma once

#include "db/result_set.hpp"
#include "db/statement.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace oltpsim::drivers::mysql {

/// Why a command failed. `lost`: the session cannot go on.
struct ChannelError {
    int code = 0;
    std::string sqlstate;
    std::string text;     ///< the server's or the library's
    std::string message;  ///< ours
    bool lost = false;
};

/// Every call that starts a command returns true when it has finished already; otherwise resume() is called with the
/// events asked for by interest() until it does. Results go to the ResultSet given; it must live that long.
class Channel {
public:
    virtual ~Channel() = default;

    virtual bool query(std::string_view sql, db::RowUse use, db::ResultSet& out) = 0;
    virtual bool prepare(const db::Statement& statement) = 0;
    virtual bool execute(
        const db::Statement& statement, std::span<const db::Value> params, db::ResultSet& out
    ) = 0;
    /// Releases a prepared statement.
    virtual bool discard(std::uint32_t statement) = 0;
    virtual bool resume(std::uint32_t events) = 0;
    /// IoEvents the command in flight waits for; kReadable when idle.
    virtual std::uint32_t interest() const noexcept = 0;

    virtual bool is_prepared(std::uint32_t statement) const noexcept = 0;
    virtual bool backslash_escapes() const noexcept = 0;
    bool ok() const noexcept { return ok_; }
    const ChannelError& error() const noexcept { return error_; }

protected:
    void begin_command() noexcept { ok_ = true; }
    bool fail(ChannelError error) {
        ok_ = false;
        error_ = std::move(error);
        return true;
    }

private:
    bool ok_ = true;
    ChannelError error_;
};

}  // namespace oltpsim::drivers::mysql
