// Responses as servers send them: old and new end marks, cut anywhere, long ones, and what is no response at all.
#include "drivers/mysql/response_parser.hpp"
#include "packets.hpp"

#include <gtest/gtest.h>

namespace oltpsim::drivers::mysql {
namespace {

using db::RowUse;
using test::Packets;
using State = ResponseParser::State;
using Rows = ResponseParser::Rows;

// Feeds in pieces of `step` bytes, keeping what was not used, as a socket reader does.
State feed_in_pieces(
    ResponseParser& parser, const std::vector<std::uint8_t>& bytes, std::size_t step
) {
    std::vector<std::uint8_t> carry;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        const std::size_t end = std::min(at + step, bytes.size());
        carry.insert(
            carry.end(),
            bytes.begin() + static_cast<std::ptrdiff_t>(at),
            bytes.begin() + static_cast<std::ptrdiff_t>(end)
        );
        std::size_t used = 0;
        const State state = parser.feed(carry, used);
        carry.erase(carry.begin(), carry.begin() + static_cast<std::ptrdiff_t>(used));
        if (state != State::more) {
            EXPECT_TRUE(carry.empty());
            EXPECT_EQ(end, bytes.size());
            return state;
        }
    }
    return State::more;
}

State feed(ResponseParser& parser, const Packets& packets) {
    return feed_in_pieces(parser, packets.bytes(), packets.bytes().size());
}

// id INT = 7 and -1, name = "seven" and NULL, in a binary result.
Packets binary_rows(bool deprecate_eof) {
    Packets packets;
    packets.add("\x02").column(WireType::integer).column(WireType::var_string);
    if (!deprecate_eof) {
        packets.eof();
    }
    packets.add(std::string("\0\0\x07\0\0\0\x05seven", 12));
    packets.add(std::string("\0\x08\xff\xff\xff\xff", 6));
    return deprecate_eof ? packets.new_eof() : packets.eof();
}

void expect_binary_rows(const db::ResultSet& out) {
    ASSERT_EQ(out.rows(), 2U);
    ASSERT_EQ(out.columns(), 2U);
    EXPECT_EQ(out.integer(0, 0), 7);
    EXPECT_EQ(out.text(0, 1), "seven");
    EXPECT_EQ(out.integer(1, 0), -1);
    EXPECT_TRUE(out.is_null(1, 1));
}

TEST(ResponseParser, reads_an_ok_with_affected_rows) {
    ResponseParser parser(false);
    db::ResultSet out;
    parser.expect_result(Rows::text, RowUse::none, out);
    EXPECT_EQ(feed(parser, Packets().ok(3, 0x0203)), State::done);
    EXPECT_EQ(out.affected(), 3U);
    EXPECT_EQ(out.rows(), 0U);
    EXPECT_EQ(parser.status_flags(), 0x0203);
}

TEST(ResponseParser, reads_binary_rows_with_both_kinds_of_end_mark_cut_anywhere) {
    for (const bool deprecate_eof : {false, true}) {
        const Packets packets = binary_rows(deprecate_eof);
        for (std::size_t step = 1; step <= packets.bytes().size(); ++step) {
            ResponseParser parser(deprecate_eof);
            db::ResultSet out;
            parser.expect_result(Rows::binary, RowUse::keep, out);
            ASSERT_EQ(feed_in_pieces(parser, packets.bytes(), step), State::done)
                << parser.violation();
            expect_binary_rows(out);
        }
    }
}

TEST(ResponseParser, counts_rows_without_unpacking_them) {
    ResponseParser parser(false);
    db::ResultSet out;
    parser.expect_result(Rows::binary, RowUse::count, out);
    ASSERT_EQ(feed(parser, binary_rows(false)), State::done);
    EXPECT_EQ(out.rows(), 2U);
    EXPECT_EQ(out.columns(), 2U);
    EXPECT_THROW((void)out.integer(0, 0), std::exception);
}

TEST(ResponseParser, uses_the_columns_of_the_prepare_when_the_server_leaves_them_out) {
    const ColumnInfo known[] = {{WireType::integer, false, 0}, {WireType::var_string, false, 0}};
    Packets packets;
    packets.add(std::string("\x02\x00", 2)).eof().add(std::string("\0\0\x07\0\0\0\x05seven", 12));
    packets.add(std::string("\0\x08\xff\xff\xff\xff", 6)).eof();
    ResponseParser parser(false);
    db::ResultSet out;
    parser.expect_result(Rows::binary, RowUse::keep, out, known);
    ASSERT_EQ(feed(parser, packets), State::done) << parser.violation();
    expect_binary_rows(out);
}

TEST(ResponseParser, refuses_rows_whose_columns_it_cannot_know) {
    Packets packets;
    packets.add(std::string("\x02\x00", 2))
        .eof()
        .add(std::string("\0\0\x07\0\0\0\x05seven", 12))
        .eof();
    ResponseParser parser(false);
    db::ResultSet out;
    parser.expect_result(Rows::binary, RowUse::keep, out);
    std::size_t used = 0;
    EXPECT_EQ(parser.feed(packets.bytes(), used), State::broken);
}

TEST(ResponseParser, reads_text_rows_by_their_declared_types) {
    Packets packets;
    packets.add("\x03")
        .column(WireType::big)
        .column(WireType::new_decimal, false, 2)
        .column(WireType::var_string)
        .eof();
    packets
        .add("\x02"
             "42"
             "\x06"
             "-12.34"
             "\xfb")
        .eof();
    ResponseParser parser(false);
    db::ResultSet out;
    parser.expect_result(Rows::text, RowUse::keep, out);
    ASSERT_EQ(feed(parser, packets), State::done) << parser.violation();
    ASSERT_EQ(out.rows(), 1U);
    EXPECT_EQ(out.integer(0, 0), 42);
    EXPECT_EQ(out.decimal(0, 1, 2), -1234);
    EXPECT_TRUE(out.is_null(0, 2));
}

TEST(ResponseParser, reports_the_servers_error_before_and_between_rows) {
    Packets between =
        Packets().add("\x01").column(WireType::integer).eof().add(std::string("\0\0\x01\0\0\0", 6));
    between.error(1317, "70100", "Query execution was interrupted");
    for (const Packets& packets : {Packets().error(1213, "40001", "Deadlock found"), between}) {
        ResponseParser parser(false);
        db::ResultSet out;
        parser.expect_result(Rows::binary, RowUse::count, out);
        EXPECT_EQ(feed(parser, packets), State::failed);
        EXPECT_FALSE(parser.error().text.empty());
        EXPECT_TRUE(parser.error().code == 1213 || parser.error().code == 1317);
        EXPECT_EQ(std::string_view(parser.error().sqlstate.data()).size(), 5U);
    }
}

TEST(ResponseParser, passes_over_progress_reports) {
    ResponseParser parser(false);
    db::ResultSet out;
    parser.expect_result(Rows::text, RowUse::none, out);
    Packets packets;
    packets
        .add(std::string(
            "\xff\xff\xff\x01\x01\x01\0\0\0\x04"
            "copy",
            14
        ))
        .ok(1);
    EXPECT_EQ(feed(parser, packets), State::done);
    EXPECT_EQ(out.affected(), 1U);
}

TEST(ResponseParser, keeps_the_first_set_of_a_procedure_call_and_reads_to_the_end) {
    constexpr std::uint16_t kMore = kMoreResults | 2;
    Packets packets = Packets()
                          .add("\x01")
                          .column(WireType::integer)
                          .eof()
                          .add(std::string("\0\0\x05\0\0\0", 6))
                          .eof(kMore);
    packets.add("\x02").column(WireType::integer).column(WireType::integer).eof();
    packets.add(std::string("\0\0\x01\0\0\0\x02\0\0\0", 10)).eof(kMore).ok();
    ResponseParser parser(false);
    db::ResultSet out;
    parser.expect_result(Rows::binary, RowUse::keep, out);
    ASSERT_EQ(feed(parser, packets), State::done) << parser.violation();
    EXPECT_EQ(out.rows(), 1U);
    EXPECT_EQ(out.columns(), 1U);
    EXPECT_EQ(out.integer(0, 0), 5);
}

TEST(ResponseParser, puts_a_row_of_more_than_sixteen_megabytes_together) {
    const std::string large(17'000'000, 'x');
    std::string row("\0\0", 2);
    WireWriter(row).length_text(large);
    const Packets packets = Packets().add("\x01").column(WireType::long_blob).eof().add(row).eof();
    ResponseParser parser(false);
    db::ResultSet out;
    parser.expect_result(Rows::binary, RowUse::keep, out);
    ASSERT_EQ(feed_in_pieces(parser, packets.bytes(), 4'000'000), State::done)
        << parser.violation();
    ASSERT_EQ(out.rows(), 1U);
    EXPECT_EQ(out.text(0, 0), large);
}

TEST(ResponseParser, reads_a_prepare_response) {
    for (const bool deprecate_eof : {false, true}) {
        Packets packets;
        packets.add(std::string("\0\x2a\0\0\0\x01\0\x02\0\0\0\0", 12))
            .column(WireType::null)
            .column(WireType::null);
        if (!deprecate_eof) {
            packets.eof();
        }
        packets.column(WireType::big, true, 0);
        if (!deprecate_eof) {
            packets.eof();
        }
        ResponseParser parser(deprecate_eof);
        parser.expect_prepare();
        ASSERT_EQ(feed(parser, packets), State::done) << parser.violation();
        EXPECT_EQ(parser.prepared().server_id, 42U);
        EXPECT_EQ(parser.prepared().params, 2U);
        ASSERT_EQ(parser.columns().size(), 1U);
        EXPECT_EQ(parser.columns()[0], (ColumnInfo{WireType::big, true, 0}));
    }
}

TEST(ResponseParser, calls_what_it_does_not_expect_broken) {
    const Packets cases[] = {
        Packets().skip_number().ok(),                          // out of sequence
        Packets().add("\xfb/etc/passwd"),                      // asks for a local file
        Packets().add("\xff"),                                 // cut error
        Packets().add(std::string("\0", 1)),                   // cut OK
        Packets().add(""),                                     // empty packet
        Packets().add("\x01").add("short"),                    // no column definition
        Packets().add("\x01").column(WireType::integer).ok(),  // no end of the definitions
        Packets()
            .add("\x01")
            .column(WireType::integer)
            .eof()
            .add(std::string("\0\0\x01", 3)),  // short row
        Packets()
            .add("\x01")
            .column(WireType::integer)
            .eof()
            .add(std::string("\0\0\x01\0\0\0\0", 7)),                       // long row
        Packets().add("\x01").column(WireType::integer).eof().add("\x01"),  // no binary row
        Packets().add(std::string("\xfe\xff\xff\xff\xff\xff\xff\xff\xff", 9)
        ),  // columns without end
    };
    int number = 0;
    for (const Packets& packets : cases) {
        ResponseParser parser(false);
        db::ResultSet out;
        parser.expect_result(Rows::binary, RowUse::keep, out);
        std::size_t used = 0;
        EXPECT_EQ(parser.feed(packets.bytes(), used), State::broken) << "case " << number;
        EXPECT_NE(std::string_view(parser.violation()), "");
        ++number;
    }
}

TEST(ResponseParser, leaves_bytes_behind_the_end_to_the_caller) {
    ResponseParser parser(false);
    db::ResultSet out;
    parser.expect_result(Rows::text, RowUse::none, out);
    const Packets packets = Packets().ok().ok();
    std::size_t used = 0;
    EXPECT_EQ(parser.feed(packets.bytes(), used), State::done);
    EXPECT_EQ(used, packets.bytes().size() / 2);
    EXPECT_EQ(parser.feed(Bytes(packets.bytes()).subspan(used), used), State::broken);
}

}  // namespace
}  // namespace oltpsim::drivers::mysql
