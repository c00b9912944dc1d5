// Compares the addresses of a host name with those of this machine's interfaces.
#include "targets/same_host.hpp"

#include "core/text.hpp"
#include "db/url_text.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace oltpsim::targets {
namespace {

/// An address as text, without port and scope; "" for other families.
std::string address_text(const sockaddr* address) {
    char buffer[INET6_ADDRSTRLEN] = "";
    if (address == nullptr) {
        return "";
    }
    if (address->sa_family == AF_INET) {
        sockaddr_in v4{};
        std::memcpy(&v4, address, sizeof v4);
        ::inet_ntop(AF_INET, &v4.sin_addr, buffer, sizeof buffer);
    } else if (address->sa_family == AF_INET6) {
        sockaddr_in6 v6{};
        std::memcpy(&v6, address, sizeof v6);
        ::inet_ntop(AF_INET6, &v6.sin6_addr, buffer, sizeof buffer);
    }
    return buffer;
}

std::vector<std::string> own_addresses() {
    std::vector<std::string> all;
    ifaddrs* list = nullptr;
    if (::getifaddrs(&list) != 0) {
        return all;
    }
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> owner(list, &::freeifaddrs);
    for (const ifaddrs* one = list; one != nullptr; one = one->ifa_next) {
        if (std::string text = address_text(one->ifa_addr); !text.empty()) {
            all.push_back(std::move(text));
        }
    }
    return all;
}

bool is_loopback(const std::string& address) {
    return address.starts_with("127.") || address == "::1" || address.starts_with("::ffff:127.");
}

/// The host of an ODBC connection string, a file's path for a database in a file; "" when only the driver manager knows.
std::string odbc_host(const std::string& text) {
    std::string file;
    for (const std::string_view part : db::split_odbc(text)) {
        const auto equals = part.find('=');
        if (equals == std::string_view::npos) {
            continue;
        }
        const std::string key = to_lower(part.substr(0, equals));
        std::string value = db::odbc_value(part.substr(equals + 1));
        if (key == "server" || key == "address") {
            value = value.starts_with("tcp:") ? value.substr(4) : value;
            return value.substr(0, value.find_first_of(",\\"));
        }
        if (key == "database" && value.starts_with('/')) {
            file = std::move(value);
        }
    }
    return file;
}

}  // namespace

bool is_same_host(const db::TargetUrl& url) {
    const std::string host = url.scheme == "odbc" ? odbc_host(url.database) : url.host;
    const bool socket = url.params.contains("socket") || url.params.contains("unix_socket") ||
                        host.starts_with('/');
    if (socket || (host.empty() && url.scheme != "odbc")) {
        return true;
    }
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* list = nullptr;
    if (host.empty() || ::getaddrinfo(host.c_str(), nullptr, &hints, &list) != 0) {
        return false;
    }
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(list, &::freeaddrinfo);
    const auto own = own_addresses();
    for (const addrinfo* one = list; one != nullptr; one = one->ai_next) {
        const std::string text = address_text(one->ai_addr);
        if (is_loopback(text) || std::find(own.begin(), own.end(), text) != own.end()) {
            return true;
        }
    }
    return false;
}

}  // namespace oltpsim::targets
