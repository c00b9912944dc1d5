// See sign_in.hpp. The library (3.3) goes on without TLS when a server, or somebody between, offers none, and
// then may send the password in clear text: so the server's greeting is looked at before the library answers it.
#include "drivers/mysql/sign_in.hpp"

#include "drivers/mysql/error_map.hpp"
#include "drivers/mysql/greeting.hpp"
#include "drivers/mysql/library_events.hpp"
#include "drivers/mysql/poll_wait.hpp"
#include "drivers/mysql/tls_errors.hpp"

#include <mysql.h>
// errmsg.h needs it first
#include <arpa/inet.h>
#include <errmsg.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>

namespace oltpsim::drivers::mysql {
namespace {

// TLS handshakes and name look-ups run on the library's own stack; its default of 60 kB is tight for them.
constexpr std::size_t kStackBytes = 192 * 1024;

// Limit of the library's own waits on this thread.
thread_local TimePoint wait_deadline = TimePoint::max();

// In place of the library's poll(): 1 = ready, 0 = too late.
int wait_for_library(my_socket fd, my_bool is_read, int) {
    if (wait_for(fd, is_read != 0 ? db::kReadable : db::kWritable, wait_deadline) == 0) {
        errno = ETIMEDOUT;
        return 0;
    }
    return 1;
}

// Until the handshake is over the library leaves the socket in blocking mode: reads then give way this often, so
// that wait_for_library() sees the deadline.
void limit_reads(int fd, std::chrono::milliseconds limit) {
    timeval value{};
    value.tv_usec = static_cast<suseconds_t>(limit.count() * 1000);
    ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &value, sizeof value);
    ::setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &value, sizeof value);
}
constexpr std::chrono::milliseconds kHandshakeRead{100};

bool is_address(const std::string& host) noexcept {
    in6_addr room;
    return ::inet_pton(AF_INET, host.c_str(), &room) == 1 ||
           ::inet_pton(AF_INET6, host.c_str(), &room) == 1;
}

const char* isolation_command(db::Isolation isolation) noexcept {
    switch (isolation) {
        case db::Isolation::server_default: return nullptr;
        case db::Isolation::read_committed:
            return "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED";
        case db::Isolation::repeatable_read:
            return "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ";
        case db::Isolation::serializable:
            return "SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE";
    }
    return nullptr;
}

}  // namespace

void CloseHandle::operator()(st_mysql* handle) const noexcept { mysql_close(handle); }

bool deprecates_eof(const st_mysql& handle) noexcept {
    constexpr unsigned long kDeprecateEof = 1UL << 24;
    return (handle.client_flag & handle.server_capabilities & kDeprecateEof) != 0;
}

void close_at_once(Handle handle) noexcept {
    if (handle == nullptr) {
        return;
    }
    if (const auto fd = mysql_get_socket(handle.get()); fd != MARIADB_INVALID_SOCKET) {
        ::shutdown(fd, SHUT_RDWR);
    }
}

bool sign_in_blocks(const Settings& settings) {
    return settings.socket.empty() &&
           (settings.tls != TlsMode::disabled || !is_address(settings.host));
}

WaitLimit::WaitLimit(TimePoint deadline) noexcept { wait_deadline = deadline; }

WaitLimit::~WaitLimit() { wait_deadline = TimePoint::max(); }

SignIn::SignIn(
    const Settings& settings, const db::Secret& password, const db::SessionOptions& options
)
    : settings_(settings),
      password_(password),
      options_(options),
      wants_tls_(settings.tls != TlsMode::disabled && settings.socket.empty()) {}

int SignIn::fd() const noexcept {
    return handle_ == nullptr ? -1 : mysql_get_socket(handle_.get());
}

void SignIn::apply_options() {
    MYSQL* handle = handle_.get();
    const std::size_t stack = kStackBytes;
    mysql_options(handle, MYSQL_OPT_NONBLOCK, &stack);
    mysql_options(handle, MYSQL_SET_CHARSET_NAME, settings_.charset.c_str());
    // The library takes the host "localhost" for its default Unix socket unless it is told not to.
    const unsigned protocol = settings_.socket.empty() ? MYSQL_PROTOCOL_TCP : MYSQL_PROTOCOL_SOCKET;
    mysql_options(handle, MYSQL_OPT_PROTOCOL, &protocol);
    mysql_optionsv(handle, MARIADB_OPT_IO_WAIT, &wait_for_library);
    // Ends its repeated name look-ups; all other waits have a deadline of ours.
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(options_.connect_timeout).count();
    const auto patience = static_cast<unsigned>(seconds);
    mysql_options(handle, MYSQL_OPT_CONNECT_TIMEOUT, &patience);
    const unsigned no_local_files = 0;
    mysql_options(handle, MYSQL_OPT_LOCAL_INFILE, &no_local_files);
    mysql_optionsv(
        handle, MYSQL_OPT_CONNECT_ATTR_ADD, "program_name", options_.application_name.c_str()
    );
    if (!settings_.plugin_dir.empty()) {
        mysql_options(handle, MYSQL_PLUGIN_DIR, settings_.plugin_dir.c_str());
    }
    // Time stamps of db::Value are UTC.
    mysql_options(handle, MYSQL_INIT_COMMAND, "SET time_zone = '+00:00', autocommit = 1");
    if (const char* command = isolation_command(options_.isolation)) {
        mysql_options(handle, MYSQL_INIT_COMMAND, command);
    }
    if (wants_tls_) {
        const my_bool yes = 1;
        mysql_options(handle, MYSQL_OPT_SSL_ENFORCE, &yes);
        // A CA file makes the library check the chain; this option adds the host name.
        const my_bool identity = settings_.tls == TlsMode::verify_identity ? 1 : 0;
        mysql_options(handle, MYSQL_OPT_SSL_VERIFY_SERVER_CERT, &identity);
        const auto file = [](const std::string& path) {
            return path.empty() ? nullptr : path.c_str();
        };
        mysql_ssl_set(
            handle,
            file(settings_.ssl_key),
            file(settings_.ssl_cert),
            file(settings_.ssl_ca),
            nullptr,
            nullptr
        );
        mysql_options(handle, MYSQL_OPT_SSL_ENFORCE, &yes);
    }
}

std::uint32_t SignIn::start() {
    handle_.reset(mysql_init(nullptr));
    if (handle_ == nullptr) {
        return fail(CR_OUT_OF_MEMORY, "", "out of memory");
    }
    apply_options();
    forget_tls_errors();
    const bool local = !settings_.socket.empty();
    const std::string& database = settings_.database;
    // A null password would make the library look into MYSQL_PWD.
    return go_on(mysql_real_connect_start(
        &connected_,
        handle_.get(),
        local ? nullptr : settings_.host.c_str(),
        settings_.user.c_str(),
        password_.is_set() ? password_.reveal().c_str() : "",
        database.empty() ? nullptr : database.c_str(),
        local ? 0U : settings_.port,
        local ? settings_.socket.c_str() : nullptr,
        CLIENT_FOUND_ROWS  // "affected" means matched, as in every other database
    ));
}

std::uint32_t SignIn::go_on(int wait) { return wait == 0 ? finish() : events_of(wait); }

std::uint32_t SignIn::resume(std::uint32_t events) {
    if (wants_tls_ && !greeting_checked_ && !is_broken(events)) {
        if ((events & db::kReadable) == 0) {
            held_ = true;
            return db::kReadable;
        }
        greeting_checked_ = true;
        if (!greeting_allows_going_on()) {
            return 0;
        }
    }
    forget_tls_errors();
    int wait = wait_of(events);
    if (held_) {
        wait |= MYSQL_WAIT_WRITE;  // what the library waited for
        held_ = false;
    }
    return go_on(mysql_real_connect_cont(&connected_, handle_.get(), wait));
}

bool SignIn::greeting_allows_going_on() {
    std::array<std::uint8_t, 512> bytes;
    const auto got = ::recv(fd(), bytes.data(), bytes.size(), MSG_PEEK | MSG_DONTWAIT);
    if (got <= 0) {
        return true;  // the library will meet the same and say so
    }
    const Greeting greeting = read_greeting({bytes.data(), static_cast<std::size_t>(got)});
    if (greeting.is_error) {
        fail(greeting.error_code, "", greeting.error_text);
        return false;
    }
    if (!greeting.is_readable) {
        fail(CR_SERVER_HANDSHAKE_ERR, "", "");
        error_->message += "; what answers there is no MySQL server";
        return false;
    }
    if (greeting.offers_tls) {
        limit_reads(fd(), kHandshakeRead);
        return true;
    }
    if (settings_.tls == TlsMode::preferred) {
        const my_bool no = 0;
        mysql_options(handle_.get(), MYSQL_OPT_SSL_ENFORCE, &no);
        return true;
    }
    refuse_plain();
    return false;
}

std::uint32_t SignIn::refuse_plain() {
    fail(CR_SSL_CONNECTION_ERROR, "", "");
    error_->message += "; the server offers no TLS";
    return 0;
}

std::uint32_t SignIn::finish() {
    if (connected_ == nullptr) {
        MYSQL* handle = handle_.get();
        return fail(
            static_cast<int>(mysql_errno(handle)), mysql_sqlstate(handle), mysql_error(handle)
        );
    }
    const bool is_encrypted = mysql_get_ssl_cipher(handle_.get()) != nullptr;
    if (settings_.tls >= TlsMode::required && !is_encrypted) {
        return refuse_plain();
    }
    if (is_encrypted) {
        // The library's non-blocking calls would wait inside read() otherwise; its blocking ones use poll() either way.
        limit_reads(fd(), std::chrono::milliseconds::zero());
        ::fcntl(fd(), F_SETFL, ::fcntl(fd(), F_GETFL) | O_NONBLOCK);
    }
    return 0;
}

std::uint32_t SignIn::fail(int code, std::string_view sqlstate, std::string_view server_text) {
    db::DbError error;
    error.cls = classify_connect(code, sqlstate);
    error.native = code;
    if (sqlstate != "00000" && sqlstate != "HY000") {
        error.set_sqlstate(sqlstate);
    }
    error.operation = "connect";
    error.message = settings_.place();
    error.server_text = server_text;
    if (code == 3159) {
        error.message += "; the server wants TLS: add sslmode=required";
    }
    error_ = std::move(error);
    close_at_once(std::move(handle_));
    return 0;
}

}  // namespace oltpsim::drivers::mysql
