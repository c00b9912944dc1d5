#include "phases/stop.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <csignal>
#include <thread>

namespace oltpsim::phases {

void StopToken::request() {
    flag_.store(true);
    const int level = level_.fetch_add(1) + 1;
    const std::lock_guard lock(mutex_);
    if (call_) {
        call_(level);
    }
}

void StopToken::on_request(std::function<void(int)> call) {
    const std::lock_guard lock(mutex_);
    call_ = std::move(call);
}

struct SignalGuard::State {
    explicit State(StopToken& stop) : token(stop), signals(io, SIGINT, SIGTERM) {
        wait();
        thread = std::thread([this] { io.run(); });
    }
    void wait() {
        signals.async_wait([this](const boost::system::error_code& failed, int) {
            if (!failed) {
                token.request();
                wait();
            }
        });
    }

    StopToken& token;
    boost::asio::io_context io{1};
    boost::asio::signal_set signals;
    std::thread thread;
};

SignalGuard::SignalGuard(StopToken& token) : state_(std::make_unique<State>(token)) {}

SignalGuard::~SignalGuard() {
    state_->io.stop();
    state_->thread.join();
}

}  // namespace oltpsim::phases
