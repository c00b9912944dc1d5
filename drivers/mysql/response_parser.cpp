// See response_parser.hpp.
#include "drivers/mysql/response_parser.hpp"

namespace oltpsim::drivers::mysql {
namespace {

constexpr int kProgressReport = 0xffff;  // MariaDB: an ERR packet with this number reports progress
constexpr std::size_t kMaxPacket = std::size_t{1} << 30;  // max_allowed_packet can not be more

}  // namespace

void ResponseParser::begin(Stage stage, std::uint8_t first_sequence) noexcept {
    stage_ = stage;
    sequence_ = first_sequence;
    in_long_packet_ = false;
    columns_.clear();
    pending_ = 0;
    status_ = warnings_ = 0;
    violation_ = "";
}

void ResponseParser::expect_result(
    Rows rows,
    db::RowUse use,
    db::ResultSet& out,
    std::span<const ColumnInfo> known,
    std::uint8_t first_sequence
) {
    begin(Stage::header, first_sequence);
    rows_ = rows;
    use_ = use;
    out_ = &out;
    known_ = known;
    first_set_ = true;
    keep_ = use == db::RowUse::keep;
}

void ResponseParser::expect_prepare(std::uint8_t first_sequence) {
    begin(Stage::prepare_header, first_sequence);
    prepared_ = {};
    keep_ = true;
}

ResponseParser::State ResponseParser::broken(const char* why) noexcept {
    violation_ = why;
    return end(State::broken);
}

ResponseParser::State ResponseParser::end(State state) noexcept {
    stage_ = Stage::ended;
    return state;
}

ResponseParser::State ResponseParser::feed(Bytes bytes, std::size_t& used) {
    used = 0;
    if (stage_ == Stage::ended) {
        return broken("bytes that nobody asked for");
    }
    while (bytes.size() - used >= kPacketHeader) {
        const std::uint8_t* head = bytes.data() + used;
        const std::size_t length = head[0] | std::size_t{head[1]} << 8 | std::size_t{head[2]} << 16;
        if (bytes.size() - used - kPacketHeader < length) {
            break;
        }
        if (head[3] != sequence_) {
            return broken("a packet out of sequence");
        }
        ++sequence_;
        used += kPacketHeader + length;
        const Bytes payload(head + kPacketHeader, length);
        const bool whole = length < kFullPacket && !in_long_packet_;
        const State state = whole ? packet(payload) : fragment(payload);
        if (state != State::more) {
            return state;
        }
    }
    return State::more;
}

ResponseParser::State ResponseParser::fragment(Bytes payload) {
    if (!in_long_packet_) {
        in_long_packet_ = true;
        long_packet_.clear();
    }
    if (long_packet_.size() + payload.size() > kMaxPacket) {
        return broken("a packet of more than 1 GiB");
    }
    long_packet_.insert(long_packet_.end(), payload.begin(), payload.end());
    if (payload.size() == kFullPacket) {
        return State::more;
    }
    in_long_packet_ = false;
    const State state = packet(long_packet_);
    std::vector<std::uint8_t>().swap(long_packet_);
    return state;
}

ResponseParser::State ResponseParser::packet(Bytes payload) {
    if (payload.empty()) {
        return broken("an empty packet");
    }
    switch (stage_) {
        case Stage::rows: return row(payload);
        case Stage::header: return header(payload);
        case Stage::columns: return column(payload);
        case Stage::columns_end:
            if (!is_end_mark(payload)) {
                return broken("no end of the column definitions");
            }
            stage_ = Stage::rows;
            return State::more;
        case Stage::prepare_header: return prepare_header(payload);
        case Stage::prepare_params:
            if (--pending_ == 0) {
                stage_ = Stage::prepare_params_end;
                return deprecate_eof_ ? after_prepare() : State::more;
            }
            return State::more;
        case Stage::prepare_columns:
            if (!read_column(payload)) {
                return broken("an unreadable column definition");
            }
            if (--pending_ == 0) {
                stage_ = Stage::prepare_columns_end;
                return deprecate_eof_ ? after_prepare() : State::more;
            }
            return State::more;
        case Stage::prepare_params_end:
        case Stage::prepare_columns_end:
            return is_end_mark(payload) ? after_prepare() : broken("no end of the definitions");
        case Stage::ended: break;
    }
    return broken("a packet that nobody asked for");
}

ResponseParser::State ResponseParser::ok_packet(Bytes payload) {
    WireReader in(payload.subspan(1));
    const std::uint64_t affected = in.length();
    in.length();  // last insert id
    status_ = static_cast<std::uint16_t>(in.number<2>());
    warnings_ = static_cast<std::uint16_t>(in.number<2>());
    if (!in.ok()) {
        return broken("an unreadable OK packet");
    }
    if (stage_ == Stage::header) {
        out_->set_affected(affected);
    }
    return end_of_set();
}

// A procedure call sends several sets; the rows of the first one are the result.
ResponseParser::State ResponseParser::end_of_set() {
    if ((status_ & kMoreResults) == 0) {
        return end(State::done);
    }
    if (out_->columns() != 0) {
        first_set_ = false;
        keep_ = false;
    }
    stage_ = Stage::header;
    return State::more;
}

ResponseParser::State ResponseParser::err_packet(Bytes payload) {
    WireReader in(payload.subspan(1));
    error_ = {};
    error_.code = static_cast<int>(in.number<2>());
    if (!in.ok()) {
        return broken("an unreadable error packet");
    }
    if (error_.code == kProgressReport) {
        return State::more;
    }
    if (in.peek() == '#') {
        in.number<1>();
        const std::string_view state = in.text(5);
        state.copy(error_.sqlstate.data(), 5);
    }
    error_.text = in.text(in.left());
    return in.ok() ? end(State::failed) : broken("an unreadable error packet");
}

ResponseParser::State ResponseParser::prepare_header(Bytes payload) {
    if (payload[0] == kErr) {
        return err_packet(payload);
    }
    WireReader in(payload);
    const bool ok = in.number<1>() == kOk;
    prepared_.server_id = static_cast<std::uint32_t>(in.number<4>());
    prepared_.columns = static_cast<std::uint16_t>(in.number<2>());
    prepared_.params = static_cast<std::uint16_t>(in.number<2>());
    in.number<1>();
    warnings_ = static_cast<std::uint16_t>(in.number<2>());
    if (!ok || !in.ok()) {
        return broken("an unreadable prepare response");
    }
    pending_ = prepared_.params;
    stage_ = pending_ > 0 ? Stage::prepare_params : Stage::prepare_params_end;
    return pending_ > 0 ? State::more : after_prepare();
}

// Behind the parameters come the columns, behind the columns nothing.
ResponseParser::State ResponseParser::after_prepare() {
    if (stage_ == Stage::prepare_params_end && prepared_.columns > 0) {
        pending_ = prepared_.columns;
        stage_ = Stage::prepare_columns;
        return State::more;
    }
    return end(State::done);
}

}  // namespace oltpsim::drivers::mysql
