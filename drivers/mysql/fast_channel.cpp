// See fast_channel.hpp.
#include "drivers/mysql/fast_channel.hpp"

#include "db/io_loop.hpp"
#include "db/plain_socket.hpp"
#include "drivers/mysql/error_map.hpp"
#include "drivers/mysql/request_encoder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

namespace oltpsim::drivers::mysql {
namespace {

constexpr int kTooManyParameters =
    1210;  // "incorrect arguments", as the server calls a wrong number

}  // namespace

FastChannel::FastChannel(
    int fd, std::size_t statements, bool deprecate_eof, db::ArrivalAudit& audit
)
    : fd_(fd), audit_(audit), parser_(deprecate_eof), prepared_(statements) {}

std::uint32_t FastChannel::interest() const noexcept {
    return sent_ < out_.size() ? std::uint32_t{db::kReadable} | db::kWritable
                               : std::uint32_t{db::kReadable};
}

bool FastChannel::query(std::string_view sql, db::RowUse use, db::ResultSet& out) {
    begin_command();
    purpose_ = Purpose::query;
    const std::uint8_t packets = encode_command(out_, CommandByte::query, sql);
    parser_.expect_result(ResponseParser::Rows::text, use, out, {}, packets);
    return send();
}

bool FastChannel::prepare(const db::Statement& statement) {
    begin_command();
    purpose_ = Purpose::prepare;
    current_ = &statement;
    parser_.expect_prepare(encode_command(out_, CommandByte::stmt_prepare, statement.sql));
    return send();
}

bool FastChannel::execute(
    const db::Statement& statement, std::span<const db::Value> params, db::ResultSet& out
) {
    begin_command();
    purpose_ = Purpose::execute;
    current_ = &statement;
    Prepared& entry = prepared_[statement.id];
    if (params.size() != entry.params) {
        return fail({
            kTooManyParameters,
            {},
            {},
            fmt::format("{} parameters given, {} wanted", params.size(), entry.params),
            false,
        });
    }
    const std::uint8_t packets =
        encode_execute(out_, entry.server_id, params, statement.params, entry.types_known);
    const std::span<const ColumnInfo> known(
        entry.column_info.get(), entry.column_info != nullptr ? entry.columns : std::size_t{0}
    );
    parser_.expect_result(ResponseParser::Rows::binary, statement.rows, out, known, packets);
    return send();
}

bool FastChannel::discard(std::uint32_t statement) {
    begin_command();
    Prepared& entry = prepared_[statement];
    if (entry.ready) {
        encode_close(out_, entry.server_id);  // travels with the next command
    }
    entry = {};
    return true;
}

bool FastChannel::lost(std::string message, int os_error) {
    if (os_error != 0) {
        message += fmt::format(" (errno {})", os_error);
    }
    return fail({kServerLost, {}, {}, std::move(message), true});
}

bool FastChannel::send() {
    if (const int broke = db::send_some(fd_, out_, sent_); broke != 0) {
        return lost("sending failed", broke);
    }
    if (sent_ == out_.size()) {
        sent_ = 0;
        out_.clear();
    }
    return false;
}

bool FastChannel::resume(std::uint32_t events) {
    if (sent_ < out_.size() && (events & db::kWritable) != 0 && send()) {
        return true;
    }
    return (events & ~std::uint32_t{db::kWritable}) != 0 && receive();
}

bool FastChannel::receive() {
    const std::span<std::uint8_t> buffer = db::read_buffer();
    while (true) {
        const auto got = audit_.receive(fd_, buffer.data(), buffer.size());
        if (got < 0) {
            if (errno == EINTR) {
                continue;
            }
            return errno == EAGAIN || errno == EWOULDBLOCK ? false
                                                           : lost("receiving failed", errno);
        }
        if (got == 0) {
            return lost("the server closed the connection");
        }
        Bytes bytes(buffer.data(), static_cast<std::size_t>(got));
        if (!carry_.empty()) {
            carry_.insert(carry_.end(), bytes.begin(), bytes.end());
            bytes = carry_;
        }
        std::size_t used = 0;
        const auto state = parser_.feed(bytes, used);
        if (state != ResponseParser::State::more) {
            const bool bytes_left = used != bytes.size();
            carry_.clear();
            return finish(state, bytes_left);
        }
        if (carry_.empty()) {
            carry_.assign(bytes.begin() + static_cast<std::ptrdiff_t>(used), bytes.end());
        } else {
            carry_.erase(carry_.begin(), carry_.begin() + static_cast<std::ptrdiff_t>(used));
        }
        if (static_cast<std::size_t>(got) < buffer.size()) {
            return false;
        }
    }
}

bool FastChannel::finish(ResponseParser::State state, bool bytes_left) {
    if (state == ResponseParser::State::broken) {
        return lost(
            fmt::format("the server's response cannot be understood: {}", parser_.violation())
        );
    }
    if (bytes_left || sent_ < out_.size()) {
        return lost("the server answered more than it was asked, or before it was");
    }
    if (state == ResponseParser::State::failed) {
        const ServerError& error = parser_.error();
        if (purpose_ == Purpose::execute) {
            prepared_[current_->id].types_known = false;
        }
        return fail({error.code, error.sqlstate.data(), error.text, {}, false});
    }
    if (purpose_ == Purpose::prepare) {
        const PreparedInfo& info = parser_.prepared();
        Prepared& entry = prepared_[current_->id];
        entry = {};
        entry.server_id = info.server_id;
        entry.params = info.params;
        entry.columns = info.columns;
        entry.ready = true;
        remember_columns(entry);
        return true;
    }
    backslash_escapes_ = (parser_.status_flags() & kNoBackslashEscapes) == 0;
    if (purpose_ == Purpose::execute) {
        remember_columns(prepared_[current_->id]);
    }
    return true;
}

// A server that leaves definitions out sends them again once they have changed.
void FastChannel::remember_columns(Prepared& entry) {
    const auto columns = parser_.columns();
    if (current_->rows != db::RowUse::keep || columns.empty()) {
        return;
    }
    if (entry.column_info == nullptr || entry.columns != columns.size()) {
        entry.column_info = std::make_unique<ColumnInfo[]>(columns.size());
        entry.columns = static_cast<std::uint16_t>(columns.size());
    }
    std::copy(columns.begin(), columns.end(), entry.column_info.get());
}

}  // namespace oltpsim::drivers::mysql
