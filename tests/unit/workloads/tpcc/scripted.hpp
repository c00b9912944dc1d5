// A session that notes what is sent and answers with rows by the statement's name, and workloads to run on it.
#pragma once

#include "workloads/tpcc/transactions.hpp"
#include "workloads/tpcc/workload.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace oltpsim::workloads::tpcc {

/// One command as it was sent; values copied as text ("null", numbers unscaled).
struct Sent {
    std::string name;  ///< of the statement, or BEGIN, BEGIN READ ONLY, COMMIT, ROLLBACK
    std::vector<std::string> values;
    std::size_t batch = 0;
};

using Rows = std::vector<std::vector<db::Value>>;
using Answer = std::function<Rows(const Sent&)>;

/// Answers at once, as blocking drivers do.
class Scripted : public db::Connection {
public:
    explicit Scripted(db::Pipelining pipelining = db::Pipelining::off)
        : Connection(options_with(pipelining), nullptr) {}

    std::map<std::string, Answer> answers;
    std::map<std::string, std::vector<std::uint64_t>> affected;  ///< rows changed, call by call
    std::vector<Sent> sent;
    std::string fail_at;  ///< name of the statement that ends in a deadlock

    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const Sent& one : sent) {
            all.push_back(one.name);
        }
        return all;
    }
    const Sent& find(const std::string& name) const {
        for (const Sent& one : sent) {
            if (one.name == name) {
                return one;
            }
        }
        ADD_FAILURE() << name << " was not sent";
        return sent.front();
    }

    void abort(db::ErrorClass) noexcept override {}
    void close() noexcept override {}
    bool is_open() const noexcept override { return true; }

protected:
    Step begin_open() override { return Step::done; }
    bool batches() const noexcept override { return true; }
    Step begin_commands(std::span<const db::Command> commands) override {
        ++batch_;
        for (std::size_t i = 0; i < commands.size(); ++i) {
            sent.push_back(note(commands[i]));
            if (sent.back().name == fail_at) {
                db::DbError error;
                error.cls = db::ErrorClass::deadlock;
                set_error(error, i);
                return Step::done;
            }
            auto& counts = affected[sent.back().name];
            if (!counts.empty()) {
                result_slot(i).set_affected(counts.front());
                counts.erase(counts.begin());
            }
            const auto answer = answers.find(sent.back().name);
            if (answer != answers.end()) {
                give(answer->second(sent.back()), i);
            }
        }
        return Step::done;
    }

private:
    static db::SessionOptions options_with(db::Pipelining pipelining) {
        db::SessionOptions options;
        options.pipelining = pipelining;
        return options;
    }
    Sent note(const db::Command& command) const {
        static const char* const kControls[] = {"BEGIN", "BEGIN READ ONLY", "COMMIT", "ROLLBACK"};
        Sent one;
        one.batch = batch_;
        if (command.statement == nullptr) {
            one.name = kControls[static_cast<std::size_t>(command.kind)];
            return one;
        }
        one.name = command.statement->name;
        EXPECT_EQ(command.params.size(), command.statement->params.size())
            << command.statement->sql;
        for (const db::Value& value : command.params) {
            one.values.push_back(
                value.type == db::ValueType::null   ? "null"
                : value.type == db::ValueType::text ? std::string(value.chars)
                                                    : std::to_string(value.number)
            );
        }
        return one;
    }
    void give(const Rows& rows, std::size_t index) {
        db::ResultSet& out = result_slot(index);
        out.set_columns(rows.empty() ? 1 : static_cast<std::uint32_t>(rows.front().size()));
        for (const auto& row : rows) {
            for (const db::Value& value : row) {
                out.add_cell(value);
            }
            out.count_row();
        }
    }
    std::size_t batch_ = 0;
};

inline Statements statements_for(const std::string& dialect, Mode mode = Mode::statements) {
    Settings settings;
    settings.mode = mode;
    workload::Binding binding;
    binding.dialect = dialect;
    auto made = Statements::make(settings, binding);
    EXPECT_TRUE(made) << made.error().describe();
    return std::move(*made);
}

inline TxnStatus finish(Task<TxnStatus> task) {
    task.start();
    EXPECT_TRUE(task.done());
    return task.take();
}

}  // namespace oltpsim::workloads::tpcc
