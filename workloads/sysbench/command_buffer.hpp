// Room for the commands, parameters and texts of one transaction in a single allocation.
#pragma once

#include "db/connection.hpp"

#include <cassert>
#include <cstddef>
#include <memory>
#include <span>

namespace oltpsim::workloads::sysbench {

/// What one transaction needs at most.
struct BufferSize {
    std::size_t commands = 0;
    std::size_t values = 0;
    std::size_t chars = 0;
};

/// Append-only; pointers stay valid for its life. Lifetime: the coroutine's frame. Thread: the transaction's.
class CommandBuffer {
public:
    explicit CommandBuffer(const BufferSize& size)
        : size_(size),
          block_(std::make_unique_for_overwrite<std::byte[]>(
              size.commands * sizeof(db::Command) + size.values * sizeof(db::Value) + size.chars
          )),
          commands_(reinterpret_cast<db::Command*>(block_.get())),
          values_(reinterpret_cast<db::Value*>(block_.get() + size.commands * sizeof(db::Command))),
          chars_(reinterpret_cast<char*>(
              block_.get() + size.commands * sizeof(db::Command) + size.values * sizeof(db::Value)
          )) {
        static_assert(alignof(db::Command) <= alignof(std::max_align_t));
        static_assert(sizeof(db::Command) % alignof(db::Value) == 0);
    }

    void control(db::CommandKind kind) { append({kind, nullptr, {}}); }

    void execute(const db::Statement& statement, std::initializer_list<db::Value> params) {
        assert(value_count_ + params.size() <= size_.values);
        db::Value* const first = values_ + value_count_;
        for (const db::Value& param : params) {
            std::construct_at(values_ + value_count_++, param);
        }
        append({db::CommandKind::execute, &statement, {first, params.size()}});
    }

    /// `length` characters to write a text into.
    char* chars(std::size_t length) {
        assert(char_count_ + length <= size_.chars);
        char* const out = chars_ + char_count_;
        char_count_ += length;
        return out;
    }

    std::size_t count() const noexcept { return command_count_; }
    /// Commands [from, count()).
    std::span<const db::Command> from(std::size_t from) const noexcept {
        return {commands_ + from, command_count_ - from};
    }

private:
    void append(const db::Command& command) {
        assert(command_count_ < size_.commands);
        std::construct_at(commands_ + command_count_++, command);
    }

    BufferSize size_;
    std::unique_ptr<std::byte[]> block_;
    db::Command* commands_;
    db::Value* values_;
    char* chars_;
    std::size_t command_count_ = 0;
    std::size_t value_count_ = 0;
    std::size_t char_count_ = 0;
};

static_assert(std::is_trivially_destructible_v<db::Command> && std::is_trivially_destructible_v<db::Value>);

}  // namespace oltpsim::workloads::sysbench
