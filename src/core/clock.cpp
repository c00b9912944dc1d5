// Wall-clock stamps.
#include "core/clock.hpp"

#include <ctime>

namespace oltpsim {
namespace {

std::string format_utc(const char* pattern, std::chrono::system_clock::time_point at) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(at);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[40];
    const std::size_t length = std::strftime(text, sizeof text, pattern, &parts);
    return {text, length};
}

}  // namespace

std::string utc_now() {
    const auto now =
        std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    const auto millis = (now.time_since_epoch() % std::chrono::seconds{1}).count();
    std::string digits = std::to_string(1000 + millis).substr(1);
    return format_utc("%Y-%m-%dT%H:%M:%S.", now) + digits + "Z";
}

std::string utc_stamp() { return format_utc("%Y%m%dT%H%M%SZ", std::chrono::system_clock::now()); }

}  // namespace oltpsim
