// See wire_format.hpp.
#include "drivers/postgresql/wire_format.hpp"

#include "drivers/postgresql/byte_order.hpp"

#include <cstdint>

namespace oltpsim::drivers::postgresql::wire {

namespace {

template <typename T>
void put(std::string& out, T number) {
    char bytes[sizeof(T)];
    store_big_endian(bytes, number);
    out.append(bytes, sizeof(T));
}

void put_text(std::string& out, std::string_view text) {
    out.append(text);
    out.push_back('\0');
}

// One message: its type at once, its length when it is complete.
class Message {
public:
    Message(std::string& out, char type) : out_(out) {
        out_.push_back(type);
        start_ = out_.size();
        put(out_, std::uint32_t{0});
    }
    Message(const Message&) = delete;
    Message& operator=(const Message&) = delete;
    ~Message() {
        store_big_endian(out_.data() + start_, static_cast<std::uint32_t>(out_.size() - start_));
    }

private:
    std::string& out_;
    std::size_t start_ = 0;
};

constexpr std::uint16_t kBinary = 1;

}  // namespace

void query(std::string& out, std::string_view sql) {
    const Message message(out, 'Q');
    put_text(out, sql);
}

void parse(
    std::string& out, std::string_view name, std::string_view sql, const Parameters& params
) {
    const Message message(out, 'P');
    put_text(out, name);
    put_text(out, sql);
    put(out, static_cast<std::uint16_t>(params.count()));
    for (int i = 0; i < params.count(); ++i) {
        put(out, std::uint32_t{params.types()[i]});
    }
}

void describe(std::string& out, char what, std::string_view name) {
    const Message message(out, 'D');
    out.push_back(what);
    put_text(out, name);
}

void bind(std::string& out, std::string_view name, const Parameters& params) {
    const Message message(out, 'B');
    put_text(out, {});  // the unnamed portal
    put_text(out, name);
    put(out, std::uint16_t{1});  // one format for all parameters
    put(out, kBinary);
    put(out, static_cast<std::uint16_t>(params.count()));
    for (int i = 0; i < params.count(); ++i) {
        const char* value = params.values()[i];
        if (value == nullptr) {
            put(out, std::int32_t{-1});
            continue;
        }
        const int length = params.lengths()[i];
        put(out, std::int32_t{length});
        out.append(value, static_cast<std::size_t>(length));
    }
    put(out, std::uint16_t{1});  // one format for all columns
    put(out, kBinary);
}

void execute(std::string& out) {
    const Message message(out, 'E');
    put_text(out, {});
    put(out, std::uint32_t{0});  // all rows
}

void sync(std::string& out) { const Message message(out, 'S'); }

}  // namespace oltpsim::drivers::postgresql::wire
