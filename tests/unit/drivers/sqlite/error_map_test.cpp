// Each result code that has a row, and how unknown ones are treated.
#include "drivers/sqlite/error_map.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

namespace oltpsim::drivers::sqlite {
namespace {

using db::ErrorClass;

TEST(SqliteErrorMap, codes_have_their_classes) {
    const std::pair<int, ErrorClass> rows[] = {
        {SQLITE_BUSY, ErrorClass::lock_timeout},
        {SQLITE_BUSY_RECOVERY, ErrorClass::lock_timeout},
        {SQLITE_BUSY_SNAPSHOT, ErrorClass::serialization_failure},
        {SQLITE_LOCKED, ErrorClass::lock_timeout},
        {SQLITE_LOCKED_SHAREDCACHE, ErrorClass::lock_timeout},
        {SQLITE_INTERRUPT, ErrorClass::cancelled},
        {SQLITE_CONSTRAINT_PRIMARYKEY, ErrorClass::constraint_violation},
        {SQLITE_CONSTRAINT_NOTNULL, ErrorClass::constraint_violation},
        {SQLITE_FULL, ErrorClass::out_of_space},
        {SQLITE_READONLY, ErrorClass::permission_denied},
        {SQLITE_READONLY_DIRECTORY, ErrorClass::permission_denied},
        {SQLITE_AUTH, ErrorClass::permission_denied},
        {SQLITE_CANTOPEN, ErrorClass::connect_failed},
        {SQLITE_NOTADB, ErrorClass::connect_failed},
        {SQLITE_IOERR_FSYNC, ErrorClass::connection_lost},
        {SQLITE_IOERR_NOMEM, ErrorClass::other},
        {SQLITE_CORRUPT, ErrorClass::other},
        {SQLITE_MISMATCH, ErrorClass::schema_mismatch},
        {SQLITE_RANGE, ErrorClass::bad_argument},
    };
    for (const auto& [code, cls] : rows) {
        EXPECT_EQ(class_of(code, "text"), cls) << code;
    }
}

TEST(SqliteErrorMap, the_catch_all_code_is_told_apart_by_its_text) {
    EXPECT_EQ(class_of(SQLITE_ERROR, "no such table: sbtest1"), ErrorClass::schema_mismatch);
    EXPECT_EQ(
        class_of(SQLITE_ERROR, "table sbtest1 has no column named x"), ErrorClass::schema_mismatch
    );
    EXPECT_EQ(class_of(SQLITE_ERROR, "near \"SELEC\": syntax error"), ErrorClass::other);
    EXPECT_EQ(class_of(SQLITE_FULL, "no such table"), ErrorClass::out_of_space);
    EXPECT_EQ(class_of(99, ""), ErrorClass::other);
}

}  // namespace
}  // namespace oltpsim::drivers::sqlite
