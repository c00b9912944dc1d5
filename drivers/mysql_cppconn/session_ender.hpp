// Ends calls of other sessions from outside. The library offers no way to break off a call and shows no socket, so a
// second session asks the server to KILL the first. Callers never wait: one thread works through the requests.
#pragma once

#include "drivers/mysql_cppconn/settings.hpp"

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

namespace oltpsim::drivers::mysql_cppconn {

/// How to sign in as the owner of a session. Shared, never changed.
struct Access {
    Settings settings;
    db::Secret password;
};

/// Counts the calls of a session: odd while one is in flight. Shared with requests, so that nothing is ended that is
/// over already.
using CallCounter = std::atomic<std::uint64_t>;

struct EndRequest {
    std::shared_ptr<const Access> access;
    std::uint64_t session_id = 0;
    std::shared_ptr<const CallCounter> calls;
    std::uint64_t call = 0;      ///< ended only while *calls is still this
    bool only_statement = true;  ///< false: the whole session
};

/// Thread: request() any. The destructor waits for the request being worked on, some seconds at most.
class SessionEnder {
public:
    SessionEnder() = default;
    SessionEnder(const SessionEnder&) = delete;
    SessionEnder& operator=(const SessionEnder&) = delete;
    ~SessionEnder();

    void request(EndRequest request);

private:
    void work() noexcept;
    bool next(EndRequest& request);

    std::mutex mutex_;
    std::deque<EndRequest> queue_;
    std::thread thread_;
    bool working_ = false;
};

}  // namespace oltpsim::drivers::mysql_cppconn
