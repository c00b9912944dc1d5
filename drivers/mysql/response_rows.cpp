// The part of ResponseParser that reads result sets: column counts, definitions, rows.
#include "drivers/mysql/response_parser.hpp"

namespace oltpsim::drivers::mysql {
namespace {

constexpr std::uint64_t kMaxColumns = 4096;  // limit of a table or select list, both servers
// Tail of a column definition, the same whatever texts come before it: its length and 12 bytes.
constexpr std::size_t kFixedTail = 13;

}  // namespace

ResponseParser::State ResponseParser::header(Bytes payload) {
    if (payload[0] == kOk) {
        return ok_packet(payload);
    }
    if (payload[0] == kErr) {
        return err_packet(payload);
    }
    if (payload[0] == kNullCell) {
        return broken("the server asks for a local file");
    }
    WireReader in(payload);
    const std::uint64_t count = in.length();
    // MariaDB, when agreed on: one byte says whether definitions follow.
    const bool definitions = in.left() == 0 || in.number<1>() != 0;
    if (!in.ok() || in.left() != 0 || count == 0 || count > kMaxColumns) {
        return broken("an unreadable column count");
    }
    if (first_set_) {
        columns_.clear();
        out_->set_columns(static_cast<std::uint32_t>(count));
    }
    if (definitions) {
        pending_ = count;
        stage_ = Stage::columns;
        return State::more;
    }
    if (keep_) {
        if (known_.size() != count) {
            return broken("column definitions are missing");
        }
        columns_.assign(known_.begin(), known_.end());
    }
    // Left out are the definitions, not the EOF packet behind them.
    stage_ = deprecate_eof_ ? Stage::rows : Stage::columns_end;
    return State::more;
}

ResponseParser::State ResponseParser::column(Bytes payload) {
    if (payload[0] == kErr) {
        return err_packet(payload);
    }
    if (keep_ && !read_column(payload)) {
        return broken("an unreadable column definition");
    }
    if (--pending_ == 0) {
        stage_ = deprecate_eof_ ? Stage::rows : Stage::columns_end;
    }
    return State::more;
}

bool ResponseParser::read_column(Bytes payload) {
    if (payload.size() < kFixedTail) {
        return false;
    }
    WireReader in(payload.last(kFixedTail));
    if (in.number<1>() != kFixedTail - 1) {
        return false;
    }
    constexpr unsigned kUnsignedFlag = 32;
    in.number<2>();  // character set
    in.number<4>();  // display width
    ColumnInfo info;
    info.type = static_cast<WireType>(in.number<1>());
    info.is_unsigned = (in.number<2>() & kUnsignedFlag) != 0;
    info.decimals = static_cast<std::uint8_t>(in.number<1>());
    columns_.push_back(info);
    return true;
}

bool ResponseParser::is_end_mark(Bytes payload) const noexcept {
    return payload[0] == kEof && payload.size() < (deprecate_eof_ ? kFullPacket : 9);
}

ResponseParser::State ResponseParser::row(Bytes payload) {
    if (is_end_mark(payload)) {
        return end_of_rows(payload);
    }
    if (payload[0] == kErr) {
        return err_packet(payload);
    }
    if (rows_ == Rows::binary && payload[0] != kOk) {
        return broken("an unreadable row");
    }
    if (keep_ && !(rows_ == Rows::binary ? unpack_binary(payload) : unpack_text(payload))) {
        return broken("an unreadable row");
    }
    if (first_set_) {
        out_->count_row();
    }
    return State::more;
}

bool ResponseParser::unpack_binary(Bytes payload) {
    // The NULL bitmap's first two bits are unused.
    const std::size_t bitmap_bytes = (columns_.size() + 2 + 7) / 8;
    if (payload.size() < 1 + bitmap_bytes) {
        return false;
    }
    const Bytes bitmap = payload.subspan(1, bitmap_bytes);
    WireReader in(payload.subspan(1 + bitmap_bytes));
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        CellText text;
        const bool null = (bitmap[(i + 2) / 8] >> ((i + 2) % 8) & 1) != 0;
        const db::Value cell = null ? db::Value::null() : read_binary_cell(in, columns_[i], text);
        if (!in.ok()) {
            return false;
        }
        out_->add_cell(cell);
    }
    return in.left() == 0;
}

bool ResponseParser::unpack_text(Bytes payload) {
    WireReader in(payload);
    for (const ColumnInfo& column : columns_) {
        if (in.left() > 0 && in.peek() == kNullCell) {
            in.number<1>();
            out_->add_cell(db::Value::null());
            continue;
        }
        const std::string_view cell = in.length_text();
        if (!in.ok()) {
            return false;
        }
        out_->add_cell(read_text_cell(cell, column));
    }
    return in.left() == 0;
}

ResponseParser::State ResponseParser::end_of_rows(Bytes payload) {
    if (deprecate_eof_) {
        return ok_packet(payload);
    }
    WireReader in(payload.subspan(1));
    warnings_ = static_cast<std::uint16_t>(in.number<2>());
    status_ = static_cast<std::uint16_t>(in.number<2>());
    return in.ok() ? end_of_set() : broken("an unreadable end of rows");
}

}  // namespace oltpsim::drivers::mysql
