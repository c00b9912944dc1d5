// Signing in on a thread of its own, where it would hold up the loop: names to look up, TLS handshakes.
#pragma once

#include "drivers/mysql/sign_in.hpp"

#include <memory>
#include <thread>

namespace oltpsim::drivers::mysql {

/// One attempt. Thread: the loop's; the helper thread sees only what it shares on purpose.
class BackgroundSignIn {
public:
    /// Starts it. Errors: std::system_error when there can be no more threads or descriptors.
    BackgroundSignIn(
        const Settings& settings, const db::Secret& password, const db::SessionOptions& options
    );
    /// Gives it up; the helper ends soon and by itself.
    ~BackgroundSignIn();
    BackgroundSignIn(const BackgroundSignIn&) = delete;
    BackgroundSignIn& operator=(const BackgroundSignIn&) = delete;

    /// Readable once it is over.
    int fd() const noexcept;
    /// Once it is over.
    db::Result<Handle> take();

private:
    struct Shared;
    std::shared_ptr<Shared> shared_;
    std::thread thread_;
};

}  // namespace oltpsim::drivers::mysql
