// See wire.hpp: length-encoded integers.
#include "drivers/mysql/wire.hpp"

namespace oltpsim::drivers::mysql {

std::uint64_t WireReader::length() noexcept {
    const auto first = number<1>();
    switch (first) {
        case 0xfc: return number<2>();
        case 0xfd: return number<3>();
        case 0xfe: return number<8>();
        case 0xfb:
        case 0xff:
            ok_ = false;
            at_ = end_;
            return 0;
        default: return first;
    }
}

void WireWriter::length(std::uint64_t value) {
    if (value < 0xfb) {
        number<1>(value);
    } else if (value <= 0xffff) {
        number<1>(0xfc);
        number<2>(value);
    } else if (value <= 0xffffff) {
        number<1>(0xfd);
        number<3>(value);
    } else {
        number<1>(0xfe);
        number<8>(value);
    }
}

}  // namespace oltpsim::drivers::mysql
