// Own encoder and reader on libpq's socket, for sessions without TLS and GSSAPI encryption: one send and one receive per
// group, nothing allocated, no row unpacked that nobody reads. libpq signs in and closes; in between it is not used, and
// believes the session idle. Thread: the connection's.
#pragma once

#include "db/arrival_audit.hpp"
#include "drivers/postgresql/parameters.hpp"
#include "drivers/postgresql/response_parser.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::drivers::postgresql {

/// Queue commands with begin() … sync(), send(), then receive() whenever the socket is readable.
class WireChannel {
public:
    using State = ResponseParser::State;

    /// `fd` stays libpq's. `handles` is the number of names that can be prepared.
    WireChannel(int fd, std::size_t handles, db::ArrivalAudit& audit);

    void begin();
    /// A control by the simple protocol: the server is ready again without a Sync.
    void query(const char* sql, bool commit, db::ResultSet& out);
    /// `keep`: rows will be unpacked, so their description is asked for, once.
    void prepare(std::size_t handle, std::string_view sql, const Parameters& params, bool keep);
    void execute(
        std::size_t handle,
        const Parameters& params,
        db::RowUse use,
        bool commit,
        db::ResultSet& out
    );
    /// Parse, bind and execute without a name.
    void execute_once(
        std::string_view sql, const Parameters& params, db::RowUse use, db::ResultSet& out
    );
    void sync();

    /// Sends what the socket takes. False: the connection broke; see violation().
    bool send();
    bool has_unsent() const noexcept { return sent_ < out_.size(); }
    /// Reads what has arrived. `broken` also when the server closed; see violation().
    State receive();
    /// The same while nothing is asked for.
    State receive_idle();

    const ResponseParser& parser() const noexcept { return parser_; }
    /// Why the session broke, for people.
    const std::string& violation() const noexcept { return violation_; }

private:
    State read(bool idle);
    State parse(std::string_view bytes, bool idle);
    State farewell(std::string why, int os_error, bool idle);
    State broken(std::string why, int os_error = 0);

    int fd_;
    db::ArrivalAudit& audit_;
    ResponseParser parser_;
    std::vector<std::unique_ptr<Columns>>
        columns_;  ///< by handle, of statements whose rows are kept
    Columns unnamed_;
    std::string out_;
    std::size_t sent_ = 0;
    std::string carry_;  ///< a message cut by the last read
    std::string violation_;
};

}  // namespace oltpsim::drivers::postgresql
