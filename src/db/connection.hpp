// CONTRACT: one session with a database, as the engine and the workloads use it.
// A driver implements the protected begin_*() calls; sequencing of groups, deadlines and resumption are here.
// Asynchronous drivers run on the shard's thread. Blocking drivers run a whole transaction on the connection's own
// thread: every begin_*() there does the work and returns Step::done, so awaits complete at once.
#pragma once

#include "core/clock.hpp"
#include "db/arrival_audit.hpp"
#include "db/error.hpp"
#include "db/io_loop.hpp"
#include "db/result_set.hpp"
#include "db/statement.hpp"

#include <coroutine>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace oltpsim::db {

enum class CommandKind : std::uint8_t { begin, begin_read_only, commit, rollback, execute };

/// One thing to do on a session. Lifetime: statement and params must stay until the group is finished.
struct Command {
    CommandKind kind = CommandKind::execute;
    const Statement* statement = nullptr;  ///< execute only
    std::span<const Value> params;
};

enum class Isolation : std::uint8_t {
    server_default,
    read_committed,
    repeatable_read,
    serializable
};
/// How far groups may travel as one network batch. Declared and reported, because it changes what is measured.
enum class Pipelining : std::uint8_t { off, reads, full };

/// How a session is opened; the same on the load, admin and run paths.
struct SessionOptions {
    Nanos connect_timeout = std::chrono::seconds{10};
    Nanos statement_timeout =
        std::chrono::seconds{60};  ///< client-side deadline per command; 0 = none
    Isolation isolation = Isolation::server_default;
    Pipelining pipelining = Pipelining::off;
    bool audit_arrivals =
        false;  ///< have the kernel stamp replies, where the driver reads the socket itself
    std::string application_name = "oltpsim";
};

/// Thread: one at a time (shard thread, or the connection's own thread for blocking drivers). abort() see there.
class Connection : public IoHandler {
public:
    explicit Connection(const SessionOptions& options, IoLoop* loop)
        : options_(options), loop_(loop) {}
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection() override = default;

    /// Opens the session (connect, sign-in, session settings). True when finished already: see ok()/error().
    bool open();
    /// Runs commands in order, stopping at the first error. `one_batch`: the caller allows them to travel
    /// together when the driver pipelines. True when finished already.
    bool start(std::span<const Command> commands, bool one_batch = false);
    /// Ends the operation in flight with this class; the session is closed. Async: loop thread only.
    /// Blocking drivers: callable from any thread, asks the library to stop; the operation then returns by itself.
    virtual void abort(ErrorClass why) noexcept = 0;
    /// Closes politely if idle, at once otherwise. Never blocks for long.
    virtual void close() noexcept = 0;
    /// Session open and not poisoned?
    virtual bool is_open() const noexcept = 0;

    // --- after an operation has finished ---
    bool ok() const noexcept { return ok_; }
    const DbError& error() const noexcept { return error_; }
    /// Index of the command that failed within its group.
    std::size_t failed_index() const noexcept { return current_; }
    const ResultSet& result(std::size_t command = 0) const { return results_[command]; }
    /// When the last reply was received (pass-1 stamp), or when the blocking call returned.
    TimePoint finished_at() const noexcept { return finished_at_; }
    bool in_transaction() const noexcept { return in_transaction_; }
    /// The failed command was a COMMIT, or a statement outside a transaction that writes, and the session broke:
    /// whether it took effect is unknown.
    bool lost_in_commit() const noexcept { return lost_in_commit_; }
    /// How long replies since the last call lay in the socket before they were stamped, summed. Nothing when this
    /// session is not audited (SessionOptions::audit_arrivals).
    std::optional<Nanos> take_arrival_delay() noexcept { return audit_.take(); }

    // --- engine side ---
    bool busy() const noexcept { return busy_; }
    /// When the command in flight must be over; TimePoint::max() when idle or unlimited.
    TimePoint deadline() const noexcept { return deadline_; }
    void set_waiter(std::coroutine_handle<> waiter) noexcept { waiter_ = waiter; }
    /// Pass 2: sends the next command of the group, or resumes the waiter. Called by the loop.
    void proceed();
    const SessionOptions& options() const noexcept { return options_; }
    IoLoop* loop() const noexcept { return loop_; }

    void on_ready(std::uint32_t, TimePoint) override {}
    void on_timer(TimePoint) override {}

protected:
    enum class Step : std::uint8_t { done, pending };
    /// Driver: starts opening. On error set_error() and return done.
    virtual Step begin_open() = 0;
    /// Driver: starts these commands (exactly one unless batches() is true). Fill result_slot(i) for the i-th.
    /// On error set_error() (with the index of the failed command) and return done.
    virtual Step begin_commands(std::span<const Command> commands) = 0;
    /// Driver: can several commands travel as one batch on this session?
    virtual bool batches() const noexcept { return false; }

    /// Driver, pass 1: the pending operation is over (set_error() came before if it failed). A second call is ignored.
    void complete(TimePoint at);
    /// Records a failure; `index` counts within the span given to begin_commands().
    void set_error(DbError error, std::size_t index = 0);
    /// Cleared by the base before each command.
    ResultSet& result_slot(std::size_t index) { return results_[current_ + index]; }
    void clear_transaction_flag() noexcept { in_transaction_ = false; }

    SessionOptions options_;
    IoLoop* loop_;  ///< null for blocking drivers
    ArrivalAudit audit_;

private:
    bool advance();
    TimePoint read_clock() const noexcept;
    void end_batch();
    bool commits_now() const noexcept;
    void end_operation() noexcept;
    void arm_deadline(Nanos limit) noexcept;

    std::vector<ResultSet> results_;
    std::span<const Command> group_;
    std::size_t first_ = 0;      ///< first command of the batch in flight
    std::size_t in_flight_ = 0;  ///< its length; 0 while opening
    std::size_t current_ = 0;    ///< next command to start, or the failed one
    DbError error_;
    TimePoint finished_at_{};
    TimePoint deadline_ = TimePoint::max();
    std::coroutine_handle<> waiter_;
    bool one_batch_ = false;
    bool busy_ = false;
    bool pending_ = false;
    bool ok_ = true;
    bool in_transaction_ = false;
    bool lost_in_commit_ = false;
};

}  // namespace oltpsim::db
