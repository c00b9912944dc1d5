// See library_channel.hpp. A command is a chain of library calls; each may suspend, so the chain is a small machine.
#include "drivers/mysql/library_channel.hpp"

#include "db/io_loop.hpp"
#include "drivers/mysql/error_map.hpp"
#include "drivers/mysql/library_events.hpp"
#include "drivers/mysql/tls_errors.hpp"

#include <fmt/format.h>
#include <mysql.h>

namespace oltpsim::drivers::mysql {
namespace {

constexpr int kWrongParameterCount = 1210;

}  // namespace

void CloseStatement::operator()(st_mysql_stmt* statement) const noexcept {
    mysql_stmt_close(statement);
}

LibraryChannel::LibraryChannel(st_mysql& handle, std::size_t statements)
    : handle_(handle), statements_(statements), interest_(db::kReadable) {}

bool LibraryChannel::backslash_escapes() const noexcept {
    return (handle_.server_status & SERVER_STATUS_NO_BACKSLASH_ESCAPES) == 0;
}

bool LibraryChannel::query(std::string_view sql, db::RowUse use, db::ResultSet& out) {
    begin_command();
    sql_ = sql;
    use_ = use;
    out_ = &out;
    first_set_ = true;
    return run(Call::query);
}

bool LibraryChannel::prepare(const db::Statement& statement) {
    begin_command();
    preparing_.reset(mysql_stmt_init(&handle_));
    preparing_id_ = statement.id;
    current_ = preparing_.get();
    sql_ = statement.sql;
    return run(Call::prepare);
}

bool LibraryChannel::execute(
    const db::Statement& statement, std::span<const db::Value> params, db::ResultSet& out
) {
    begin_command();
    current_ = statements_[statement.id].get();
    if (params.size() != current_->param_count) {
        return fail({
            kWrongParameterCount,
            {},
            {},
            fmt::format("{} parameters given, {} wanted", params.size(), current_->param_count),
            false,
        });
    }
    if (!parameters_.bind(*current_, params)) {
        call_ = Call::execute;
        return report();
    }
    use_ = statement.rows;
    out_ = &out;
    first_set_ = true;
    return run(Call::execute);
}

bool LibraryChannel::discard(std::uint32_t statement) {
    begin_command();
    if (statements_[statement] == nullptr) {
        return true;
    }
    current_ = statements_[statement].release();  // the call frees it, whatever happens
    return run(Call::close);
}

bool LibraryChannel::resume(std::uint32_t events) { return go_on(continue_call(wait_of(events))); }

bool LibraryChannel::run(Call call) {
    call_ = call;
    return go_on(start(call));
}

bool LibraryChannel::go_on(int wait) {
    while (wait == 0) {
        if (call_failed()) {
            return report();
        }
        Call next = call_;
        if (after_call(next)) {
            interest_ = db::kReadable;
            return true;
        }
        call_ = next;
        wait = start(next);
    }
    interest_ = events_of(wait) | db::kReadable;
    return false;
}

int LibraryChannel::start(Call call) {
    forget_tls_errors();
    const auto length = static_cast<unsigned long>(sql_.size());
    switch (call) {
        case Call::query: return mysql_real_query_start(&status_, &handle_, sql_.data(), length);
        case Call::store: return mysql_store_result_start(&stored_, &handle_);
        case Call::next: return mysql_next_result_start(&status_, &handle_);
        case Call::prepare:
            return mysql_stmt_prepare_start(&status_, current_, sql_.data(), length);
        case Call::execute: return mysql_stmt_execute_start(&status_, current_);
        case Call::store_rows: return mysql_stmt_store_result_start(&status_, current_);
        case Call::next_rows: return mysql_stmt_next_result_start(&status_, current_);
        case Call::close: return mysql_stmt_close_start(&flag_, current_);
    }
    return 0;
}

int LibraryChannel::continue_call(int wait) {
    forget_tls_errors();
    switch (call_) {
        case Call::query: return mysql_real_query_cont(&status_, &handle_, wait);
        case Call::store: return mysql_store_result_cont(&stored_, &handle_, wait);
        case Call::next: return mysql_next_result_cont(&status_, &handle_, wait);
        case Call::prepare: return mysql_stmt_prepare_cont(&status_, current_, wait);
        case Call::execute: return mysql_stmt_execute_cont(&status_, current_, wait);
        case Call::store_rows: return mysql_stmt_store_result_cont(&status_, current_, wait);
        case Call::next_rows: return mysql_stmt_next_result_cont(&status_, current_, wait);
        case Call::close: return mysql_stmt_close_cont(&flag_, current_, wait);
    }
    return 0;
}

bool LibraryChannel::call_failed() const noexcept {
    switch (call_) {
        case Call::store: return stored_ == nullptr && mysql_errno(&handle_) != 0;
        case Call::close: return false;
        // -1 says that there is no further result.
        case Call::next:
        case Call::next_rows: return status_ > 0;
        default: return status_ != 0;
    }
}

bool LibraryChannel::after_call(Call& next) {
    switch (call_) {
        case Call::query:
        case Call::next:
            if (call_ == Call::next && status_ < 0) {
                return true;
            }
            if (mysql_field_count(&handle_) == 0) {
                out_->set_affected(mysql_affected_rows(&handle_));
                next = Call::next;
                return mysql_more_results(&handle_) == 0;
            }
            next = Call::store;
            return false;
        case Call::store: return take_query_rows(next);
        case Call::prepare: statements_[preparing_id_] = std::move(preparing_); return true;
        case Call::execute:
        case Call::next_rows:
            if (call_ == Call::next_rows && status_ < 0) {
                return true;
            }
            if (current_->field_count == 0) {
                out_->set_affected(mysql_stmt_affected_rows(current_));
                next = Call::next_rows;
                return mysql_stmt_more_results(current_) == 0;
            }
            next = Call::store_rows;
            return false;
        case Call::store_rows: return take_rows(next);
        case Call::close: current_ = nullptr; return true;
    }
    return true;
}

bool LibraryChannel::take_query_rows(Call& next) {
    if (first_set_ && stored_ != nullptr) {
        if (use_ == db::RowUse::keep) {
            add_text_rows(*stored_, *out_);
        } else {
            out_->set_columns(mysql_num_fields(stored_));
            out_->count_rows(mysql_num_rows(stored_));
        }
    }
    first_set_ = false;
    mysql_free_result(stored_);
    stored_ = nullptr;
    next = Call::next;
    return mysql_more_results(&handle_) == 0;
}

bool LibraryChannel::take_rows(Call& next) {
    bool ok = true;
    if (first_set_) {
        if (use_ == db::RowUse::keep) {
            ok = rows_.fetch_all(*current_, *out_);
        } else {
            out_->set_columns(current_->field_count);
            out_->count_rows(mysql_stmt_num_rows(current_));
        }
    }
    first_set_ = false;
    if (!ok) {
        return report();
    }
    next = Call::next_rows;
    if (mysql_stmt_more_results(current_) != 0) {
        return false;
    }
    mysql_stmt_free_result(current_);  // stored: frees memory only
    return true;
}

bool LibraryChannel::report() {
    const bool of_statement = call_ == Call::prepare || call_ == Call::execute ||
                              call_ == Call::store_rows || call_ == Call::next_rows;
    ChannelError error;
    if (of_statement) {
        error.code = static_cast<int>(mysql_stmt_errno(current_));
        error.sqlstate = mysql_stmt_sqlstate(current_);
        error.text = mysql_stmt_error(current_);
    } else {
        error.code = static_cast<int>(mysql_errno(&handle_));
        error.sqlstate = mysql_sqlstate(&handle_);
        error.text = mysql_error(&handle_);
    }
    error.lost = classify(error.code, error.sqlstate) == db::ErrorClass::connection_lost;
    preparing_.reset();
    interest_ = db::kReadable;
    return fail(std::move(error));
}

}  // namespace oltpsim::drivers::mysql
