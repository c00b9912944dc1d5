// Parameters into, and rows out of, the client library's own binding arrays.
#pragma once

#include "db/result_set.hpp"
#include "db/value.hpp"

#include <memory>
#include <span>
#include <vector>

struct st_mysql_stmt;
struct st_mysql_res;

namespace oltpsim::drivers::mysql {

/// Binds values to a statement's placeholders. Texts are viewed, not copied: keep the values until the execution ended.
class ParameterBinding {
public:
    ParameterBinding();
    ~ParameterBinding();
    /// False when the library refuses.
    bool bind(st_mysql_stmt& statement, std::span<const db::Value> params);

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Fetches the stored rows of a statement.
class RowBinding {
public:
    RowBinding();
    ~RowBinding();
    /// Appends all stored rows; false when the library reports an error on the statement.
    bool fetch_all(st_mysql_stmt& statement, db::ResultSet& out);

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Rows of a text result; typed as the columns are declared.
void add_text_rows(st_mysql_res& stored, db::ResultSet& out);
/// The same with every cell as text, for people and checks.
void add_plain_text_rows(st_mysql_res& stored, db::ResultSet& out);

}  // namespace oltpsim::drivers::mysql
