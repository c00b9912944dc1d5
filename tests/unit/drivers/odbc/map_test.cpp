// Codes as classes, values as ODBC takes them, and URLs as each driver of SQL Server wants them.
#include "db/decimal_text.hpp"
#include "drivers/odbc/columns.hpp"
#include "drivers/odbc/error_map.hpp"
#include "drivers/odbc/parameters.hpp"
#include "drivers/odbc/settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oltpsim::drivers::odbc {
namespace {

using db::ErrorClass;
using testing::HasSubstr;
using testing::Not;

TEST(ErrorMap, the_same_number_means_different_things_on_different_servers) {
    const Diagnostic record{"40001", 1205, ""};
    EXPECT_EQ(class_of(Dialect::sqlserver, record, false), ErrorClass::deadlock);
    EXPECT_EQ(class_of(Dialect::mysql, {"HY000", 1205, ""}, false), ErrorClass::lock_timeout);
}

TEST(ErrorMap, knows_what_sql_server_says) {
    const std::pair<int, ErrorClass> rows[] = {
        {1222, ErrorClass::lock_timeout},
        {3960, ErrorClass::serialization_failure},
        {2601, ErrorClass::constraint_violation},
        {2627, ErrorClass::constraint_violation},
        {208, ErrorClass::schema_mismatch},
        {229, ErrorClass::permission_denied},
        {1105, ErrorClass::out_of_space},
        {10054, ErrorClass::connection_lost},
    };
    for (const auto& [native, cls] : rows) {
        EXPECT_EQ(class_of(Dialect::sqlserver, {"42000", native, ""}, false), cls) << native;
    }
    const std::pair<int, ErrorClass> opening[] = {
        {4060, ErrorClass::schema_mismatch},
        {18456, ErrorClass::auth_failed},
        {233, ErrorClass::connect_failed},
        {40613, ErrorClass::connect_failed},
        {916, ErrorClass::permission_denied},
    };
    for (const auto& [native, cls] : opening) {
        EXPECT_EQ(class_of(Dialect::sqlserver, {"42000", native, ""}, true), cls) << native;
    }
}

TEST(ErrorMap, falls_back_to_sqlstate_and_then_to_words) {
    EXPECT_EQ(
        class_of(Dialect::sqlserver, {"HYT00", 0, "Timeout expired"}, false),
        ErrorClass::statement_timeout
    );
    EXPECT_EQ(class_of(Dialect::sqlserver, {"08S01", 0, ""}, false), ErrorClass::connection_lost);
    EXPECT_EQ(class_of(Dialect::postgresql, {"40P01", 1, ""}, false), ErrorClass::deadlock);
    EXPECT_EQ(
        class_of(Dialect::postgresql, {"57014", 1, "due to statement timeout"}, false),
        ErrorClass::statement_timeout
    );
    EXPECT_EQ(
        class_of(Dialect::sqlite, {"HY000", 1, "[SQLite]no such table: t (1)"}, false),
        ErrorClass::schema_mismatch
    );
    EXPECT_EQ(
        class_of(Dialect::sqlserver, {"08001", 0, "SSL Provider: certificate verify failed"}, true),
        ErrorClass::tls_failed
    );
    EXPECT_EQ(
        class_of(
            Dialect::sqlserver,
            {"42000", 33557097, "canceling statement due to lock timeout"},
            false
        ),
        ErrorClass::lock_timeout
    );
    for (const char* text : {"relation \"t\" does not exist", "column \"c\" does not exist"}) {
        EXPECT_EQ(
            class_of(Dialect::sqlserver, {"42000", 33557097, text}, false),
            ErrorClass::schema_mismatch
        );
    }
}

TEST(Decimals, are_written_exactly) {
    const auto written = [](std::int64_t value, std::uint8_t scale) {
        char text[kDecimalBytes];
        return std::string(text, write_decimal(value, scale, text));
    };
    EXPECT_EQ(written(0, 2), "0.00");
    EXPECT_EQ(written(-1, 2), "-0.01");
    EXPECT_EQ(written(12345, 2), "123.45");
    EXPECT_EQ(written(-999'999'999'999, 2), "-9999999999.99");
    EXPECT_EQ(written(7, 0), "7");
    EXPECT_EQ(written(INT64_MIN, 0), "-9223372036854775808");
}

TEST(Decimals, are_read_with_and_without_a_leading_zero) {
    EXPECT_EQ(decimal_of(".50").number, 50);
    EXPECT_EQ(decimal_of("-.05").number, -5);
    EXPECT_EQ(decimal_of("12.340").scale, 3);
    EXPECT_EQ(decimal_of("nonsense").type, db::ValueType::text);
    EXPECT_EQ(db::declared_scale("DECIMAL(12, 2)"), 2);
}

TEST(Timestamps, keep_their_microseconds) {
    for (const std::int64_t micros :
         {std::int64_t{1'709'251'199'999'999}, std::int64_t{0}, std::int64_t{-1}}) {
        EXPECT_EQ(from_timestamp(to_timestamp(micros)), micros);
    }
}

TEST(WireTypes, texts_for_sql_server_are_varchar_unless_they_need_more) {
    const auto type = [](Dialect dialect, std::size_t capacity, bool unicode) {
        return wire_type(
                   dialect, db::ValueType::text, db::ColumnType::fixed_char, 0, capacity, unicode
        )
            .sql_type;
    };
    EXPECT_EQ(type(Dialect::sqlserver, 128, false), SQL_VARCHAR);
    EXPECT_EQ(type(Dialect::sqlserver, 128, true), SQL_WVARCHAR);
    EXPECT_EQ(type(Dialect::postgresql, 128, false), SQL_CHAR);
    EXPECT_EQ(type(Dialect::sqlserver, 9000, false), SQL_LONGVARCHAR);
}

db::Result<Settings> settings_of(const std::string& url) {
    return read_settings(db::TargetUrl::parse(url).value());
}

std::string composed(const std::string& url, const std::string& driver) {
    const auto settings = settings_of(url);
    EXPECT_TRUE(settings) << settings.error().describe();
    const auto out = compose(*settings, driver, {});
    return out ? out->text() : out.error().message;
}

TEST(SqlServerUrls, become_what_each_driver_wants) {
    const std::string url =
        "sqlserver://sa@vm1:14330/tpcc?encrypt=yes&trust_server_certificate=yes&application_intent="
        "ReadOnly";
    const std::string microsoft = composed(url, "ODBC Driver 18 for SQL Server");
    EXPECT_THAT(microsoft, HasSubstr("Driver={ODBC Driver 18 for SQL Server};"));
    EXPECT_THAT(microsoft, HasSubstr("Server=tcp:vm1,14330;"));
    EXPECT_THAT(microsoft, HasSubstr("Encrypt=yes;TrustServerCertificate=yes;"));
    EXPECT_THAT(microsoft, HasSubstr("ApplicationIntent=ReadOnly;"));
    EXPECT_THAT(microsoft, HasSubstr("Database=tpcc;UID=sa;"));
    EXPECT_THAT(microsoft, Not(HasSubstr("PWD")));
    const std::string freetds = composed(url, "FreeTDS");
    EXPECT_THAT(freetds, HasSubstr("Server=vm1;Port=14330;TDS_Version=7.4;ClientCharset=UTF-8;"));
    EXPECT_THAT(freetds, HasSubstr("Encryption=require;"));
    EXPECT_THAT(
        composed("sqlserver://sa@vm1/t?instance=LAB", "ODBC Driver 17 for SQL Server"),
        HasSubstr("Server=tcp:vm1\\LAB;")
    );
}

TEST(SqlServerUrls, wishes_that_a_driver_does_not_know_are_refused) {
    EXPECT_THAT(
        composed("sqlserver://sa@vm1/t?multi_subnet_failover=yes", "FreeTDS"),
        HasSubstr("multi_subnet_failover")
    );
    EXPECT_THAT(
        composed("sqlserver://sa@vm1/t?ca=/etc/hostname", "ODBC Driver 18 for SQL Server"),
        HasSubstr("system's store")
    );
    // Taken silently it would be a connection that checks nothing.
    EXPECT_THAT(
        composed("sqlserver://sa@vm1/t?ca=/etc/hostname", "FreeTDS"), HasSubstr("freetds.conf")
    );
}

TEST(SqlServerUrls, bad_ones_say_what_is_wrong) {
    const std::pair<const char*, const char*> rows[] = {
        {"sqlserver://sa@vm1:1433/t?instance=LAB", "not both"},
        {"sqlserver://sa@vm1/t?encrypt=maybe", "encrypt must be one of yes no strict"},
        {"sqlserver://sa@vm1/t?dialect=mysql", "dialect must be sqlserver"},
        {"sqlserver://sa@vm1/t?bulk=fast", "bulk must be auto, bcp or arrays"},
        {"sqlserver://sa@vm1/t?ca=/no/such/file", "cannot be read"},
        {"odbc:DSN=lab", "needs dialect="},
        {"odbc:Server=vm1?dialect=mysql", "DSN=… or Driver=…"},
        {"odbc:DSN=lab?dialect=oracle", "dialect must be"},
        {"odbc:DSN=lab?dialect=mysql&encrypt=yes", "belongs to sqlserver://"},
    };
    for (const auto& [url, part] : rows) {
        const auto settings = settings_of(url);
        ASSERT_FALSE(settings) << url;
        EXPECT_EQ(settings.error().cls, ErrorClass::bad_argument);
        EXPECT_THAT(settings.error().message, HasSubstr(part)) << url;
    }
}

TEST(OdbcUrls, savepoints_of_psqlodbc_are_off_unless_a_data_source_says_otherwise) {
    EXPECT_THAT(
        composed("odbc:Driver=PostgreSQL Unicode;Server=vm1?dialect=postgresql", ""),
        HasSubstr("Protocol=7.4-0;UseServerSidePrepare=1;")
    );
    EXPECT_THAT(composed("odbc:DSN=lab?dialect=postgresql", ""), Not(HasSubstr("Protocol")));
}

TEST(Drivers, microsofts_newest_comes_before_freetds) {
    EXPECT_EQ(
        driver_for_sqlserver(
            {"FreeTDS", "ODBC Driver 17 for SQL Server", "ODBC Driver 18 for SQL Server", "SQLite3"}
        ),
        "ODBC Driver 18 for SQL Server"
    );
    EXPECT_EQ(driver_for_sqlserver({"FreeTDS", "SQLite3"}), "FreeTDS");
    EXPECT_EQ(driver_for_sqlserver({"SQLite3"}), "");
}

}  // namespace
}  // namespace oltpsim::drivers::odbc
