// See library_events.hpp.
#include "drivers/mysql/library_events.hpp"

#include <mysql.h>

namespace oltpsim::drivers::mysql {

std::uint32_t events_of(int wait) noexcept {
    std::uint32_t events = 0;
    if ((wait & MYSQL_WAIT_READ) != 0) {
        events |= db::kReadable;
    }
    if ((wait & MYSQL_WAIT_WRITE) != 0) {
        events |= db::kWritable;
    }
    return events != 0 ? events : std::uint32_t{db::kReadable};
}

int wait_of(std::uint32_t events) noexcept {
    int wait = 0;
    if ((events & db::kReadable) != 0 || is_broken(events)) {
        wait |= MYSQL_WAIT_READ;
    }
    if ((events & db::kWritable) != 0 || is_broken(events)) {
        wait |= MYSQL_WAIT_WRITE;
    }
    return wait;
}

}  // namespace oltpsim::drivers::mysql
