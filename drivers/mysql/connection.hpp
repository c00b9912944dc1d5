// A session of the engine: sign-in, then commands on a Channel; statements are prepared when first used.
// Thread: the loop's.
#pragma once

#include "db/driver.hpp"
#include "drivers/mysql/background_sign_in.hpp"
#include "drivers/mysql/channel.hpp"
#include "drivers/mysql/sign_in.hpp"

#include <memory>
#include <optional>

namespace oltpsim::drivers::mysql {

class MysqlConnection final : public db::Connection {
public:
    MysqlConnection(
        Settings settings,
        db::Secret password,
        const db::SessionOptions& options,
        const db::StatementSet& statements,
        db::IoLoop* loop
    );
    ~MysqlConnection() override;

    void abort(db::ErrorClass why) noexcept override;
    void close() noexcept override;
    bool is_open() const noexcept override { return channel_ != nullptr; }
    void on_ready(std::uint32_t events, TimePoint now) override;

protected:
    Step begin_open() override;
    Step begin_commands(std::span<const db::Command> commands) override;

private:
    enum class Stage : std::uint8_t {
        closed,
        signing_in,
        idle,
        text,
        preparing,
        evicting,
        executing
    };
    /// Per statement of the set.
    struct Use {
        std::uint32_t last = 0;   ///< counts executions; the smallest was used least recently
        bool unprepared = false;  ///< the server has no room to prepare it
    };

    // Opening.
    Step watch_sign_in(std::uint32_t events);
    Step finish_background();
    Step signed_in(Handle handle);
    Step refuse(db::DbError error);

    // Commands. Each returns true when the command is over.
    bool run(bool finished);
    bool start_text(std::string_view sql, db::RowUse use);
    bool start_statement();
    bool start_unprepared();
    bool start_execute();
    bool step_done(bool& finished);
    bool make_room(bool& finished);
    bool fail();
    bool fail(db::DbError error);
    std::string operation() const;
    const char* text_of(db::CommandKind kind) const noexcept;

    void watch(std::uint32_t events);
    void unwatch() noexcept;
    void drop(bool politely) noexcept;
    void lose_while_idle();

    Settings settings_;
    db::Secret password_;
    const db::StatementSet& statements_;
    Stage stage_ = Stage::closed;
    std::unique_ptr<SignIn> sign_in_;
    std::unique_ptr<BackgroundSignIn> background_;
    std::unique_ptr<Channel> channel_;
    Handle handle_;
    const db::Command* command_ = nullptr;
    std::vector<Use> uses_;
    std::uint32_t clock_ = 0;
    std::string sql_;
    std::string lost_reason_;
    int watched_fd_ = -1;
    bool owns_watched_fd_ = false;
    std::uint32_t watched_events_ = 0;
    bool read_only_transactions_ = true;
    bool is_plain_ = false;
};

}  // namespace oltpsim::drivers::mysql
