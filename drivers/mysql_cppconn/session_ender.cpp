// Ends calls of other sessions from outside.
#include "drivers/mysql_cppconn/session_ender.hpp"

#include "drivers/mysql_cppconn/library.hpp"

#include <cppconn/connection.h>
#include <cppconn/statement.h>
#include <fmt/format.h>

#include <map>
#include <utility>

namespace oltpsim::drivers::mysql_cppconn {
namespace {

constexpr std::chrono::seconds kLimit{2};

// One session per account and server; null where the server did not let us in, so that one that hangs costs kLimit once.
using Sessions = std::map<const Access*, std::unique_ptr<sql::Connection>>;

std::unique_ptr<sql::Connection> try_connect(const Access& access) noexcept {
    try {
        return connect(access, {.connect = kLimit, .read = kLimit, .application_name = "oltpsim"});
    } catch (...) {  // the caller's own time-out ends the call then
        return nullptr;
    }
}

void end_call(const EndRequest& request, Sessions& sessions) noexcept {
    try {
        auto found = sessions.find(request.access.get());
        if (found == sessions.end()) {
            found = sessions.emplace(request.access.get(), try_connect(*request.access)).first;
        }
        if (found->second == nullptr || *request.calls != request.call) {
            return;
        }
        const std::unique_ptr<sql::Statement> statement(found->second->createStatement());
        const char* what = request.only_statement ? "QUERY" : "CONNECTION";
        statement->execute(fmt::format("KILL {} {}", what, request.session_id));
    } catch (...) {  // the session is gone already, or this one is
    }
}

}  // namespace

SessionEnder::~SessionEnder() {
    {
        const std::lock_guard lock(mutex_);
        queue_.clear();
    }
    if (thread_.joinable()) {
        thread_.join();
    }
}

void SessionEnder::request(EndRequest request) {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(request));
    if (working_) {
        return;
    }
    if (thread_.joinable()) {
        thread_.join();  // has left work(), or is about to
    }
    working_ = true;
    thread_ = std::thread([this] { work(); });
}

bool SessionEnder::next(EndRequest& request) {
    const std::lock_guard lock(mutex_);
    if (queue_.empty()) {
        working_ = false;
        return false;
    }
    request = std::move(queue_.front());
    queue_.pop_front();
    return true;
}

void SessionEnder::work() noexcept {
    std::deque<EndRequest> done;  // keeps each Access, the keys of `sessions`, alive
    Sessions sessions;
    for (EndRequest request; next(request); done.push_back(std::move(request))) {
        if (*request.calls == request.call) {
            end_call(request, sessions);
        }
    }
}

}  // namespace oltpsim::drivers::mysql_cppconn
