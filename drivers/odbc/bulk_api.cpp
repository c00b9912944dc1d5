// Numbers are those of Microsoft's "Bulk Copy Functions (ODBC)" reference and of FreeTDS's odbcss.h, which gives the same functions
// as connection attributes 1500 to 1507.
#include "drivers/odbc/bulk_api.hpp"

#include "drivers/odbc/settings.hpp"

#include <dlfcn.h>
#include <link.h>

#include <string_view>

namespace oltpsim::drivers::odbc {
namespace {

constexpr int kDirectionIn = 1;       // DB_IN
constexpr int kHints = 6;             // BCPHINTS (FreeTDS), BCPHINTSA (Microsoft)
constexpr int kVariableLength = -10;  // SQL_VARLEN_DATA

// FreeTDS. Layouts of the parameters it is handed by address.
struct FreeInit {
    const void* table;
    const void* host_file;
    const void* error_file;
    int direction;
};
struct FreeControl {
    int field;
    void* value;
};
struct FreeBind {
    const unsigned char* address;
    int prefix_length;
    int variable_length;
    const unsigned char* terminator;
    int terminator_length;
    int type;
    int place;
};
struct FreeDone {
    int rows;
};

class FreeTdsApi final : public BulkApi {
public:
    bool init(SQLHDBC connection, const std::string& table) const override {
        FreeInit parameters{table.c_str(), nullptr, nullptr, kDirectionIn};
        return set(connection, 1500, &parameters);
    }
    bool hint(SQLHDBC connection, std::string& hints) const override {
        FreeControl parameters{kHints, hints.data()};
        return set(connection, 1501, &parameters);
    }
    bool bind(SQLHDBC connection, std::byte* buffer, int type, int place) const override {
        FreeBind parameters{
            reinterpret_cast<const unsigned char*>(buffer),
            kBulkPrefix,
            kVariableLength,
            nullptr,
            0,
            type,
            place
        };
        return set(connection, 1506, &parameters);
    }
    bool send_row(SQLHDBC connection) const override { return set(connection, 1503, nullptr); }
    long done(SQLHDBC connection) const override {
        FreeDone parameters{-1};
        return set(connection, 1505, &parameters) ? parameters.rows : -1;
    }

private:
    static bool set(SQLHDBC connection, SQLINTEGER attribute, void* parameters) noexcept {
        return SQL_SUCCEEDED(SQLSetConnectAttr(connection, attribute, parameters, SQL_IS_POINTER));
    }
};

struct LibrarySearch {
    std::string_view part;
    std::string path;
};

int look_at(dl_phdr_info* info, std::size_t, void* data) {
    auto& search = *static_cast<LibrarySearch*>(data);
    const std::string_view path = info->dlpi_name;
    const std::string_view file = path.substr(path.rfind('/') + 1);
    if (file.find(search.part) == std::string_view::npos) {
        return 0;
    }
    search.path = path;
    return 1;
}

/// Path of the first loaded library whose file name holds `part`; "" when there is none.
std::string loaded_library(std::string_view part) {
    LibrarySearch search{part, {}};
    dl_iterate_phdr(look_at, &search);
    return search.path;
}

// Microsoft's library, already loaded by the driver manager: its functions take the driver manager's handle.
class MicrosoftApi final : public BulkApi {
public:
    // A session is open, so the library is loaded, wherever its package has put it and under whatever version.
    MicrosoftApi() {
        const std::string path = loaded_library("msodbcsql");
        void* handle =
            path.empty() ? nullptr : ::dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
        if (handle == nullptr) {
            return;
        }
        init_ = reinterpret_cast<Init>(::dlsym(handle, "bcp_initA"));
        bind_ = reinterpret_cast<Bind>(::dlsym(handle, "bcp_bind"));
        control_ = reinterpret_cast<Control>(::dlsym(handle, "bcp_control"));
        send_ = reinterpret_cast<Send>(::dlsym(handle, "bcp_sendrow"));
        done_ = reinterpret_cast<Done>(::dlsym(handle, "bcp_done"));
    }
    bool usable() const noexcept {
        return init_ != nullptr && bind_ != nullptr && control_ != nullptr && send_ != nullptr &&
               done_ != nullptr;
    }
    bool init(SQLHDBC connection, const std::string& table) const override {
        return init_(connection, table.c_str(), nullptr, nullptr, kDirectionIn) == kSucceed;
    }
    bool hint(SQLHDBC connection, std::string& hints) const override {
        return control_(connection, kHints, hints.data()) == kSucceed;
    }
    bool bind(SQLHDBC connection, std::byte* buffer, int type, int place) const override {
        return bind_(
                   connection,
                   reinterpret_cast<const unsigned char*>(buffer),
                   kBulkPrefix,
                   kVariableLength,
                   nullptr,
                   0,
                   type,
                   place
               ) == kSucceed;
    }
    bool send_row(SQLHDBC connection) const override { return send_(connection) == kSucceed; }
    long done(SQLHDBC connection) const override { return done_(connection); }

private:
    static constexpr short kSucceed = 1;
    using Init = short (*)(SQLHDBC, const char*, const char*, const char*, int);
    using Bind =
        short (*)(SQLHDBC, const unsigned char*, int, int, const unsigned char*, int, int, int);
    using Control = short (*)(SQLHDBC, int, void*);
    using Send = short (*)(SQLHDBC);
    using Done = int (*)(SQLHDBC);

    Init init_ = nullptr;
    Bind bind_ = nullptr;
    Control control_ = nullptr;
    Send send_ = nullptr;
    Done done_ = nullptr;
};

}  // namespace

const BulkApi* bulk_api_of(const std::string& driver) {
    static const FreeTdsApi kFreeTds;
    if (!is_microsoft(driver)) {
        return &kFreeTds;
    }
    static const MicrosoftApi kMicrosoft;
    return kMicrosoft.usable() ? &kMicrosoft : nullptr;
}

}  // namespace oltpsim::drivers::odbc
