// Own encoder and reader on the library's socket, for connections without TLS and compression: two system calls per
// statement and no row unpacked that nobody reads. The library is not used after sign-in.
#pragma once

#include "db/arrival_audit.hpp"
#include "drivers/mysql/channel.hpp"
#include "drivers/mysql/response_parser.hpp"

#include <memory>

namespace oltpsim::drivers::mysql {

class FastChannel final : public Channel {
public:
    /// `fd` stays the library's. `statements` is the size of the statement set.
    FastChannel(int fd, std::size_t statements, bool deprecate_eof, db::ArrivalAudit& audit);

    bool query(std::string_view sql, db::RowUse use, db::ResultSet& out) override;
    bool prepare(const db::Statement& statement) override;
    bool execute(
        const db::Statement& statement, std::span<const db::Value> params, db::ResultSet& out
    ) override;
    bool discard(std::uint32_t statement) override;
    bool resume(std::uint32_t events) override;
    std::uint32_t interest() const noexcept override;
    bool is_prepared(std::uint32_t statement) const noexcept override {
        return prepared_[statement].ready;
    }
    bool backslash_escapes() const noexcept override { return backslash_escapes_; }

private:
    enum class Purpose : std::uint8_t { query, prepare, execute };
    struct Prepared {
        std::uint32_t server_id = 0;
        std::uint16_t params = 0;
        std::uint16_t columns = 0;
        bool ready = false;
        bool types_known = false;
        std::unique_ptr<ColumnInfo[]> column_info;  ///< kept for statements whose rows are unpacked
    };

    bool send();
    bool receive();
    bool finish(ResponseParser::State state, bool bytes_left);
    bool lost(std::string message, int os_error = 0);
    void remember_columns(Prepared& entry);

    int fd_;
    db::ArrivalAudit& audit_;
    ResponseParser parser_;
    std::vector<Prepared> prepared_;
    const db::Statement* current_ = nullptr;
    Purpose purpose_ = Purpose::query;
    bool backslash_escapes_ = true;
    std::string out_;
    std::size_t sent_ = 0;
    std::vector<std::uint8_t> carry_;  ///< a packet cut by the last read
};

}  // namespace oltpsim::drivers::mysql
