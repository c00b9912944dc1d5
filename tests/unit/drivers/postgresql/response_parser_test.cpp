// Responses as the server sends them, cut anywhere, and what is no response at all.
#include "drivers/postgresql/response_parser.hpp"
#include "messages.hpp"

#include <gtest/gtest.h>

namespace oltpsim::drivers::postgresql {
namespace {

using db::RowUse;
using test::Messages;
using State = ResponseParser::State;

// Feeds in pieces of `step` bytes, keeping what was not used, as a socket reader does.
State feed_in_pieces(ResponseParser& parser, std::string_view bytes, std::size_t step) {
    std::string carry;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        carry += bytes.substr(at, step);
        std::size_t used = 0;
        const State state = parser.feed(carry, used);
        carry.erase(0, used);
        if (state != State::more) {
            return state;
        }
    }
    return State::more;
}

State feed(ResponseParser& parser, const Messages& messages) {
    return feed_in_pieces(parser, messages.bytes(), messages.bytes().size());
}

Messages two_rows() {
    Messages messages;
    messages.add('1').add('t', Messages::number(std::uint16_t{0}));
    messages.description({{"id", oid::kInt4}, {"name", oid::kText}});
    messages.add('2').row({Messages::number(std::uint32_t{7}), "seven"});
    messages.row({Messages::number(~std::uint32_t{0}), std::nullopt});
    return messages.complete("SELECT 2").ready('T');
}

class PgResponse : public testing::Test {
protected:
    // A PREPARE with description and the execution behind it.
    void expect_prepared(RowUse use) {
        parser_.begin();
        parser_.expect({RowUse::none, nullptr, &columns_, false});
        parser_.expect({use, &out_, &columns_, false});
    }
    void expect_execution(RowUse use = RowUse::none, bool commit = false) {
        parser_.expect({use, &out_, nullptr, commit});
    }

    ResponseParser parser_;
    Columns columns_;
    db::ResultSet out_;
};

TEST_F(PgResponse, rows_are_unpacked_however_the_bytes_are_cut) {
    for (const std::size_t step : {1U, 2U, 3U, 7U, 1000U}) {
        SCOPED_TRACE(step);
        out_.clear();
        expect_prepared(RowUse::keep);
        ASSERT_EQ(feed_in_pieces(parser_, two_rows().bytes(), step), State::done);
        ASSERT_FALSE(parser_.failure());
        ASSERT_EQ(out_.rows(), 2U);
        ASSERT_EQ(out_.columns(), 2U);
        EXPECT_EQ(out_.integer(0, 0), 7);
        EXPECT_EQ(out_.text(0, 1), "seven");
        EXPECT_EQ(out_.integer(1, 0), -1);
        EXPECT_TRUE(out_.is_null(1, 1));
        EXPECT_EQ(out_.affected(), 0U);
        EXPECT_FALSE(parser_.idle());
    }
}

TEST_F(PgResponse, rows_that_nobody_reads_are_only_counted) {
    expect_prepared(RowUse::count);
    ASSERT_EQ(feed(parser_, two_rows()), State::done);
    EXPECT_EQ(out_.rows(), 2U);
}

TEST_F(PgResponse, tags_say_how_many_rows_changed) {
    for (const auto& [tag, rows] : std::initializer_list<std::pair<const char*, std::uint64_t>>{
             {"UPDATE 3", 3}, {"INSERT 0 12", 12}, {"DELETE 0", 0}, {"SELECT 5", 0}, {"BEGIN", 0}
         }) {
        parser_.begin();
        expect_execution();
        ASSERT_EQ(feed(parser_, Messages{}.add('2').complete(tag).ready()), State::done);
        EXPECT_EQ(out_.affected(), rows) << tag;
    }
}

TEST_F(PgResponse, the_first_error_stands_and_the_rest_of_the_group_is_skipped) {
    parser_.begin();
    for (int i = 0; i < 4; ++i) {
        expect_execution();
    }
    Messages messages;
    messages.add('2').complete("BEGIN").add('2').error("ERROR", "40001", "could not serialize");
    ASSERT_EQ(feed(parser_, messages.ready('E')), State::done);
    ASSERT_TRUE(parser_.failure());
    EXPECT_EQ(parser_.failure()->answer, 1U);
    EXPECT_EQ(parser_.failure()->error.cls, db::ErrorClass::serialization_failure);
    EXPECT_EQ(parser_.failure()->error.server_text, "could not serialize");
    EXPECT_EQ(parser_.answered(), 1U);
}

TEST_F(PgResponse, a_commit_that_rolled_back_is_a_failure) {
    parser_.begin();
    expect_execution(RowUse::none, true);
    ASSERT_EQ(feed(parser_, Messages{}.complete("ROLLBACK").ready()), State::done);
    ASSERT_TRUE(parser_.failure());
    EXPECT_EQ(parser_.failure()->error.message, kRolledBack);
}

TEST_F(PgResponse, a_farewell_ends_the_session_busy_or_idle) {
    const Messages farewell =
        Messages{}.error("FATAL", "57P01", "terminating connection due to administrator command");
    parser_.begin();
    expect_execution();
    EXPECT_EQ(feed(parser_, farewell), State::ended);
    EXPECT_TRUE(db::poisons_connection(parser_.failure()->error.cls));
    std::size_t used = 0;
    EXPECT_EQ(parser_.feed_idle(farewell.bytes(), used), State::ended);
    EXPECT_STREQ(parser_.failure()->error.sqlstate.data(), "57P01");
}

TEST_F(PgResponse, settings_and_notices_may_come_at_any_time) {
    Messages chatter;
    chatter.add('S', std::string("TimeZone\0UTC\0", 13)).add('A', std::string("\0\0\0\1a\0b\0", 8));
    chatter.add('N', std::string("SNOTICE\0C00000\0Mhello\0\0", 23));
    std::size_t used = 0;
    EXPECT_EQ(parser_.feed_idle(chatter.bytes(), used), State::more);
    EXPECT_EQ(used, chatter.bytes().size());
    parser_.begin();
    expect_execution();
    Messages answer;
    answer.add('2').add('S', std::string("a\0b\0", 4)).complete("UPDATE 1").ready();
    EXPECT_EQ(feed(parser_, answer), State::done);
    EXPECT_EQ(out_.affected(), 1U);
}

TEST_F(PgResponse, an_unknown_column_type_is_named_and_the_session_stays_in_order) {
    constexpr std::uint32_t kPoint = 600;
    parser_.begin();
    parser_.expect({RowUse::keep, &out_, &columns_, false});
    Messages messages;
    messages.add('1').add('2').description({{"place", kPoint}}).row({std::string(16, 'x')});
    messages.row({std::string(16, 'y')}).complete("SELECT 2").ready();
    ASSERT_EQ(feed(parser_, messages), State::done);
    ASSERT_TRUE(parser_.failure());
    EXPECT_EQ(parser_.failure()->error.cls, db::ErrorClass::unsupported);
    EXPECT_NE(parser_.failure()->error.message.find("column place"), std::string::npos);
}

TEST_F(PgResponse, what_is_no_answer_is_called_broken) {
    const Messages wrong[] = {
        Messages{}.add('?'),
        Messages{}.complete("UPDATE 1").complete("UPDATE 1"),
        Messages{}.ready(),
        Messages{}.complete("UPDATE 1").ready('X'),
        Messages{}.add('C', "UPDATE 1"),
        Messages{}.add('E', "garbage"),
        Messages{}.complete("UPDATE 1").row({"x"}),
    };
    for (const Messages& messages : wrong) {
        parser_.begin();
        expect_execution();
        EXPECT_EQ(feed(parser_, messages), State::broken) << messages.bytes();
        EXPECT_STRNE(parser_.violation(), "");
    }
    parser_.begin();
    std::size_t used = 0;
    EXPECT_EQ(parser_.feed(std::string_view("C\0\0\0\1xxxx", 9), used), State::broken);
    EXPECT_EQ(parser_.feed_idle(Messages{}.ready().bytes(), used), State::broken);
}

TEST_F(PgResponse, cells_that_do_not_fit_their_row_are_called_broken) {
    columns_ = {{oid::kInt4, "id"}};
    const std::string rows[] = {
        "",
        Messages::number(std::uint16_t{2}),
        Messages::number(std::uint16_t{1}) + Messages::number(std::uint32_t{100}) + "x",
        Messages::number(std::uint16_t{1}) + Messages::number(std::uint32_t{4}) + "1234rest",
        Messages::number(std::uint16_t{1}) + Messages::number(std::uint32_t{0x8000'0000}),
    };
    for (const std::string& body : rows) {
        parser_.begin();
        parser_.expect({RowUse::keep, &out_, &columns_, false});
        EXPECT_EQ(feed(parser_, Messages{}.add('2').add('D', body)), State::broken);
    }
}

}  // namespace
}  // namespace oltpsim::drivers::postgresql
