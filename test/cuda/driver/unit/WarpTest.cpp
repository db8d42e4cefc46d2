//===- WarpTest.cpp - What threads do together ----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shuffles, votes, barriers, atomic operations and asynchronous copies.
//
//===----------------------------------------------------------------------===//

#include "Snippets.h"

#include <gtest/gtest.h>

using namespace simulated;

namespace {

TEST(Warp, Shuffles) {
  auto check = [](const std::string &how, auto expected) {
    std::vector<uint32_t> words = countUp(64);
    for (uint32_t &word : words)
      word += 100;
    std::vector<uint32_t> found =
        runThreads("shfl.sync." + how +
                       ", -1;\nselp.u32 %r5, 1000, 0, %p1;\n"
                       "add.u32 %r3, %r4, %r5;\n",
                   words);
    for (unsigned t = 0; t < 64; ++t) {
      auto [lane, isInside] = expected(int(t % 32));
      if (!isInside)
        lane = int(t % 32);
      EXPECT_EQ(found[t],
                100 + t / 32 * 32 + unsigned(lane) + (isInside ? 1000 : 0))
          << how << " of " << t;
    }
  };
  check("down.b32 %r4|%p1, %r2, 3, 31",
        [](int lane) { return std::pair(lane + 3, lane + 3 < 32); });
  check("up.b32 %r4|%p1, %r2, 1, 0",
        [](int lane) { return std::pair(lane - 1, lane >= 1); });
  check("bfly.b32 %r4|%p1, %r2, 16, 31",
        [](int lane) { return std::pair(lane ^ 16, true); });
  check("idx.b32 %r4|%p1, %r2, 5, 31", [](int) { return std::pair(5, true); });
  // Of 8 lanes each: the mask is (32 - 8) << 8.
  check("down.b32 %r4|%p1, %r2, 3, 0x181f",
        [](int lane) { return std::pair(lane + 3, lane % 8 + 3 < 8); });
  check("up.b32 %r4|%p1, %r2, 2, 0x1800",
        [](int lane) { return std::pair(lane - 2, lane % 8 >= 2); });
  check("idx.b32 %r4|%p1, %r2, 13, 0x181f",
        [](int lane) { return std::pair(lane / 8 * 8 + 5, true); });
  // Only lanes up to the clamp.
  check("down.b32 %r4|%p1, %r2, 1, 9",
        [](int lane) { return std::pair(lane + 1, lane + 1 <= 9); });
}

TEST(Warp, ShufflesIntoItsOperand) {
  std::vector<uint32_t> found =
      runThreads("shfl.sync.bfly.b32 %r2, %r2, 1, 31, -1;\n"
                 "mov.u32 %r3, %r2;\n",
                 countUp(32));
  for (unsigned t = 0; t < 32; ++t)
    EXPECT_EQ(found[t], t ^ 1);
}

TEST(Warp, Votes) {
  auto all = [](const std::string &body) {
    return runThreads("setp.lt.u32 %p1, %r1, 40;\n" + body, countUp(64));
  };
  std::vector<uint32_t> found = all("vote.sync.ballot.b32 %r3, %p1, -1;\n");
  EXPECT_EQ(found[3], 0xffffffffu);
  EXPECT_EQ(found[40], 0xffu);
  found = all("vote.sync.ballot.b32 %r3, !%p1, -1;\n");
  EXPECT_EQ(found[63], 0xffffff00u);
  std::string number = "selp.u32 %r3, 1, 0, %p2;\n";
  found = all("vote.sync.all.pred %p2, %p1, -1;\n" + number);
  EXPECT_EQ(found[0], 1u);
  EXPECT_EQ(found[32], 0u);
  found = all("vote.sync.any.pred %p2, !%p1, -1;\n" + number);
  EXPECT_EQ(found[0], 0u);
  EXPECT_EQ(found[32], 1u);
  found = all("vote.sync.uni.pred %p2, %p1, -1;\n" + number);
  EXPECT_EQ(found[0], 1u);
  EXPECT_EQ(found[32], 0u);
}

TEST(Warp, ReductionsAndMatches) {
  auto of = [](const std::string &how, uint32_t offset) {
    std::vector<uint32_t> words = countUp(32);
    for (uint32_t &word : words)
      word += offset;
    return runThreads("redux.sync." + how + " %r3, %r2, -1;\n", words)[7];
  };
  EXPECT_EQ(of("add.u32", 0), 496u);
  EXPECT_EQ(of("add.s32", uint32_t(-31)), uint32_t(-496));
  EXPECT_EQ(of("min.s32", uint32_t(-5)), uint32_t(-5));
  EXPECT_EQ(of("min.u32", uint32_t(-5)), 0u);
  EXPECT_EQ(of("max.u32", 2), 33u);
  EXPECT_EQ(of("and.b32", 32), 32u);
  EXPECT_EQ(of("or.b32", 32), 63u);
  EXPECT_EQ(of("xor.b32", 0), 0u);
  std::vector<uint32_t> found = runThreads("and.b32 %r4, %r2, 7;\n"
                                           "match.any.sync.b32 %r3, %r4, -1;\n",
                                           countUp(32));
  EXPECT_EQ(found[10], 0x04040404u);
}

/// Lanes that come by different ways wait for each other.
TEST(Warp, LanesWait) {
  // The even lanes jump over code that the odd ones run, which lies behind.
  std::vector<uint32_t> found = runThreads(
      "and.b32 %r4, %r1, 1;\nsetp.eq.u32 %p1, %r4, 1;\n@%p1 bra $Odd;\n"
      "$Join:\nshfl.sync.bfly.b32 %r3, %r2, 1, 31, -1;\nbra $End;\n"
      "$Odd:\nadd.u32 %r2, %r2, 100;\nbra $Join;\n$End:\n",
      countUp(32));
  for (unsigned t = 0; t < 32; ++t)
    EXPECT_EQ(found[t], t % 2 ? t - 1 : t + 101);
  // Half a warp alone, and its lanes.
  found = runThreads("mov.u32 %r3, 0;\nsetp.lt.u32 %p1, %r1, 16;\n"
                     "@!%p1 bra $End;\nactivemask.b32 %r3;\n"
                     "shfl.sync.down.b32 %r4, %r2, 1, 15, 0xffff;\n"
                     "add.u32 %r3, %r3, %r4;\n$End:\n",
                     countUp(32));
  EXPECT_EQ(found[3], 0xffffu + 4);
  EXPECT_EQ(found[20], 0u);
}

TEST(WarpDeathTest, FindsLanesThatNeverCome) {
  EXPECT_EXIT(runThreads("mov.u32 %r3, 0;\nsetp.lt.u32 %p1, %r1, 16;\n"
                         "@%p1 shfl.sync.down.b32 %r3, %r2, 1, 15, -1;\n",
                         countUp(32)),
              testing::ExitedWithCode(97),
              "never come: @%p1 shfl.sync.down.b32 .* in k");
  EXPECT_EXIT(
      runThreads("shfl.sync.down.b32 %r3, %r2, 1, 31, 2;\n", countUp(32)),
      testing::ExitedWithCode(97), "not one of those that it names");
  EXPECT_EXIT(
      runThreads("shfl.sync.idx.b32 %r3, %r2, 20, 31, -1;\n", countUp(16)),
      testing::ExitedWithCode(97), "does not take part");
}

//===-- Barriers ----------------------------------------------------------===//

/// A thread's word goes to shared memory; it takes that of the thread of this
/// number.
std::vector<uint32_t> exchange(const std::string &barrier,
                               const std::string &other, unsigned threads) {
  return runThreads("mov.u32 %r10, s;\nshl.b32 %r11, %r1, 2;\n"
                    "add.u32 %r12, %r10, %r11;\nst.shared.u32 [%r12], %r2;\n" +
                        barrier + other +
                        "shl.b32 %r13, %r4, 2;\nadd.u32 %r14, %r10, %r13;\n"
                        "ld.shared.u32 %r3, [%r14];\n",
                    countUp(threads));
}

TEST(WarpDeathTest, OrdersLanes) {
  std::string neighbour = "xor.b32 %r4, %r1, 1;\n",
              otherWarp = "xor.b32 %r4, %r1, 32;\n",
              far = "xor.b32 %r4, %r1, 8;\n";
  EXPECT_EQ(exchange("bar.warp.sync -1;\n", neighbour, 64)[4], 5u);
  EXPECT_EQ(exchange("bar.sync 0;\n", otherWarp, 64)[4], 36u);
  auto finds = [](const std::string &barrier, const std::string &other,
                  unsigned threads = 64) {
    EXPECT_EXIT(exchange(barrier, other, threads), testing::ExitedWithCode(97),
                "a race in shared memory");
  };
  finds("", neighbour);
  finds("bar.warp.sync -1;\n", otherWarp);
  // Values may go from lane to lane without their memory.
  finds("shfl.sync.bfly.b32 %r5, %r2, 1, 31, -1;\n", neighbour);
  // Groups of 8 lanes, and what is in another one.
  std::string groups = "and.b32 %r5, %r1, 24;\nmov.u32 %r6, 0xff;\n"
                       "shl.b32 %r6, %r6, %r5;\nbar.warp.sync %r6;\n";
  EXPECT_EQ(exchange(groups, neighbour, 32)[4], 5u);
  finds(groups, far, 32);
}

TEST(WarpDeathTest, OrdersPartsOfABlock) {
  // Warps 0 and 1 wait at one barrier, 2 and 3 at another.
  std::string pairs = "shr.u32 %r5, %r1, 6;\nadd.u32 %r5, %r5, 1;\n"
                      "bar.sync %r5, 64;\n";
  std::vector<uint32_t> found = exchange(pairs, "xor.b32 %r4, %r1, 32;\n", 128);
  for (unsigned t = 0; t < 128; ++t)
    EXPECT_EQ(found[t], t ^ 32);
  EXPECT_EXIT(exchange(pairs, "xor.b32 %r4, %r1, 64;\n", 128),
              testing::ExitedWithCode(97), "a race in shared memory");
  EXPECT_EXIT(exchange("bar.sync 1, 96;\n", "mov.u32 %r4, %r1;\n", 64),
              testing::ExitedWithCode(97), "others that never come");
  EXPECT_EXIT(exchange("bar.sync 1, 32;\n", "mov.u32 %r4, %r1;\n", 64),
              testing::ExitedWithCode(97), "more threads than expected");
}

//===-- Atomic operations -------------------------------------------------===//

TEST(WarpDeathTest, AtomicOperations) {
  auto onFirst = [](const std::string &operation) {
    return runThreads("mov.u32 %r3, %r2;\nsetp.eq.u32 %p1, %r1, 64;\n" +
                          operation +
                          "bar.sync 0;\n"
                          "ld.global.u32 %r3, [%rd1+256];\n",
                      countUp(65), 64)[5];
  };
  auto at = [&](const std::string &rest) {
    return onFirst("red.global." + rest + ";\n");
  };
  // Of 64 and 0 to 63.
  EXPECT_EQ(at("add.u32 [%rd1+256], %r2"), 64u + 2016u);
  EXPECT_EQ(at("max.s32 [%rd1+256], %r2"), 64u);
  EXPECT_EQ(at("min.u32 [%rd1+256], %r2"), 0u);
  EXPECT_EQ(at("or.b32 [%rd1+256], %r2"), 127u);
  EXPECT_EQ(at("xor.b32 [%rd1+256], %r2"), 64u);
  EXPECT_EQ(at("and.b32 [%rd1+256], %r2"), 0u);
  EXPECT_EQ(at("inc.u32 [%rd1+256], 100"), 64u + 64u - 101u);
  // Results are what was there before.
  std::vector<uint32_t> found =
      runThreads("mov.u32 %r10, s;\nmov.u32 %r11, 0;\n"
                 "setp.eq.u32 %p1, %r1, 0;\n@%p1 st.shared.u32 [%r10], %r11;\n"
                 "bar.sync 0;\natom.shared.add.u32 %r3, [%r10], 2;\n",
                 countUp(64));
  std::sort(found.begin(), found.end());
  for (unsigned t = 0; t < 64; ++t)
    EXPECT_EQ(found[t], 2 * t);
  EXPECT_EQ(runOne("atom.global.cas.b32 %r4, [%rd1], 7, 9;\n"
                   "ld.global.u32 %r5, [%rd1];\nshl.b32 %r4, %r4, 8;\n"
                   "add.u32 %r3, %r4, %r5;\n",
                   7),
            0x709u);
  EXPECT_EQ(runOne("atom.global.exch.b32 %r4, [%rd1], 9;\n"
                   "ld.global.u32 %r5, [%rd1];\nshl.b32 %r4, %r4, 8;\n"
                   "add.u32 %r3, %r4, %r5;\n",
                   7),
            0x709u);
  // Plain accesses are not ordered by them.
  EXPECT_EXIT(runThreads("red.global.add.u32 [%rd1], 1;\n"
                         "ld.global.u32 %r3, [%rd1];\n",
                         countUp(64)),
              testing::ExitedWithCode(97), "a race in kernel k");
}

//===-- Asynchronous copies -----------------------------------------------===//

std::string copyOf(const std::string &copy, const std::string &wait) {
  return "shl.b32 %r10, %r1, 4;\nmov.u32 %r11, s;\n"
         "add.u32 %r12, %r11, %r10;\nmul.wide.u32 %rd4, %r1, 16;\n"
         "add.s64 %rd5, %rd1, %rd4;\nadd.s64 %rd5, %rd5, 128;\n"
         "mov.u32 %r5, 0;\n"
         "mov.u32 %r4, 77;\nst.shared.u32 [%r12+4], %r4;\n" +
         copy + wait + "ld.shared.u32 %r3, [%r12+4];\n";
}

TEST(WarpDeathTest, AsynchronousCopies) {
  auto run = [](const std::string &copy, const std::string &wait) {
    return runThreads(copyOf(copy, wait), countUp(64), 8)[3];
  };
  std::string commit = "cp.async.commit_group;\n", all = "cp.async.wait_all;\n",
              wait = "cp.async.wait_group 0;\n";
  EXPECT_EQ(run("cp.async.cg.shared.global [%r12], [%rd5], 16;\n", all), 45u);
  EXPECT_EQ(
      run("cp.async.ca.shared.global [%r12], [%rd5], 8;\n", commit + wait),
      45u);
  // Fewer bytes than are written: zeros.
  EXPECT_EQ(run("cp.async.cg.shared.global [%r12], [%rd5], 16, 8;\n", all),
            45u);
  EXPECT_EQ(run("cp.async.cg.shared.global [%r12], [%rd5], 16, 4;\n", all), 0u);
  EXPECT_EQ(run("cp.async.cg.shared.global [%r12], [%rd5], 16, %r5;\n", all),
            0u);
  EXPECT_EQ(run("cp.async.ca.shared.global [%r12], [%rd5], 4;\n", all), 77u);
  auto finds = [&](const std::string &copy, const std::string &wait) {
    EXPECT_EXIT(run(copy, wait), testing::ExitedWithCode(97), "not waited for");
  };
  std::string copy = "cp.async.cg.shared.global [%r12], [%rd5], 16;\n";
  finds(copy, "");
  finds(copy, commit);
  // The last group may be under way still; what no group has, too.
  finds(copy + commit, "cp.async.wait_group 1;\n");
  finds(copy, wait);
  EXPECT_EQ(run(copy + commit + commit, "cp.async.wait_group 1;\n"), 45u);
  // Others come behind a barrier.
  std::string other = "xor.b32 %r12, %r12, 16;\n";
  EXPECT_EQ(run(copy, all + "bar.sync 0;\n" + other), 41u);
  EXPECT_EXIT(run(copy, all + other), testing::ExitedWithCode(97),
              "a race in shared memory");
  EXPECT_EXIT(run("cp.async.cg.shared.global [%r12], [%rd5+4], 16;\n", all),
              testing::ExitedWithCode(97), "misaligned");
}

} // namespace
