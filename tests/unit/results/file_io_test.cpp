#include "results/file_io.hpp"
#include "support/scratch_dir.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace oltpsim::results {
namespace {

using support::content_of;
using support::put;
using support::ScratchDir;
using testing::AllOf;
using testing::HasSubstr;

TEST(ReplaceFile, replaces_the_whole_and_leaves_nothing_beside) {
    const ScratchDir dir;
    put(dir / "a.json", "old and longer");
    EXPECT_EQ(replace_file(dir / "a.json", "new"), std::nullopt);
    EXPECT_EQ(content_of(dir / "a.json"), "new");
    EXPECT_FALSE(std::filesystem::exists(dir / "a.json.tmp"));
}

TEST(ReplaceFile, writes_where_a_link_leads_and_keeps_the_link) {
    const ScratchDir dir;
    put(dir / "real.txt", "old");
    std::filesystem::create_symlink("real.txt", dir / "link.txt");
    EXPECT_EQ(replace_file(dir / "link.txt", "new"), std::nullopt);
    EXPECT_TRUE(std::filesystem::is_symlink(dir / "link.txt"));
    EXPECT_EQ(content_of(dir / "real.txt"), "new");
}

TEST(ReplaceFile, writes_into_a_pipe_instead_of_replacing_it) {
    const ScratchDir dir;
    const auto pipe = dir / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    ASSERT_GE(reader, 0);
    EXPECT_EQ(replace_file(pipe, "new"), std::nullopt);
    char got[8] = {};
    EXPECT_EQ(::read(reader, got, sizeof got), 3);
    EXPECT_STREQ(got, "new");
    ::close(reader);
    EXPECT_TRUE(std::filesystem::is_fifo(pipe));
}

TEST(ReplaceFile, names_path_and_reason) {
    const ScratchDir dir;
    const auto problem = replace_file(dir.path() / "missing" / "a.json", "x");
    ASSERT_TRUE(problem.has_value());
    EXPECT_THAT(
        *problem, AllOf(HasSubstr("missing/a.json"), HasSubstr("No such file or directory"))
    );
}

TEST(ReadFile, names_path_and_reason) {
    const ScratchDir dir;
    const auto text = read_file(dir / "none");
    ASSERT_FALSE(text);
    EXPECT_THAT(text.error().message, AllOf(HasSubstr("none"), HasSubstr("No such file")));
}

TEST(AppendFile, goes_on_where_the_file_ended) {
    const ScratchDir dir;
    put(dir / "a", "one\n");
    auto file = AppendFile::open(dir / "a");
    ASSERT_TRUE(file);
    EXPECT_EQ(file->append("two\n"), std::nullopt);
    EXPECT_EQ(content_of(dir / "a"), "one\ntwo\n");
}

TEST(AppendFile, a_tail_is_replaced_until_it_is_kept) {
    const ScratchDir dir;
    auto file = AppendFile::open(dir / "a");
    ASSERT_TRUE(file);
    EXPECT_EQ(file->append("head\n"), std::nullopt);
    EXPECT_EQ(file->replace_tail("a long tail\n"), std::nullopt);
    EXPECT_EQ(file->replace_tail("short\n"), std::nullopt);
    EXPECT_EQ(content_of(dir / "a"), "head\nshort\n");
    file->keep_tail();
    EXPECT_EQ(file->replace_tail("next\n"), std::nullopt);
    EXPECT_EQ(content_of(dir / "a"), "head\nshort\nnext\n");
}

TEST(AppendFile, a_full_disk_is_a_problem_with_path_and_reason) {
    auto file = AppendFile::open("/dev/full");
    ASSERT_TRUE(file);
    const auto problem = file->append("x");
    ASSERT_TRUE(problem.has_value());
    EXPECT_THAT(*problem, AllOf(HasSubstr("/dev/full"), HasSubstr("No space left on device")));
}

}  // namespace
}  // namespace oltpsim::results
