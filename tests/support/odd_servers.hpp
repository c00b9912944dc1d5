// Servers that misbehave on purpose, on loopback ports of their own.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace oltpsim::test {

/// Listens on a free port of 127.0.0.1 and treats each client as told. Thread: its own.
class OddServer {
public:
    enum class Manner : std::uint8_t {
        silent,    ///< accepts and never says a word
        hangs_up,  ///< accepts and closes
        babbles,   ///< accepts, sends bytes of another protocol, closes
    };

    explicit OddServer(Manner manner)
        : manner_(manner), listener_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        auto* generic = reinterpret_cast<sockaddr*>(&address);
        socklen_t length = sizeof address;
        EXPECT_EQ(bind(listener_, generic, length), 0);
        EXPECT_EQ(listen(listener_, 16), 0);
        EXPECT_EQ(getsockname(listener_, generic, &length), 0);
        port_ = ntohs(address.sin_port);
        thread_ = std::thread([this] { serve(); });
    }
    OddServer(const OddServer&) = delete;
    OddServer& operator=(const OddServer&) = delete;
    ~OddServer() {
        stop_ = true;
        thread_.join();
        for (const int fd : held_) {
            close(fd);
        }
        close(listener_);
    }

    std::uint16_t port() const { return port_; }

private:
    void serve() {
        while (!stop_) {
            pollfd wait{listener_, POLLIN, 0};
            if (poll(&wait, 1, 20) <= 0) {
                continue;
            }
            const int client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
            if (client < 0) {
                continue;
            }
            if (manner_ == Manner::silent) {
                held_.push_back(client);
                continue;
            }
            if (manner_ == Manner::babbles) {
                const std::string text =
                    "HTTP/1.0 400 Bad Request\r\n\r\n" + std::string(4000, '\xff');
                (void)!send(client, text.data(), text.size(), MSG_NOSIGNAL);
                std::this_thread::sleep_for(std::chrono::milliseconds{50});
            }
            close(client);
        }
    }

    Manner manner_;
    int listener_;
    std::uint16_t port_ = 0;
    std::atomic<bool> stop_{false};
    std::vector<int> held_;
    std::thread thread_;
};

/// A port on which nobody listens.
inline std::uint16_t unused_port() {
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    socklen_t length = sizeof address;
    EXPECT_EQ(bind(fd, generic, length), 0);
    EXPECT_EQ(getsockname(fd, generic, &length), 0);
    close(fd);
    return ntohs(address.sin_port);
}

}  // namespace oltpsim::test
