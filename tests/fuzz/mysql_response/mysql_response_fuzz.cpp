// Any bytes as a server's response: no crash, no read outside, and the same outcome however they are cut.
// First byte of the input: bit 0 binary rows, bits 1-2 use of the rows, bit 3 new end marks, bit 4 prepare,
// bits 5-7 where the input is cut.
#include "drivers/mysql/greeting.hpp"
#include "drivers/mysql/response_parser.hpp"

#include <cstdlib>
#include <vector>

namespace {

using oltpsim::db::ResultSet;
using oltpsim::db::RowUse;
using oltpsim::drivers::mysql::Bytes;
using oltpsim::drivers::mysql::ColumnInfo;
using oltpsim::drivers::mysql::ResponseParser;
using oltpsim::drivers::mysql::WireType;
using State = ResponseParser::State;

constexpr ColumnInfo kKnown[] = {
    {WireType::integer, false, 0}, {WireType::var_string, false, 0}, {WireType::datetime, false, 6}
};

State parse(std::uint8_t mode, Bytes bytes, std::size_t step, ResultSet& out) {
    ResponseParser parser((mode & 8) != 0);
    if ((mode & 16) != 0) {
        parser.expect_prepare();
    } else {
        const auto rows =
            (mode & 1) != 0 ? ResponseParser::Rows::binary : ResponseParser::Rows::text;
        parser.expect_result(rows, static_cast<RowUse>((mode >> 1) % 3), out, kKnown);
    }
    std::vector<std::uint8_t> carry;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        const Bytes piece = bytes.subspan(at, std::min(step, bytes.size() - at));
        carry.insert(carry.end(), piece.begin(), piece.end());
        std::size_t used = 0;
        const State state = parser.feed(carry, used);
        if (used > carry.size()) {
            std::abort();
        }
        if (state != State::more) {
            return state;
        }
        carry.erase(carry.begin(), carry.begin() + static_cast<std::ptrdiff_t>(used));
    }
    return State::more;
}

void expect_equal(const ResultSet& one, const ResultSet& other) {
    if (one.rows() != other.rows() || one.columns() != other.columns() ||
        one.affected() != other.affected()) {
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const std::uint8_t mode = data[0];
    const Bytes bytes(data + 1, size - 1);
    (void)oltpsim::drivers::mysql::read_greeting(bytes);
    ResultSet whole, pieces;
    const State at_once = parse(mode, bytes, bytes.size() + 1, whole);
    const State in_pieces = parse(mode, bytes, static_cast<std::size_t>(mode >> 5) + 1, pieces);
    if (at_once != in_pieces) {
        std::abort();
    }
    expect_equal(whole, pieces);
    return 0;
}
