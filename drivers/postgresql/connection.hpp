// One measured session: libpq without blocking, on the shard's loop. Thread: the loop's.
// The socket is watched once for readability, level-triggered, and for writability only while bytes are unsent.
// On a plain session libpq signs in and closes, and our own reader does the rest (wire_channel.hpp).
// A statement costs one send and one receive: replies are read when the loop says so, never on suspicion.
#pragma once

#include "db/connection.hpp"
#include "drivers/postgresql/connect_params.hpp"
#include "drivers/postgresql/parameters.hpp"
#include "drivers/postgresql/rows.hpp"
#include "drivers/postgresql/server_error.hpp"
#include "drivers/postgresql/vendor.hpp"
#include "drivers/postgresql/wire_channel.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace oltpsim::drivers::postgresql {

/// With pipelining the session stays in libpq's pipeline mode and each group ends in one Sync: a group without
/// BEGIN is then one implicit transaction. Statements are prepared at their first use on the session.
class PgConnection final : public db::Connection {
public:
    /// BEGIN, BEGIN READ ONLY, COMMIT, ROLLBACK.
    static constexpr std::size_t kControls = static_cast<std::size_t>(db::CommandKind::execute);

    PgConnection(
        const db::Endpoint& endpoint,
        const db::SessionOptions& options,
        const db::StatementSet& statements,
        db::IoLoop& loop
    );
    ~PgConnection() override;

    void abort(db::ErrorClass why) noexcept override;
    void close() noexcept override;
    bool is_open() const noexcept override {
        return state_ == State::idle || state_ == State::busy;
    }
    void on_ready(std::uint32_t events, TimePoint now) override;

protected:
    Step begin_open() override;
    Step begin_commands(std::span<const db::Command> commands) override;
    bool batches() const noexcept override { return pipelined_; }

private:
    /// EPOLLRDHUP, passed through by the loop: libpq closes a socket whose end it reads, so we must leave the loop first.
    static constexpr std::uint32_t kPeerClosed = 0x2000;

    enum class State : std::uint8_t { closed, connecting, idle, busy };
    /// One answer that is due: to a PREPARE, or to the command itself.
    struct Reply {
        std::uint32_t command = 0;
        bool prepare = false;
    };

    // Opening (open.cpp).
    void continue_open(int wants, TimePoint now);
    void session_ready(TimePoint now);
    void watch_socket(std::uint32_t events);
    void unwatch_socket() noexcept;
    void drop() noexcept;

    // Without libpq (own_reader.cpp). False: the session broke, or unsent_ is set.
    bool begin_own();
    bool queue(std::uint32_t index);
    void queue_execute(std::uint32_t index);
    bool send_queued();
    void receive_own(std::uint32_t events, TimePoint now);
    void take_failure(const ResponseParser::Failure& failure);
    void lost_own(TimePoint now);
    void listen_while_idle();
    bool outside_transaction() const noexcept;

    // Sending. False: libpq refused; error() is set unless a parameter was at fault (unsent_).
    bool send_group();
    bool send_command(std::uint32_t index);
    bool send_prepare(std::uint32_t index);
    bool send_plain(std::uint32_t index);
    bool flush();

    // Receiving (replies.cpp).
    void receive(std::uint32_t events, TimePoint now);
    void receive_last(TimePoint now);
    void drain(TimePoint now);
    bool end_of_reply(TimePoint now);
    void take(const pg_result* result);
    void take_rows(const pg_result* result, std::uint32_t index);
    void finish(TimePoint now);
    void lost(TimePoint now);
    void notice_while_idle(std::uint32_t events);

    std::string operation_name(const Reply& reply) const;
    std::size_t answered() const noexcept { return wire_ ? wire_->parser().answered() : reply_; }
    Reply current_reply() const noexcept {
        return answered() < replies_.size() ? replies_[answered()] : Reply{};
    }
    /// Whom a broken session failed: the COMMIT if one was on its way, for then its fate is unknown.
    Reply unanswered() const noexcept;
    static bool is_control(const db::Command& command) noexcept;
    static const char* control_sql(const db::Command& command) noexcept;
    /// Place of a command in prepared_: BEGIN and the like first, then statements by id.
    std::size_t handle_of(const db::Command& command) const noexcept;

    ConnectParams params_;
    const db::StatementSet& statements_;
    pg_conn* conn_ = nullptr;
    std::unique_ptr<WireChannel> wire_;  ///< null: libpq does it all (TLS, GSSAPI, fast_path=off)
    std::span<const db::Command> commands_;
    std::vector<Reply> replies_;  ///< answers due for the group in flight, in order
    std::size_t reply_ = 0;       ///< the one being received
    std::vector<bool> prepared_;  ///< by handle_of()
    Parameters bound_;
    RowReader rows_;
    LastWords last_words_;
    std::optional<db::DbError> unsent_;  ///< why the group was cut short before unsent_index_
    std::uint32_t unsent_index_ = 0;
    int watched_fd_ = -1;
    std::uint32_t watched_events_ = 0;
    State state_ = State::closed;
    const bool fast_path_;
    const bool pipelined_;
};

}  // namespace oltpsim::drivers::postgresql
