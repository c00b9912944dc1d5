// One connection and the transaction that runs on it. serve() is an endless coroutine: open, take a client,
// run its transaction with retries, hand the outcome to the slice, take the next. Thread: the loop's, and for
// blocking drivers the lane's own thread between hop_to and hop_back.
#pragma once

#include "core/task.hpp"
#include "db/connection.hpp"
#include "engine/blocking_thread.hpp"
#include "engine/virtual_client.hpp"
#include "workload/workload.hpp"

#include <memory>
#include <optional>
#include <string>

namespace oltpsim::engine {

class TargetSlice;

/// How a lane's transaction ended, for the recorder.
struct Finished {
    enum class End : std::uint8_t { committed, rolled_back_by_design, failed, cut_off };
    End end = End::committed;
    std::uint32_t type = 0;
    std::uint32_t retries = 0;
    db::ErrorClass error = db::ErrorClass::other;  ///< of the last attempt, when failed
    bool ambiguous_commit = false;  ///< the connection broke while COMMIT was under way
    TimePoint acquired{};           ///< connection in hand
    TimePoint at{};                 ///< last reply received
    std::string record{};           ///< what queued work did, in the workload's words
    std::optional<Nanos> client_delay{
    };  ///< of an audited session: arrival → stamp of its replies, summed
};

class Lane final : public WheelTimer, public db::IoHandler {
public:
    Lane(
        TargetSlice& slice,
        std::unique_ptr<db::Connection> connection,
        std::unique_ptr<BlockingThread> thread
    );
    ~Lane() override;

    /// Starts serve(). Call once.
    void start();
    /// Hands it a client. Precondition: free.
    void assign(VirtualClient& client);
    /// Lets a lane that waits for permission to connect go on.
    void admit();
    /// Loop thread: closes what runs after its deadline. Asynchronous drivers only.
    void enforce_deadline(TimePoint now);
    /// Ends the transaction or connect in flight; it comes back as cut off.
    void abort();
    bool busy() const noexcept { return client_ != nullptr; }
    bool opening() const noexcept { return opening_; }
    bool is_up() const noexcept { return up_; }
    const db::DbError& last_error() const noexcept { return last_error_; }
    bool is_blocking() const noexcept { return thread_ != nullptr; }
    /// A blocking library that never came back: the lane must be leaked, not destroyed.
    bool stuck() const noexcept { return on_thread_; }

    void fire(TimePoint now) override;  // back-off is over
    void on_ready(std::uint32_t, TimePoint) override {}
    void on_timer(TimePoint now) override;  // precise retry pause is over

private:
    Task<bool> serve();
    Task<bool> open();
    Task<bool> warm();
    Task<bool> transact();
    Task<bool> attempt(Finished& finished);
    void resume();

    /// Suspends until somebody calls resume().
    struct Park {
        Lane& lane;
        bool ready;
        bool await_ready() const noexcept { return ready; }
        void await_suspend(std::coroutine_handle<> caller) const noexcept { lane.parked_ = caller; }
        void await_resume() const noexcept {}
    };
    Park until_admitted();
    Park until_assigned();
    Park pause(Nanos duration);
    Park back_off();
    Park yield_if_hogging();

    TargetSlice& slice_;
    std::unique_ptr<db::Connection> connection_;
    std::unique_ptr<BlockingThread> thread_;
    workload::Session session_;
    Rng rng_{0};
    Rng jitter_;
    Task<bool> serving_;
    std::coroutine_handle<> parked_;
    VirtualClient* client_ = nullptr;
    db::DbError last_error_;
    std::uint64_t last_pass_ = 0;
    std::uint32_t open_failures_ = 0;
    bool up_ = false;
    bool opening_ = false;
    bool aborted_ = false;
    bool on_thread_ = false;  ///< loop thread's view: between the two hops
};

}  // namespace oltpsim::engine
