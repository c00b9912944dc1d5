// See wire_channel.hpp.
#include "drivers/postgresql/wire_channel.hpp"

#include "db/plain_socket.hpp"
#include "drivers/postgresql/handle_name.hpp"
#include "drivers/postgresql/wire_format.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <utility>

namespace oltpsim::drivers::postgresql {

WireChannel::WireChannel(int fd, std::size_t handles, db::ArrivalAudit& audit)
    : fd_(fd), audit_(audit), columns_(handles) {}

void WireChannel::begin() {
    out_.clear();
    sent_ = 0;
    parser_.begin();
}

void WireChannel::query(const char* sql, bool commit, db::ResultSet& out) {
    wire::query(out_, sql);
    parser_.expect({db::RowUse::none, &out, nullptr, commit});
}

void WireChannel::prepare(
    std::size_t handle, std::string_view sql, const Parameters& params, bool keep
) {
    const HandleName name(handle);
    wire::parse(out_, name.text(), sql, params);
    Columns* columns = nullptr;
    if (keep) {
        wire::describe(out_, 'S', name.text());
        if (columns_[handle] == nullptr) {
            columns_[handle] = std::make_unique<Columns>();
        }
        columns = columns_[handle].get();
    }
    parser_.expect({db::RowUse::none, nullptr, columns, false});
}

void WireChannel::execute(
    std::size_t handle, const Parameters& params, db::RowUse use, bool commit, db::ResultSet& out
) {
    wire::bind(out_, HandleName(handle).text(), params);
    wire::execute(out_);
    parser_.expect({use, &out, columns_[handle].get(), commit});
}

void WireChannel::execute_once(
    std::string_view sql, const Parameters& params, db::RowUse use, db::ResultSet& out
) {
    wire::parse(out_, {}, sql, params);
    wire::bind(out_, {}, params);
    if (use == db::RowUse::keep) {
        wire::describe(out_, 'P', {});
    }
    wire::execute(out_);
    // Two of these in one group describe their rows before they send them: one set of columns is enough.
    parser_.expect({use, &out, use == db::RowUse::keep ? &unnamed_ : nullptr, false});
}

void WireChannel::sync() { wire::sync(out_); }

WireChannel::State WireChannel::broken(std::string why, int os_error) {
    violation_ = std::move(why);
    if (os_error != 0) {
        violation_ += fmt::format(" (errno {})", os_error);
    }
    return State::broken;
}

bool WireChannel::send() {
    if (const int broke = db::send_some(fd_, out_, sent_); broke != 0) {
        broken("sending failed", broke);
        return false;
    }
    return true;
}

WireChannel::State WireChannel::receive() {
    const State state = read(false);
    if (state == State::done && has_unsent()) {
        return broken("the server answered before it was asked");
    }
    return state;
}

WireChannel::State WireChannel::receive_idle() { return read(true); }

WireChannel::State WireChannel::read(bool idle) {
    const std::span<std::uint8_t> buffer = db::read_buffer();
    while (true) {
        const auto got = audit_.receive(fd_, buffer.data(), buffer.size());
        if (got < 0) {
            if (errno == EINTR) {
                continue;
            }
            return errno == EAGAIN || errno == EWOULDBLOCK
                       ? State::more
                       : farewell("receiving failed", errno, idle);
        }
        if (got == 0) {
            return farewell("the server closed the connection", 0, idle);
        }
        const State state = parse(
            {reinterpret_cast<const char*>(buffer.data()), static_cast<std::size_t>(got)}, idle
        );
        if (state != State::more || static_cast<std::size_t>(got) < buffer.size()) {
            return state;
        }
    }
}

WireChannel::State WireChannel::parse(std::string_view bytes, bool idle) {
    const bool carried = !carry_.empty();
    if (carried) {
        carry_.append(bytes);
        bytes = carry_;
    }
    std::size_t used = 0;
    const State state = idle ? parser_.feed_idle(bytes, used) : parser_.feed(bytes, used);
    if (state == State::broken) {
        return broken(
            fmt::format("the server's response cannot be understood: {}", parser_.violation())
        );
    }
    // After an answer this is what was not asked for: a setting, a notice, a farewell. The next read meets it.
    if (carried) {
        carry_.erase(0, used);
    } else {
        carry_.assign(bytes.substr(used));
    }
    return state;
}

// Nothing more will come: whole messages that were kept may hold the server's reason.
WireChannel::State WireChannel::farewell(std::string why, int os_error, bool idle) {
    const State last = carry_.empty() ? State::more : parse({}, idle);
    return last == State::ended ? last : broken(std::move(why), os_error);
}

}  // namespace oltpsim::drivers::postgresql
