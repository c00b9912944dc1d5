// The server's messages → rows and outcomes, straight from the bytes. Pure: no I/O, no vendor header, so it can be
// fuzzed. Whatever it does not expect makes it say `broken`, never a wrong number.
// Source: PostgreSQL documentation, "Frontend/Backend Protocol": message flow of the extended query, message formats.
#pragma once

#include "db/error.hpp"
#include "db/result_set.hpp"
#include "db/statement.hpp"
#include "drivers/postgresql/oids.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::drivers::postgresql {

/// One column of a result, as the server described it.
struct Column {
    TypeOid type = 0;
    std::string name;
};
using Columns = std::vector<Column>;

/// One answer that is due. Lifetime of what it points to: until the response has ended.
struct Expected {
    db::RowUse use = db::RowUse::none;
    db::ResultSet* rows = nullptr;  ///< null: the answer to a PREPARE
    Columns* columns =
        nullptr;          ///< kept rows: what a description fills, and what unpacking goes by
    bool commit = false;  ///< a COMMIT, whose tag must not say ROLLBACK
};

/// Reads one response at a time: the answers to a group of commands, ended by ReadyForQuery. Thread: one.
class ResponseParser {
public:
    enum class State : std::uint8_t {
        more,    ///< bytes are missing
        done,    ///< the server is ready for the next group; failure() says whether all went well
        ended,   ///< the server has said why it ends the session: failure()
        broken,  ///< not the protocol: close the connection; see violation()
    };
    /// The first error of a response. Its operation is left to the caller.
    struct Failure {
        std::size_t answer = 0;  ///< index of the answer that it stands for
        db::DbError error;
    };

    void begin() noexcept;
    void expect(const Expected& answer) { expected_.push_back(answer); }

    /// Takes whole messages from the front of `bytes`; `used` says how many bytes. Not to be called after an end.
    State feed(std::string_view bytes, std::size_t& used);
    /// The same while nothing is asked for: settings, notices, or the server's farewell (`ended`).
    State feed_idle(std::string_view bytes, std::size_t& used);

    /// Answers that are complete.
    std::size_t answered() const noexcept { return answered_; }
    const std::optional<Failure>& failure() const noexcept { return failure_; }
    const char* violation() const noexcept { return violation_; }
    /// What the last ReadyForQuery said: no transaction is open.
    bool idle() const noexcept { return status_ == 'I'; }

private:
    State message(char type, std::string_view body);
    State asynchronous(char type, std::string_view body);
    State description(std::string_view body);
    State row(std::string_view body);
    State command_complete(std::string_view body);
    State error(std::string_view body);
    State ready(std::string_view body);
    State next_answer() noexcept;
    State broken(const char* why) noexcept;
    void fail(db::DbError error);
    bool unpack(std::string_view body, const Columns& columns, db::ResultSet& out);

    std::vector<Expected> expected_;
    std::size_t answered_ = 0;
    std::optional<Failure> failure_;
    std::string scratch_;
    const char* violation_ = "";
    char status_ = 'I';
    bool skipping_ = false;  ///< an error: the server ignores the rest of the group
};

}  // namespace oltpsim::drivers::postgresql
