// Real sockets: the kernel's receive stamps on TCP, none elsewhere.
#include "db/arrival_audit.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <thread>

namespace oltpsim::db {
namespace {

using std::chrono::milliseconds;

// Two ends of a TCP connection over loopback.
class TcpPair {
public:
    TcpPair() {
        const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof(address);
        auto* raw = reinterpret_cast<sockaddr*>(&address);
        EXPECT_EQ(::bind(listener, raw, size), 0);
        EXPECT_EQ(::listen(listener, 1), 0);
        EXPECT_EQ(::getsockname(listener, raw, &size), 0);
        client = ::socket(AF_INET, SOCK_STREAM, 0);
        EXPECT_EQ(::connect(client, raw, size), 0);
        server = ::accept(listener, nullptr, nullptr);
        ::close(listener);
    }
    TcpPair(const TcpPair&) = delete;
    TcpPair& operator=(const TcpPair&) = delete;
    ~TcpPair() {
        ::close(client);
        ::close(server);
    }
    int client = -1;
    int server = -1;
};

// The kernel begins to stamp a moment after it was asked (a static key, switched by a work queue).
void wait_for_stamps(const TcpPair& tcp, ArrivalAudit& audit) {
    std::array<char, 8> buffer{};
    for (int i = 0; i < 500; ++i) {
        EXPECT_EQ(::send(tcp.server, "x", 1, 0), 1);
        std::this_thread::sleep_for(milliseconds{2});
        EXPECT_EQ(audit.receive(tcp.client, buffer.data(), buffer.size()), 1);
        audit.stamped(steady_now());
        if (audit.take()) {
            return;
        }
    }
    FAIL() << "the kernel does not stamp";
}

TEST(ArrivalAudit, time_in_the_socket_is_summed_over_replies) {
    const TcpPair tcp;
    ArrivalAudit audit;
    ASSERT_TRUE(audit.begin(tcp.client));
    EXPECT_FALSE(audit.take());
    wait_for_stamps(tcp, audit);
    std::array<char, 8> buffer{};
    for (int reply = 0; reply < 2; ++reply) {
        ASSERT_EQ(::send(tcp.server, "x", 1, 0), 1);
        std::this_thread::sleep_for(milliseconds{30});
        ASSERT_EQ(audit.receive(tcp.client, buffer.data(), buffer.size()), 1);
        audit.stamped(steady_now());
    }
    const auto delay = audit.take();
    ASSERT_TRUE(delay);
    EXPECT_GE(*delay, milliseconds{59});
    EXPECT_LT(*delay, std::chrono::seconds{20});
    EXPECT_FALSE(audit.take());
}

TEST(ArrivalAudit, a_stamp_before_the_arrival_counts_as_no_delay) {
    const TcpPair tcp;
    ArrivalAudit audit;
    ASSERT_TRUE(audit.begin(tcp.client));
    wait_for_stamps(tcp, audit);
    const TimePoint before = steady_now() - milliseconds{5};
    ASSERT_EQ(::send(tcp.server, "x", 1, 0), 1);
    std::this_thread::sleep_for(milliseconds{5});
    std::array<char, 8> buffer{};
    ASSERT_EQ(audit.receive(tcp.client, buffer.data(), buffer.size()), 1);
    audit.stamped(before);
    EXPECT_EQ(audit.take(), Nanos::zero());
}

TEST(ArrivalAudit, other_sockets_are_read_without_it) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
    ArrivalAudit audit;
    EXPECT_FALSE(audit.begin(ends[0]));
    ASSERT_EQ(::send(ends[1], "xy", 2, 0), 2);
    std::array<char, 8> buffer{};
    EXPECT_EQ(audit.receive(ends[0], buffer.data(), buffer.size()), 2);
    audit.stamped(steady_now());
    EXPECT_FALSE(audit.take());
    ::close(ends[0]);
    ::close(ends[1]);
}

}  // namespace
}  // namespace oltpsim::db
