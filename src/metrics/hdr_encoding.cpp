// Counts → ZigZag LEB128 with zero runs → zlib → base64, and back with every length checked.
#include "metrics/hdr_encoding.hpp"

#include "metrics/base64.hpp"
#include "metrics/varint.hpp"

#include <zlib.h>

#include <bit>
#include <new>
#include <span>
#include <vector>

namespace oltpsim::metrics {
namespace {

constexpr std::uint32_t kCookie = 0x1c849303 | 0x10;
constexpr std::uint32_t kCompressedCookie = 0x1c849304 | 0x10;
constexpr std::uint32_t kDigits = 3;
constexpr std::size_t kHeaderBytes = 40;

using Bytes = std::vector<std::uint8_t>;

void put_be(Bytes& out, std::uint64_t value, unsigned bytes) {
    for (unsigned i = bytes; i > 0; --i) {
        out.push_back(static_cast<std::uint8_t>(value >> (8 * (i - 1))));
    }
}

std::uint64_t get_be(std::span<const std::uint8_t> bytes) {
    std::uint64_t value = 0;
    for (const auto byte : bytes) {
        value = value << 8 | byte;
    }
    return value;
}

/// Compressor kept between calls: its 256 kB of state cost more to allocate than a histogram costs to compress.
class Deflater {
public:
    Deflater() {
        // Fails only for lack of memory or a version mismatch of the library, neither of which a caller can mend.
        if (deflateInit(&stream_, Z_BEST_SPEED) != Z_OK) {
            throw std::bad_alloc();
        }
    }
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;
    ~Deflater() { deflateEnd(&stream_); }

    Bytes compress(Bytes plain) {
        deflateReset(&stream_);
        Bytes packed(deflateBound(&stream_, static_cast<uLong>(plain.size())));
        stream_.next_in = plain.data();
        stream_.avail_in = static_cast<uInt>(plain.size());
        stream_.next_out = packed.data();
        stream_.avail_out = static_cast<uInt>(packed.size());
        deflate(&stream_, Z_FINISH);  // one call is enough: deflateBound covers the worst case
        packed.resize(packed.size() - stream_.avail_out);
        return packed;
    }

private:
    z_stream stream_{};
};

Bytes plain_v2(const LatencyHistogram& histogram) {
    Bytes counts;
    const std::uint32_t length = histogram.used_length();
    for (std::uint32_t i = 0; i < length;) {
        std::int64_t zeros = 0;
        while (i < length && histogram.count_at(i) == 0) {
            ++zeros;
            ++i;
        }
        if (zeros > 0) {
            put_varint(counts, zeros == 1 ? 0 : -zeros);
        }
        if (i < length) {
            put_varint(counts, static_cast<std::int64_t>(histogram.count_at(i)));
            ++i;
        }
    }
    Bytes out;
    out.reserve(kHeaderBytes + counts.size());
    put_be(out, kCookie, 4);
    put_be(out, counts.size(), 4);
    put_be(out, 0, 4);  // normalizing index offset: ours is never shifted
    put_be(out, kDigits, 4);
    put_be(out, 1, 8);  // lowest discernible value
    put_be(out, LatencyHistogram::kHighest, 8);
    put_be(out, std::bit_cast<std::uint64_t>(1.0), 8);  // integer to double ratio
    out.insert(out.end(), counts.begin(), counts.end());
    return out;
}

/// Inflates at most `limit` bytes; nullopt when the stream is damaged or longer.
std::optional<Bytes> inflate_all(std::span<const std::uint8_t> packed, std::size_t limit) {
    Bytes out(limit);
    auto length = static_cast<uLongf>(out.size());
    if (uncompress(out.data(), &length, packed.data(), static_cast<uLong>(packed.size())) != Z_OK) {
        return std::nullopt;
    }
    out.resize(length);
    return out;
}

/// Fills a histogram from the counts of a plain V2 body; nullopt when they do not fit the layout.
std::optional<LatencyHistogram> read_counts(std::span<const std::uint8_t> body) {
    LatencyHistogram histogram;
    VarintReader reader(body);
    std::uint64_t index = 0;
    while (!reader.at_end()) {
        const auto value = reader.next();
        if (!value) {
            return std::nullopt;
        }
        if (*value < 0) {
            index += static_cast<std::uint64_t>(-(*value + 1)) + 1;
        } else if (index >= LatencyHistogram::kLength) {
            return std::nullopt;
        } else {
            const auto bucket = static_cast<std::uint32_t>(index);
            const auto middle =
                LatencyHistogram::lowest_of(bucket) + LatencyHistogram::width_of(bucket) / 2;
            histogram.record_raw(middle, static_cast<std::uint64_t>(*value));
            ++index;
        }
        if (index > LatencyHistogram::kLength) {
            return std::nullopt;
        }
    }
    return histogram;
}

HdrDecoded refuse(const char* problem) { return {std::nullopt, problem}; }

}  // namespace

std::string encode_hdr(const LatencyHistogram& histogram) {
    static thread_local Deflater deflater;
    const Bytes packed = deflater.compress(plain_v2(histogram));
    Bytes out;
    out.reserve(8 + packed.size());
    put_be(out, kCompressedCookie, 4);
    put_be(out, packed.size(), 4);
    out.insert(out.end(), packed.begin(), packed.end());
    return to_base64(out);
}

HdrDecoded decode_hdr(std::string_view base64) {
    const auto outer = from_base64(base64);
    if (!outer) {
        return refuse("not base64");
    }
    const std::span<const std::uint8_t> bytes(*outer);
    if (bytes.size() < 8 || get_be(bytes.first(4)) != kCompressedCookie) {
        return refuse("not a compressed V2 histogram");
    }
    if (get_be(bytes.subspan(4, 4)) != bytes.size() - 8) {
        return refuse("compressed length does not match the data");
    }
    const auto plain = inflate_all(
        bytes.subspan(8), kHeaderBytes + kMostBytesPerVarint * LatencyHistogram::kLength
    );
    if (!plain || plain->size() < kHeaderBytes) {
        return refuse("damaged zlib stream");
    }
    const std::span<const std::uint8_t> body(*plain);
    if (get_be(body.first(4)) != kCookie ||
        get_be(body.subspan(4, 4)) != body.size() - kHeaderBytes) {
        return refuse("damaged V2 header");
    }
    if (get_be(body.subspan(12, 4)) != kDigits || get_be(body.subspan(16, 8)) != 1 ||
        get_be(body.subspan(8, 4)) != 0) {
        return refuse("other layout than 3 significant digits from 1 ns");
    }
    auto histogram = read_counts(body.subspan(kHeaderBytes));
    if (!histogram) {
        return refuse("counts do not fit the layout");
    }
    return {std::move(histogram), {}};
}

}  // namespace oltpsim::metrics
