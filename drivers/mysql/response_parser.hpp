// Server responses → rows and outcomes, straight from the bytes. Pure: no I/O, no vendor header, so it can be
// fuzzed. Whatever it does not expect makes it say `broken`, never a wrong number.
// Source: MySQL client/server protocol: OK, ERR, EOF, text and binary result sets, COM_STMT_PREPARE response;
// MariaDB: column definitions left out when the client has them from the prepare.
#pragma once

#include "db/result_set.hpp"
#include "db/statement.hpp"
#include "drivers/mysql/cell_codec.hpp"

#include <array>
#include <string>
#include <vector>

namespace oltpsim::drivers::mysql {

/// An ERR packet.
struct ServerError {
    int code = 0;
    std::array<char, 6> sqlstate{};
    std::string text;
};

/// What a COM_STMT_PREPARE response says.
struct PreparedInfo {
    std::uint32_t server_id = 0;
    std::uint16_t params = 0;
    std::uint16_t columns = 0;
};

/// Reads one response at a time. Thread: one.
class ResponseParser {
public:
    enum class State : std::uint8_t {
        more,    ///< bytes are missing
        done,    ///< complete, the command succeeded
        failed,  ///< complete, the server reports error()
        broken,  ///< not the protocol: close the connection; see violation()
    };
    enum class Rows : std::uint8_t { text, binary };

    /// `deprecate_eof`: the session agreed on CLIENT_DEPRECATE_EOF.
    explicit ResponseParser(bool deprecate_eof) : deprecate_eof_(deprecate_eof) {}

    /// The next response answers a COM_QUERY (text) or COM_STMT_EXECUTE (binary). `out` must live until it ended.
    /// `known`: columns from the prepare, for servers that do not repeat them.
    /// `first_sequence`: number of packets the request took.
    void expect_result(
        Rows rows,
        db::RowUse use,
        db::ResultSet& out,
        std::span<const ColumnInfo> known = {},
        std::uint8_t first_sequence = 1
    );
    void expect_prepare(std::uint8_t first_sequence = 1);

    /// Takes whole packets from the front of `bytes`; `used` says how many bytes. Not to be called after an end.
    State feed(Bytes bytes, std::size_t& used);

    const ServerError& error() const noexcept { return error_; }
    const char* violation() const noexcept { return violation_; }
    std::uint16_t status_flags() const noexcept { return status_; }
    std::uint16_t warnings() const noexcept { return warnings_; }
    const PreparedInfo& prepared() const noexcept { return prepared_; }
    /// Columns of the first result set, when it is kept, or of the prepare.
    std::span<const ColumnInfo> columns() const noexcept { return columns_; }

private:
    enum class Stage : std::uint8_t {
        header,
        columns,
        columns_end,
        rows,
        prepare_header,
        prepare_params,
        prepare_params_end,
        prepare_columns,
        prepare_columns_end,
        ended,
    };

    State packet(Bytes payload);
    State header(Bytes payload);
    State column(Bytes payload);
    State row(Bytes payload);
    State fragment(Bytes payload);
    State ok_packet(Bytes payload);
    State end_of_rows(Bytes payload);
    State err_packet(Bytes payload);
    State prepare_header(Bytes payload);
    State after_prepare();
    State end_of_set();
    bool unpack_binary(Bytes payload);
    bool unpack_text(Bytes payload);
    bool read_column(Bytes payload);
    bool is_end_mark(Bytes payload) const noexcept;
    void begin(Stage stage, std::uint8_t first_sequence) noexcept;
    State broken(const char* why) noexcept;
    State end(State state) noexcept;

    bool deprecate_eof_;
    Stage stage_ = Stage::ended;
    Rows rows_ = Rows::text;
    db::RowUse use_ = db::RowUse::none;
    bool keep_ = false;  ///< unpack the rows of this set
    db::ResultSet* out_ = nullptr;
    std::span<const ColumnInfo> known_;
    std::vector<ColumnInfo> columns_;
    std::size_t pending_ = 0;  ///< column definitions still to come
    std::uint8_t sequence_ = 0;
    bool first_set_ = true;
    bool in_long_packet_ = false;
    std::vector<std::uint8_t> long_packet_;  ///< a payload of 16 MB or more, put together
    ServerError error_;
    PreparedInfo prepared_;
    std::uint16_t status_ = 0;
    std::uint16_t warnings_ = 0;
    const char* violation_ = "";
};

}  // namespace oltpsim::drivers::mysql
