#include "metrics/base64.hpp"
#include "metrics/hdr_encoding.hpp"
#include "metrics/hdr_log.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace oltpsim::metrics {
namespace {

LatencyHistogram varied() {
    LatencyHistogram h;
    std::uint64_t value = 1;
    for (int i = 0; i < 4000; ++i) {
        value = (value * 6364136223846793005ULL + 1442695040888963407ULL);
        h.record_raw((value >> 33) % 1'000'000'000, 1 + value % 3);
    }
    h.record_raw(0, 300'000'000'000ULL);
    h.record_raw(LatencyHistogram::kHighest, 1);
    return h;
}

TEST(Base64, follows_the_rfc_examples) {
    const auto encode = [](std::string_view s) {
        return to_base64({reinterpret_cast<const std::uint8_t*>(s.data()), s.size()});
    };
    EXPECT_EQ(encode(""), "");
    EXPECT_EQ(encode("f"), "Zg==");
    EXPECT_EQ(encode("fo"), "Zm8=");
    EXPECT_EQ(encode("foobar"), "Zm9vYmFy");
    EXPECT_EQ(from_base64("Zm8="), (std::vector<std::uint8_t>{'f', 'o'}));
    EXPECT_FALSE(from_base64("Zm8"));
    EXPECT_FALSE(from_base64("Z==="));
    EXPECT_FALSE(from_base64("Zg=a"));
    EXPECT_FALSE(from_base64("Zg==Zg=="));
}

TEST(HdrEncoding, starts_as_every_compressed_v2_histogram) {
    EXPECT_TRUE(encode_hdr(varied()).starts_with("HISTFAAA"));
}

TEST(HdrEncoding, gives_every_count_back) {
    const LatencyHistogram before = varied();
    const HdrDecoded after = decode_hdr(encode_hdr(before));
    ASSERT_TRUE(after.histogram.has_value()) << after.problem;
    EXPECT_EQ(after.histogram->count(), before.count());
    ASSERT_EQ(after.histogram->used_length(), before.used_length());
    for (std::uint32_t i = 0; i < before.used_length(); ++i) {
        ASSERT_EQ(after.histogram->count_at(i), before.count_at(i)) << i;
    }
}

TEST(HdrEncoding, keeps_an_empty_histogram_empty) {
    const HdrDecoded after = decode_hdr(encode_hdr(LatencyHistogram{}));
    ASSERT_TRUE(after.histogram.has_value()) << after.problem;
    EXPECT_TRUE(after.histogram->empty());
}

TEST(HdrEncoding, refuses_damaged_text_with_a_reason) {
    const std::string good = encode_hdr(varied());
    EXPECT_EQ(decode_hdr("!").problem, "not base64");
    EXPECT_EQ(decode_hdr("AAAAAAAAAAAA").problem, "not a compressed V2 histogram");
    EXPECT_FALSE(decode_hdr(good.substr(0, good.size() / 8 * 4)).problem.empty());
    std::string flipped = good;
    flipped[good.size() / 2] = flipped[good.size() / 2] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(decode_hdr(flipped).problem.empty());
}

TEST(HdrLog, reads_back_what_it_wrote) {
    std::stringstream log;
    log << hdr_log_header(1764518861.5, "2026-11-30T16:07:41.500Z", "oltpsim");
    log << hdr_log_step("2 VMs");
    log << hdr_log_entry("vm01/sample/oltp_read_write", 0, 1, varied());
    log << hdr_log_step("4 VMs");
    log << hdr_log_entry("vm02/sample/oltp_read_write", 10.25, 1, LatencyHistogram{});
    HdrLogReader reader(log);
    const auto first = reader.next();
    ASSERT_TRUE(first.has_value()) << reader.problem();
    EXPECT_EQ(first->step, "2 VMs");
    EXPECT_EQ(first->tag, "vm01/sample/oltp_read_write");
    EXPECT_EQ(first->histogram.count(), varied().count());
    EXPECT_NEAR(first->max_ms, 8'796'093.022, 0.001);
    const auto second = reader.next();
    ASSERT_TRUE(second.has_value()) << reader.problem();
    EXPECT_EQ(second->step, "4 VMs");
    EXPECT_EQ(second->start_s, 10.25);
    EXPECT_FALSE(reader.next().has_value());
    EXPECT_EQ(reader.problem(), "");
}

TEST(HdrLog, names_the_damaged_line) {
    std::stringstream log("#[x]\nTag=a,0.000,1.000,1.000,HISTFAAA\n");
    HdrLogReader reader(log);
    EXPECT_FALSE(reader.next().has_value());
    EXPECT_TRUE(reader.problem().starts_with("line 2: ")) << reader.problem();
}

TEST(HdrLog, tag_parts_hold_nothing_that_ends_a_tag) {
    EXPECT_EQ(hdr_tag_part("vm 1, left/right=x\n"), "vm_1__left_right_x_");
    EXPECT_EQ(hdr_tag_part(""), "_");
}

}  // namespace
}  // namespace oltpsim::metrics
