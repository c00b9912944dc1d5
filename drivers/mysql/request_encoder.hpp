// Commands → bytes. Pure: no I/O, no vendor header.
// Source: MySQL client/server protocol, COM_QUERY, COM_STMT_PREPARE, COM_STMT_EXECUTE, COM_STMT_CLOSE.
#pragma once

#include "db/statement.hpp"
#include "drivers/mysql/wire.hpp"

namespace oltpsim::drivers::mysql {

/// Appends a command whose body is text. Returns the number of packets it takes (more than one above 16 MB).
std::uint8_t encode_command(std::string& out, CommandByte command, std::string_view body);

/// Appends the command that releases a prepared statement; it has no response.
void encode_close(std::string& out, std::uint32_t server_id);

/// Appends one execution. `declared` gives NULLs their type. `types_known`: in: the server has the types that
/// `declared` stands for; out: whether it has them now. Returns the number of packets.
std::uint8_t encode_execute(
    std::string& out,
    std::uint32_t server_id,
    std::span<const db::Value> params,
    std::span<const db::ColumnType> declared,
    bool& types_known
);

}  // namespace oltpsim::drivers::mysql
