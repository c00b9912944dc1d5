// Sending: one command, or a whole group in pipeline mode.
#include "drivers/postgresql/connection.hpp"

#include "drivers/postgresql/handle_name.hpp"

#include <libpq-fe.h>

#include <array>
#include <utility>

namespace oltpsim::drivers::postgresql {

namespace {

using db::CommandKind;

constexpr std::array<const char*, PgConnection::kControls> kControlSql{
    "BEGIN", "BEGIN READ ONLY", "COMMIT", "ROLLBACK"
};
static_assert(
    static_cast<int>(CommandKind::begin) == 0 && static_cast<int>(CommandKind::rollback) == 3
);

}  // namespace

bool PgConnection::is_control(const db::Command& command) noexcept {
    return command.kind != CommandKind::execute;
}

const char* PgConnection::control_sql(const db::Command& command) noexcept {
    return kControlSql[static_cast<std::size_t>(command.kind)];
}

std::size_t PgConnection::handle_of(const db::Command& command) const noexcept {
    return is_control(command) ? static_cast<std::size_t>(command.kind)
                               : kControls + command.statement->id;
}

std::string PgConnection::operation_name(const Reply& reply) const {
    if (reply.command >= commands_.size()) {
        return "reply";
    }
    const db::Command& command = commands_[reply.command];
    const std::string name = is_control(command) ? control_sql(command) : command.statement->name;
    return reply.prepare ? "prepare " + name : name;
}

db::Connection::Step PgConnection::begin_commands(std::span<const db::Command> commands) {
    if (state_ != State::idle) {
        db::DbError error =
            own_error(db::ErrorClass::connection_lost, "send", "the session is not open");
        last_words_.add_to(error);
        set_error(std::move(error));
        return Step::done;
    }
    commands_ = commands;
    replies_.clear();
    reply_ = 0;
    unsent_.reset();
    if (wire_ ? begin_own() : send_group() && flush()) {
        state_ = State::busy;
        return Step::pending;
    }
    if (unsent_) {  // nothing has gone out: the session is as good as before
        set_error(std::move(*unsent_));
    } else if (ok()) {
        set_error(call_error(conn_, operation_name({})));
        drop();
    }
    return Step::done;
}

bool PgConnection::send_group() {
    if (!pipelined_) {
        return send_command(0);
    }
    for (std::uint32_t i = 0; i < commands_.size(); ++i) {
        if (!send_command(i)) {
            if (!unsent_ || i == 0) {
                return false;
            }
            unsent_index_ = i;  // what came before it runs and is answered
            break;
        }
    }
    return PQpipelineSync(conn_) == 1;
}

bool PgConnection::send_command(std::uint32_t index) {
    const db::Command& command = commands_[index];
    if (!is_control(command)) {
        if (auto bound = bound_.bind(*command.statement, command.params); !bound) {
            unsent_ = bound.error();
            return false;
        }
    }
    if (is_control(command) ? !pipelined_ : !command.statement->prepare) {
        return send_plain(index);
    }
    const std::size_t handle = handle_of(command);
    if (handle >= prepared_.size()) {
        prepared_.resize(handle + 1);
    }
    if (!prepared_[handle]) {
        if (!send_prepare(index)) {
            return false;
        }
        if (!pipelined_) {
            return true;  // the command itself follows when the server has answered
        }
        prepared_[handle] = true;  // true for what follows in this group; taken back if it fails
    }
    replies_.push_back({index, false});
    const HandleName name(handle);
    if (is_control(command)) {
        return PQsendQueryPrepared(conn_, name.c_str(), 0, nullptr, nullptr, nullptr, 1) == 1;
    }
    return PQsendQueryPrepared(
               conn_,
               name.c_str(),
               bound_.count(),
               bound_.values(),
               bound_.lengths(),
               bound_.formats(),
               1
           ) == 1;
}

bool PgConnection::send_prepare(std::uint32_t index) {
    const db::Command& command = commands_[index];
    replies_.push_back({index, true});
    const HandleName name(handle_of(command));
    if (is_control(command)) {
        return PQsendPrepare(conn_, name.c_str(), control_sql(command), 0, nullptr) == 1;
    }
    return PQsendPrepare(
               conn_, name.c_str(), command.statement->sql.c_str(), bound_.count(), bound_.types()
           ) == 1;
}

bool PgConnection::send_plain(std::uint32_t index) {
    const db::Command& command = commands_[index];
    replies_.push_back({index, false});
    if (is_control(command)) {
        return PQsendQuery(conn_, control_sql(command)) == 1;
    }
    return PQsendQueryParams(
               conn_,
               command.statement->sql.c_str(),
               bound_.count(),
               bound_.types(),
               bound_.values(),
               bound_.lengths(),
               bound_.formats(),
               1
           ) == 1;
}

// libpq sends by itself; what the socket did not take is sent when the loop says it can.
bool PgConnection::flush() {
    const int left = PQflush(conn_);
    if (left < 0) {
        return false;
    }
    watch_socket(
        left == 0 ? std::uint32_t{db::kReadable}
                  : std::uint32_t{db::kReadable} | std::uint32_t{db::kWritable}
    );
    return true;
}

}  // namespace oltpsim::drivers::postgresql
