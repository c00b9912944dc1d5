// Choice, dispatch, and what a reader must know beside the numbers.
#include "workloads/tpcc/workload.hpp"

#include "core/text.hpp"
#include "workloads/tpcc/rows.hpp"
#include "workloads/tpcc/transactions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace oltpsim::workloads::tpcc {
namespace {

constexpr std::array<std::string_view, kKinds> kKindNames{
    "new_order", "payment", "order_status", "delivery", "stock_level"
};
/// 90 % of response times must keep these, seconds. Source: clause 5.2.5.3.
constexpr std::array<int, kKinds> kLimits{5, 5, 5, 5, 20};
constexpr int kBackgroundLimit = 80;  // clause 5.2.5.7: deferred Delivery, from queueing to its end
constexpr std::uint32_t kBackground = kKinds;

/// Statements of one transaction of this kind, BEGIN and COMMIT included, on average.
double statements_of(Kind kind, Mode mode, const Statements& statements) {
    if (mode == Mode::procedures) {
        return 1;
    }
    const auto count = [&](Role first, Role last) {
        double sum = 0;
        for (auto role = static_cast<int>(first); role <= static_cast<int>(last); ++role) {
            sum += statements.has(static_cast<Role>(role)) ? 1 : 0;
        }
        return sum;
    };
    constexpr double kByName = 0.6;
    switch (kind) {
        case Kind::new_order: return 2 + count(Role::new_order_district, Role::new_order_insert);
        case Kind::payment:
            return 2 + kByName + count(Role::payment_warehouse, Role::payment_history);
        case Kind::order_status:
            return 2 + kByName + count(Role::order_status_customer, Role::order_status_lines);
        case Kind::delivery: return 2 + count(Role::delivery_oldest, Role::delivery_customers);
        case Kind::stock_level: return 3;
    }
    return 0;
}

constexpr double kMeanLines = 10;           // clause 2.4.1.3: 5 to 15 lines
constexpr double kDistrictsDelivered = 10;  // clause 2.7.4.2: the oldest order of each district

std::vector<workload::TransactionType> make_types(
    const Settings& settings, const Statements& statements
) {
    std::vector<workload::TransactionType> types;
    for (std::size_t i = 0; i < kKinds; ++i) {
        const auto kind = static_cast<Kind>(i);
        workload::TransactionType type;
        type.name = kKindNames[i];
        type.read_only = kind == Kind::order_status || kind == Kind::stock_level;
        type.queries = statements_of(kind, settings.mode, statements);
        type.p90_limit = std::chrono::seconds{kLimits[i]};
        if (kind == Kind::new_order) {
            type.per_minute = "new_order_per_min";
            type.growth = {{"orders", 1}, {"new_order", 1}, {"order_line", kMeanLines}};
        } else if (kind == Kind::payment) {
            type.growth = {{"history", 1}};
        } else if (kind == Kind::delivery && !settings.deferred_delivery) {
            type.growth = {{"new_order", -kDistrictsDelivered}};
        }
        if (kind == Kind::delivery && settings.deferred_delivery) {
            type.background = kBackground;
        }
        types.push_back(std::move(type));
    }
    if (settings.deferred_delivery) {
        workload::TransactionType type = types[static_cast<std::size_t>(Kind::delivery)];
        type.name = "delivery_background";
        type.p90_limit = std::chrono::seconds{kBackgroundLimit};
        type.background = -1;
        type.is_background = true;
        type.growth = {{"new_order", -kDistrictsDelivered}};
        types.push_back(std::move(type));
    }
    return types;
}

/// Bytes per mixed transaction that a database grows by, before bloat and undo: orders, lines and history.
double growth_of(std::string_view dialect) {
    return dialect == "postgresql" ? 668 : dialect == "mysql" ? 453 : 0;
}

}  // namespace

TpccWorkload::TpccWorkload(
    const Settings& settings, Statements statements, const workload::Binding& binding
)
    : settings_(settings),
      statements_(std::move(statements)),
      mix_(settings, seed_of(binding.seed, binding.target)),
      world_{settings.warehouses, RowSource(binding.seed, binding.target).constants()},
      pace_(pace_table(settings.pace, settings.pace_scale)),
      mean_pacing_(tpcc::mean_pacing(pace_, mix_)),
      clients_(binding.clients),
      dialect_(binding.dialect),
      types_(make_types(settings_, statements_)) {
    world_.constants.last_run = settings.c_run.value_or(world_.constants.last_run);
}

std::uint32_t TpccWorkload::choose(const workload::ClientContext& context, Rng& rng) const {
    return static_cast<std::uint32_t>(mix_.choose(context, rng));
}

Task<TxnStatus> TpccWorkload::run(
    std::uint32_t type, Session& session, workload::ClientContext context, Rng& rng
) const {
    const Terminal home = terminal_of(context.client, world_.warehouses);
    const bool calls = settings_.mode == Mode::procedures;
    const Kind kind = type == kBackground ? Kind::delivery : static_cast<Kind>(type);
    switch (kind) {
        case Kind::new_order: {
            const auto input = draw_new_order(world_, home, rng);
            return calls ? call_new_order(statements_, session, input)
                         : new_order(statements_, session, input);
        }
        case Kind::payment: {
            const auto input = draw_payment(world_, home, rng);
            return calls ? call_payment(statements_, session, input)
                         : payment(statements_, session, input);
        }
        case Kind::order_status: {
            const auto input = draw_order_status(world_, home, rng);
            return calls ? call_order_status(statements_, session, input)
                         : order_status(statements_, session, input);
        }
        case Kind::delivery: {
            auto input = draw_delivery(home, rng);
            input.recorded = type == kBackground;
            return calls ? call_delivery(statements_, session, input)
                         : delivery(statements_, session, input);
        }
        case Kind::stock_level: break;
    }
    const auto input = draw_stock_level(home, rng);
    return calls ? call_stock_level(statements_, session, input)
                 : stock_level(statements_, session, input);
}

workload::Pacing TpccWorkload::pacing(std::uint32_t type, Rng& rng) const {
    return draw_pacing(pace_, static_cast<Kind>(type), rng);
}

std::map<std::string, std::string> TpccWorkload::describe() const {
    std::map<std::string, std::string> facts;
    facts["benchmark"] = "TPC-C-like; not a TPC-C result, not comparable with published ones";
    facts["warehouses"] = fmt::format("{}", settings_.warehouses);
    facts["mode"] = settings_.mode == Mode::procedures
                        ? "procedures (one call per transaction)"
                        : fmt::format("statements ({:.1f} per transaction)", [&] {
                              double mean = 0;
                              for (std::size_t i = 0; i < kKinds; ++i) {
                                  mean += mix_.share(static_cast<Kind>(i)) * types_[i].queries;
                              }
                              return mean;
                          }());
    facts["mix"] = settings_.deck ? "deck of 23 cards per client: 10/10/1/1/1"
                                  : fmt::format("weighted {}", fmt::join(settings_.weights, "/"));
    facts["delivery"] = settings_.deferred_delivery ? "deferred: queued, done in the background"
                                                    : "inline: done within its response time";
    facts["pacing"] =
        settings_.pace == Pace::none
            ? "none"
            : fmt::format(
                  "{}{}: mean {:.3f} s keying and thinking per transaction",
                  to_string(settings_.pace),
                  settings_.pace_scale == 1 ? std::string()
                                            : fmt::format(" x {:g}", settings_.pace_scale),
                  to_seconds(mean_pacing_)
              );
    const std::uint64_t slots = std::uint64_t{settings_.warehouses} * kTerminals;
    facts["terminals"] = clients_ == slots
                             ? "ten per warehouse"
                             : fmt::format(
                                   "{} on {} of {} warehouses (ten per warehouse would be {})",
                                   clients_,
                                   std::min(clients_, settings_.warehouses),
                                   settings_.warehouses,
                                   slots
                               );
    facts["NURand C"] = fmt::format(
        "C_LAST load {} run {}, C_ID {}, OL_I_ID {}",
        world_.constants.last_load,
        world_.constants.last_run,
        world_.constants.customer,
        world_.constants.item
    );
    facts["locking"] =
        "every row that is changed is locked before it is read, so read committed loses no update";
    if (mean_pacing_ > Nanos{}) {
        const double ceiling = clients_ / to_seconds(mean_pacing_);
        facts["TPS ceiling"] = fmt::format(
            "{:.1f} = {} clients / {:.3f} s; a response of 5 ms costs {:.2f} %, of 50 ms {:.2f} %",
            ceiling,
            clients_,
            to_seconds(mean_pacing_),
            0.5 / (to_seconds(mean_pacing_) + 0.005),
            5.0 / (to_seconds(mean_pacing_) + 0.05)
        );
        if (const double growth = growth_of(dialect_); growth > 0) {
            facts["growth"] = fmt::format(
                "{:.0f} bytes per transaction, up to {} per hour at the ceiling",
                growth,
                human_size(static_cast<std::uint64_t>(growth * ceiling * 3600))
            );
        }
    } else if (const double growth = growth_of(dialect_); growth > 0) {
        facts["growth"] = fmt::format("{:.0f} bytes per transaction", growth);
    }
    return facts;
}

db::Result<std::unique_ptr<workload::Workload>> make_workload(
    const Settings& settings, const workload::Binding& binding
) {
    auto statements = Statements::make(settings, binding);
    if (!statements) {
        return statements.error();
    }
    return std::unique_ptr<workload::Workload>(
        std::make_unique<TpccWorkload>(settings, std::move(*statements), binding)
    );
}

}  // namespace oltpsim::workloads::tpcc
