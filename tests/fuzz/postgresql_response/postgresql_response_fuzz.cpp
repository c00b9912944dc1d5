// Any bytes as a server's response: no crash, no read outside, and the same outcome however they are cut.
// First byte of the input: bits 0-1 number of executions, bit 2 with PREPARE, bit 3 kept rows, bit 4 a COMMIT at the end,
// bits 5-7 where the input is cut.
#include "drivers/postgresql/response_parser.hpp"

#include <cstdlib>
#include <string>

namespace {

using oltpsim::db::ResultSet;
using oltpsim::db::RowUse;
using oltpsim::drivers::postgresql::Columns;
using oltpsim::drivers::postgresql::ResponseParser;
using State = ResponseParser::State;

struct Outcome {
    State state = State::more;
    ResultSet rows;
    std::size_t answered = 0;
    bool failed = false;
};

void parse(std::uint8_t mode, std::string_view bytes, std::size_t step, Outcome& outcome) {
    ResponseParser parser;
    Columns columns;
    const bool keep = (mode & 8) != 0;
    parser.begin();
    for (int i = 0; i < (mode & 3); ++i) {
        if ((mode & 4) != 0) {
            parser.expect({RowUse::none, nullptr, keep ? &columns : nullptr, false});
        }
        parser.expect(
            {keep ? RowUse::keep : RowUse::count, &outcome.rows, keep ? &columns : nullptr, false}
        );
    }
    if ((mode & 16) != 0) {
        parser.expect({RowUse::none, &outcome.rows, nullptr, true});
    }
    std::string carry;
    for (std::size_t at = 0; at < bytes.size() && outcome.state == State::more; at += step) {
        carry += bytes.substr(at, step);
        std::size_t used = 0;
        outcome.state = parser.feed(carry, used);
        if (used > carry.size()) {
            std::abort();
        }
        carry.erase(0, used);
    }
    outcome.answered = parser.answered();
    outcome.failed = parser.failure().has_value();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const std::string_view bytes(reinterpret_cast<const char*>(data + 1), size - 1);
    Outcome whole, pieces;
    parse(data[0], bytes, bytes.size() + 1, whole);
    parse(data[0], bytes, static_cast<std::size_t>(data[0] >> 5) + 1, pieces);
    if (whole.state != pieces.state || whole.answered != pieces.answered ||
        whole.failed != pieces.failed || whole.rows.rows() != pieces.rows.rows() ||
        whole.rows.affected() != pieces.rows.affected()) {
        std::abort();
    }
    ResponseParser idle;
    std::size_t used = 0;
    (void)idle.feed_idle(bytes, used);
    return 0;
}
