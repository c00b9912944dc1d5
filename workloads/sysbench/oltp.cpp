// Order of groups and draws of tables and ids: sysbench 1.0.20 oltp_common.lua, and oltp.lua of 0.5.
#include "workloads/sysbench/oltp.hpp"

#include "workloads/sysbench/digits.hpp"

namespace oltpsim::workloads::sysbench {

using db::CommandKind;
using db::Value;
using workload::TxnStatus;

bool runs_in_transaction(const Settings& settings) noexcept {
    switch (settings.script) {
        case Script::oltp_read_write:
        case Script::oltp_read_only:
        case Script::oltp_write_only: return !settings.skip_trx;
        default: return false;
    }
}

/// One table for all of a transaction in 0.5, a new one for each group from 1.0 on.
class Oltp::TableChoice {
public:
    TableChoice(const Oltp& workload, Rng& rng)
        : workload_(workload),
          per_group_(workload.settings().compat != Compat::v0_5),
          table_(workload.draw_table(rng)) {}

    std::uint32_t next_group(Rng& rng) {
        if (per_group_ && !first_) {
            table_ = workload_.draw_table(rng);
        }
        first_ = false;
        return table_;
    }

private:
    const Oltp& workload_;
    bool per_group_;
    bool first_ = true;
    std::uint32_t table_;
};

Oltp::Oltp(Settings settings, Statements statements, std::uint32_t clients)
    : ScriptWorkload(std::move(settings), std::move(statements), clients),
      in_transaction_(runs_in_transaction(this->settings())) {
    const StatementCounts& counts = this->settings().counts;
    const std::size_t ranges = counts.reads() - counts.point_selects;
    size_.commands = counts.reads() + counts.writes() + 2U;
    size_.values = counts.point_selects + 2U * ranges + counts.index_updates +
                   2U * counts.non_index_updates + 5U * counts.delete_inserts;
    size_.chars =
        counts.non_index_updates * kCLength + counts.delete_inserts * (kCLength + kPadLength);
}

Task<TxnStatus> Oltp::run(
    std::uint32_t, workload::Session& session, workload::ClientContext, Rng& rng
) const {
    return in_transaction_ ? run_in_transaction(session, rng) : run_one_by_one(session, rng);
}

// Reads do not depend on each other, nor do writes, so each side may travel as one batch; the writes are drawn after the
// reads were answered.
Task<TxnStatus> Oltp::run_in_transaction(workload::Session& session, Rng& rng) const {
    CommandBuffer buffer(size_);
    TableChoice choice(*this, rng);
    buffer.control(CommandKind::begin);
    add_reads(buffer, choice, rng);
    std::size_t sent = 0;
    const bool writes = settings().counts.writes() > 0;
    if (writes && buffer.count() > 1) {
        const auto reads = buffer.from(0);
        const bool read = co_await session.run(reads, false);
        if (!read) {
            co_return TxnStatus::failed;
        }
        sent = buffer.count();
    }
    add_writes(buffer, choice, rng);
    buffer.control(CommandKind::commit);
    const auto rest = buffer.from(sent);
    const bool done = co_await session.run(rest, writes);
    co_return done ? TxnStatus::committed : TxnStatus::failed;
}

// Every statement is a transaction of its own, so none may share a batch: a batch may be one implicit transaction.
Task<TxnStatus> Oltp::run_one_by_one(workload::Session& session, Rng& rng) const {
    CommandBuffer buffer(size_);
    TableChoice choice(*this, rng);
    add_reads(buffer, choice, rng);
    add_writes(buffer, choice, rng);
    const auto all = buffer.from(0);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto one = all.subspan(i, 1);
        const bool done = co_await session.run(one, true);
        if (!done) {
            co_return TxnStatus::failed;
        }
    }
    co_return TxnStatus::committed;
}

void Oltp::add_reads(CommandBuffer& buffer, TableChoice& choice, Rng& rng) const {
    const StatementCounts& counts = settings().counts;
    if (counts.point_selects > 0) {
        const db::Statement& point = statement(Kind::point_select, choice.next_group(rng));
        for (std::uint32_t i = 0; i < counts.point_selects; ++i) {
            buffer.execute(point, {Value::integer(draw_id(rng))});
        }
    }
    add_ranges(buffer, choice, rng, Kind::simple_range, counts.simple_ranges);
    add_ranges(buffer, choice, rng, Kind::sum_range, counts.sum_ranges);
    add_ranges(buffer, choice, rng, Kind::order_range, counts.order_ranges);
    add_ranges(buffer, choice, rng, Kind::distinct_range, counts.distinct_ranges);
}

void Oltp::add_ranges(
    CommandBuffer& buffer, TableChoice& choice, Rng& rng, Kind kind, std::uint32_t count
) const {
    if (count == 0) {
        return;
    }
    const db::Statement& range = statement(kind, choice.next_group(rng));
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::int64_t id = draw_id(rng);
        buffer.execute(range, {Value::integer(id), Value::integer(id + settings().range_size - 1)});
    }
}

void Oltp::add_writes(CommandBuffer& buffer, TableChoice& choice, Rng& rng) const {
    const StatementCounts& counts = settings().counts;
    if (counts.index_updates > 0) {
        const db::Statement& update = statement(Kind::index_update, choice.next_group(rng));
        for (std::uint32_t i = 0; i < counts.index_updates; ++i) {
            buffer.execute(update, {Value::integer(draw_id(rng))});
        }
    }
    if (counts.non_index_updates > 0) {
        const db::Statement& update = statement(Kind::non_index_update, choice.next_group(rng));
        for (std::uint32_t i = 0; i < counts.non_index_updates; ++i) {
            char* const c = buffer.chars(kCLength);
            write_c(rng, c);
            buffer.execute(update, {Value::text({c, kCLength}), Value::integer(draw_id(rng))});
        }
    }
    add_delete_inserts(buffer, choice, rng);
}

void Oltp::add_delete_inserts(CommandBuffer& buffer, TableChoice& choice, Rng& rng) const {
    const std::uint32_t pairs = settings().counts.delete_inserts;
    if (pairs == 0) {
        return;
    }
    const std::uint32_t table = choice.next_group(rng);
    const db::Statement& remove = statement(Kind::delete_row, table);
    const db::Statement& insert = statement(Kind::insert, table);
    for (std::uint32_t i = 0; i < pairs; ++i) {
        const std::int64_t id = draw_id(rng);
        const std::int64_t k = draw_id(rng);
        char* const c = buffer.chars(kCLength);
        char* const pad = buffer.chars(kPadLength);
        write_c(rng, c);
        write_pad(rng, pad);
        buffer.execute(remove, {Value::integer(id)});
        buffer.execute(
            insert,
            {Value::integer(id),
             Value::integer(k),
             Value::text({c, kCLength}),
             Value::text({pad, kPadLength})}
        );
    }
}

}  // namespace oltpsim::workloads::sysbench
