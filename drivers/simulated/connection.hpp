// A session with a simulated database: answers come by the loop's timers, on a real or a virtual clock.
// Thread: the loop's. A warm session allocates nothing.
#pragma once

#include "core/rng.hpp"
#include "db/connection.hpp"
#include "drivers/simulated/behaviour.hpp"
#include "drivers/simulated/target_state.hpp"

#include <memory>
#include <optional>

namespace oltpsim::drivers::simulated {

class SimulatedConnection final : public db::Connection {
public:
    SimulatedConnection(
        const Behaviour& behaviour,
        std::shared_ptr<TargetState> state,
        const db::SessionOptions& options,
        db::IoLoop& loop
    );
    ~SimulatedConnection() override;

    void abort(db::ErrorClass why) noexcept override;
    void close() noexcept override;
    bool is_open() const noexcept override { return open_; }
    void on_timer(TimePoint now) override;

protected:
    Step begin_open() override;
    Step begin_commands(std::span<const db::Command> commands) override;

private:
    /// What the answer in flight will be.
    enum class Answer : std::uint8_t { none, opened, commit, plain, failure };

    Step answer_after(Nanos latency, Answer answer);
    void give(Answer answer);
    void fill_rows(const db::Command& command);
    void fail(db::ErrorClass cls, const char* operation, const char* message);

    Behaviour behaviour_;
    std::shared_ptr<TargetState> state_;
    CommitCount commits_;
    Rng rng_;
    TimePoint origin_{};
    Answer answer_ = Answer::none;
    db::ErrorClass failure_ = db::ErrorClass::other;
    bool touched_ = false;  ///< has the transaction under way executed anything?
    bool open_ = false;
};

}  // namespace oltpsim::drivers::simulated
