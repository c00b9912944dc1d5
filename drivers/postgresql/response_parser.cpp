// See response_parser.hpp.
#include "drivers/postgresql/response_parser.hpp"

#include "drivers/postgresql/binary_codec.hpp"
#include "drivers/postgresql/byte_order.hpp"
#include "drivers/postgresql/server_error.hpp"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace oltpsim::drivers::postgresql {

namespace {

constexpr std::size_t kMessageHeader = 5;                 // type, and a length that counts itself
constexpr std::size_t kMostBytes = std::size_t{1} << 30;  // the server's own limit for one message

// A text ended by a zero byte, taken from the front. Nothing when the zero is missing.
std::optional<std::string_view> take_text(std::string_view& body) noexcept {
    const std::size_t end = body.find('\0');
    if (end == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view text = body.substr(0, end);
    body.remove_prefix(end + 1);
    return text;
}

// The number in "UPDATE 3" and "INSERT 0 3"; a SELECT's tag counts rows read, not changed.
std::uint64_t changed_rows(std::string_view tag) noexcept {
    std::uint64_t count = 0;
    if (!tag.starts_with("SELECT")) {
        const std::string_view last = tag.substr(tag.rfind(' ') + 1);
        std::from_chars(last.data(), last.data() + last.size(), count);
    }
    return count;
}

}  // namespace

void ResponseParser::begin() noexcept {
    expected_.clear();
    answered_ = 0;
    failure_.reset();
    violation_ = "";
    skipping_ = false;
}

ResponseParser::State ResponseParser::broken(const char* why) noexcept {
    violation_ = why;
    return State::broken;
}

void ResponseParser::fail(db::DbError error) {
    if (!failure_) {  // the first error is the one that counts
        failure_ = Failure{answered_, std::move(error)};
    }
}

ResponseParser::State ResponseParser::feed(std::string_view bytes, std::size_t& used) {
    used = 0;
    while (bytes.size() - used >= kMessageHeader) {
        const char* head = bytes.data() + used;
        const std::size_t length = load_big_endian<std::uint32_t>(head + 1);
        if (length < 4 || length > kMostBytes) {
            return broken("a message of an impossible length");
        }
        if (bytes.size() - used < 1 + length) {
            return State::more;
        }
        used += 1 + length;
        const State state = message(*head, {head + kMessageHeader, length - 4});
        if (state != State::more) {
            return state;
        }
    }
    return State::more;
}

ResponseParser::State ResponseParser::feed_idle(std::string_view bytes, std::size_t& used) {
    begin();
    const State state = feed(bytes, used);
    return state == State::done ? broken("an answer that nobody asked for") : state;
}

ResponseParser::State ResponseParser::message(char type, std::string_view body) {
    switch (type) {
        case 'D': return row(body);
        case 'C': return command_complete(body);
        case 'Z': return ready(body);
        case 'E': return error(body);
        case 'N':
        case 'S':
        case 'A': return asynchronous(type, body);
        default: break;
    }
    if (skipping_ || answered_ >= expected_.size()) {
        return broken("an answer that nobody asked for");
    }
    const Expected& answer = expected_[answered_];
    switch (type) {
        case '1':  // Parse is complete; what a PREPARE still waits for is the description it asked for
            return answer.rows == nullptr && answer.columns == nullptr ? next_answer()
                                                                       : State::more;
        case '2':  // Bind is complete
        case 't':  // types of parameters, which we know
            return State::more;
        case 'T': return description(body);
        case 'n':  // no rows
            if (answer.columns != nullptr) {
                answer.columns->clear();
            }
            return answer.rows == nullptr ? next_answer() : State::more;
        case 'I': return next_answer();  // an empty query
        case 'G':
        case 'H':
        case 'W':  // COPY leaves the session in a state that we do not serve
            fail(own_error(
                db::ErrorClass::connection_lost, {}, "this kind of statement cannot run here"
            ));
            return State::ended;
        default: return broken("a message of an unknown type");
    }
}

// Notices, changed settings, notifications: they may come at any time.
ResponseParser::State ResponseParser::asynchronous(char type, std::string_view body) {
    if (type == 'N') {
        ErrorFields fields;
        if (!read_error_fields(body, fields)) {
            return broken("an unreadable notice");
        }
    }
    return State::more;
}

ResponseParser::State ResponseParser::next_answer() noexcept {
    ++answered_;
    return State::more;
}

ResponseParser::State ResponseParser::description(std::string_view body) {
    constexpr std::size_t kFixedPart = 18;  // table, number, type, size, modifier, format
    const Expected& answer = expected_[answered_];
    if (answer.columns != nullptr) {
        answer.columns->clear();
        if (body.size() < 2) {
            return broken("an unreadable row description");
        }
        const auto count = load_big_endian<std::uint16_t>(body.data());
        body.remove_prefix(2);
        for (std::uint16_t i = 0; i < count; ++i) {
            const auto name = take_text(body);
            if (!name || body.size() < kFixedPart) {
                return broken("an unreadable row description");
            }
            answer.columns->push_back(
                {load_big_endian<std::uint32_t>(body.data() + 6), std::string{*name}}
            );
            body.remove_prefix(kFixedPart);
        }
        if (!body.empty()) {
            return broken("an unreadable row description");
        }
    }
    return answer.rows == nullptr ? next_answer() : State::more;
}

ResponseParser::State ResponseParser::row(std::string_view body) {
    if (skipping_ || answered_ >= expected_.size() || expected_[answered_].rows == nullptr) {
        return broken("a row that nobody asked for");
    }
    const Expected& answer = expected_[answered_];
    if (answer.use != db::RowUse::keep || answer.columns == nullptr || failure_) {
        answer.rows->count_row();
        return State::more;
    }
    return unpack(body, *answer.columns, *answer.rows) ? State::more : broken("an unreadable row");
}

bool ResponseParser::unpack(std::string_view body, const Columns& columns, db::ResultSet& out) {
    if (body.size() < 2 || load_big_endian<std::uint16_t>(body.data()) != columns.size()) {
        return false;
    }
    body.remove_prefix(2);
    out.set_columns(static_cast<std::uint32_t>(columns.size()));
    for (const Column& column : columns) {
        if (body.size() < 4) {
            return false;
        }
        const auto length = load_big_endian<std::int32_t>(body.data());
        body.remove_prefix(4);
        if (length == -1) {
            out.add_cell(db::Value::null());
            continue;
        }
        if (length < 0 || static_cast<std::size_t>(length) > body.size()) {
            return false;
        }
        const auto bytes = body.substr(0, static_cast<std::size_t>(length));
        body.remove_prefix(bytes.size());
        const auto value = decode(column.type, bytes, scratch_);
        if (!value) {
            out.clear();
            fail(own_error(db::ErrorClass::unsupported, {}, unread_type(column.name, column.type)));
            return true;
        }
        out.add_cell(*value);
    }
    out.count_row();
    return body.empty();
}

ResponseParser::State ResponseParser::command_complete(std::string_view body) {
    const auto tag = take_text(body);
    if (!tag || !body.empty()) {
        return broken("an unreadable end of a command");
    }
    if (skipping_ || answered_ >= expected_.size() || expected_[answered_].rows == nullptr) {
        return broken("an answer that nobody asked for");
    }
    const Expected& answer = expected_[answered_];
    answer.rows->set_affected(changed_rows(*tag));
    if (answer.use == db::RowUse::keep && answer.columns != nullptr && !failure_) {
        answer.rows->set_columns(static_cast<std::uint32_t>(answer.columns->size()));
    }
    if (answer.commit && *tag == "ROLLBACK") {
        fail(own_error(db::ErrorClass::other, {}, kRolledBack));
    }
    return next_answer();
}

ResponseParser::State ResponseParser::error(std::string_view body) {
    ErrorFields fields;
    if (!read_error_fields(body, fields)) {
        return broken("an unreadable error");
    }
    fail(server_error(fields, {}));
    skipping_ = true;
    return ends_session(fields.severity) ? State::ended : State::more;
}

ResponseParser::State ResponseParser::ready(std::string_view body) {
    if (body.size() != 1 || (body[0] != 'I' && body[0] != 'T' && body[0] != 'E')) {
        return broken("an unreadable transaction status");
    }
    if (!skipping_ && answered_ != expected_.size()) {
        return broken("fewer answers than questions");
    }
    status_ = body[0];
    return State::done;
}

}  // namespace oltpsim::drivers::postgresql
