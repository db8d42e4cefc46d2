//===- StartTest.cpp - Command line and start -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the sample program as a process.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <sys/wait.h>

namespace {

struct Result {
  std::string output;
  int status;
};

/// A shell command; $P in it is the sample program.
Result run(const std::string &command) {
  std::string line = "P='" TINE_SAMPLE_PROGRAM "'; " + command;
  FILE *pipe = popen(line.c_str(), "r");
  Result result;
  char buffer[4096];
  while (size_t size = fread(buffer, 1, sizeof(buffer), pipe))
    result.output.append(buffer, size);
  int status = pclose(pipe);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

TEST(Start, OutputKeepsItsOrder) {
  Result result = run("$P 2>&1");
  EXPECT_EQ(result.output, "one\ntwo\nthree\n");
  EXPECT_EQ(result.status, 0);
}

TEST(Start, Options) {
  Result help = run("$P --help");
  EXPECT_EQ(help.status, 0);
  for (const char *part : {"--threads", "--device-map", "--version",
                           "sample.py", "znver4", "cpu:0"})
    EXPECT_TRUE(contains(help.output, part)) << part;
  Result version = run("$P --version");
  EXPECT_EQ(version.status, 0);
  EXPECT_TRUE(contains(version.output, "tinec test\nruntime "));

  for (const char *wrong : {"--nope", "stray", "--threads", "--threads 0",
                            "--threads=x", "--device-map cuda"}) {
    Result result = run(std::string("$P ") + wrong + " 2>&1");
    EXPECT_EQ(result.status, 2) << wrong;
    EXPECT_TRUE(contains(result.output, ": error: ")) << wrong;
  }
  EXPECT_TRUE(
      contains(run("$P --nope 2>&1").output, "unknown option '--nope'"));
}

TEST(Start, NumberOfThreads) {
  EXPECT_EQ(run("SAMPLE=threads $P --threads 3").output, "3\n");
  EXPECT_EQ(run("SAMPLE=threads $P --threads=2").output, "2\n");
  EXPECT_EQ(run("SAMPLE=threads OMP_NUM_THREADS=5 $P").output, "5\n");
  EXPECT_EQ(run("SAMPLE=threads OMP_NUM_THREADS=5 $P --threads 2").output,
            "2\n");
}

TEST(Start, ChecksTheCpu) {
  Result result = run("FEATURES=sse2,imaginary,cx16,dream $P 2>&1");
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(contains(result.output, "'znver4'"));
  EXPECT_TRUE(contains(result.output, "lacks: imaginary, dream\n"))
      << result.output;
  // The names of this machine's flags mean the same here.
  Result known = run(
      "F=$(grep -m1 ^flags /proc/cpuinfo | tr ' ' '\\n' | grep -xE "
      "'sse.*|avx.*|fma|f16c|bmi[12]|movbe|popcnt|aes|abm|vaes|gfni|adx|"
      "pclmulqdq|vpclmulqdq|sha_ni|ssse3' | tr '\\n' ,); FEATURES=$F $P 2>&1");
  EXPECT_EQ(known.output, "one\ntwo\nthree\n");
}

TEST(Start, Devices) {
  Result result = run("DEVICES=cpu:0,cuda:1 $P 2>&1");
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(contains(result.output, "was compiled without code for GPUs"));
  EXPECT_TRUE(contains(result.output, "cuda:1"));
  for (const char *map : {"'cuda:*=cpu'", "cuda:1=cpu", "'*=cpu:0'",
                          "cuda:1=cpu:255", "'cuda:*=cpu,cuda:7*=cuda:1'"})
    EXPECT_EQ(run(std::string("DEVICES=cpu:0,cuda:1 $P --device-map ") + map +
                  " 2>&1")
                  .status,
              0)
        << map;
  for (const char *map : {"cuda:0=cpu", "'cuda:*=cuda:0'", "cuda=cpu",
                          "cuda:1=cpu:", "cuda:1=cpu:256", "cuda:1=cpu:1x",
                          "cuda:1=cuda:1", "cuda:1=cpu,cuda:2"})
    EXPECT_EQ(run(std::string("DEVICES=cpu:0,cuda:1 $P --device-map ") + map +
                  " 2>&1")
                  .status,
              1)
        << map;
}

TEST(Start, DeviceAliases) {
  const char *program = "DEVICES=cpu:0,cuda:0,cuda:1 $P --device-map ";
  for (const char *map :
       {"cuda:0=cpu:0,cuda:1=cuda:0", "cuda:1=cuda:0,cuda:0=cpu"})
    EXPECT_EQ(run(std::string(program) + map).status, 0) << map;
  // A circle leads nowhere.
  EXPECT_EQ(run(std::string(program) + "cuda:0=cuda:1,cuda:1=cuda:0").status,
            1);
  // What the program has is listed.
  Result other = run(std::string(program) + "cuda:2=cpu 2>&1");
  EXPECT_TRUE(contains(other.output, "the program has no device 'cuda:2'; its "
                                     "devices are cpu:0,cuda:0,cuda:1"));
}

TEST(Start, AnErrorEndsTheProgram) {
  Result result = run("SAMPLE=fail $P --threads 2 2>&1");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.output, "before\n"
                           "ValueError: boom\n"
                           "  at sample.py:2:3: link\n"
                           "  in the task forked at sample.py:7:9: fork\n"
                           "  waited for at sample.py:3:5: link\n"
                           "  in the task forked at sample.py:7:9: fork\n"
                           "  waited for at sample.py:3:5: link\n"
                           "  in the task forked at sample.py:7:9: fork\n"
                           "  waited for at sample.py:9:1: main\n");
}

TEST(Start, WarningsComeOnce) {
  EXPECT_EQ(run("SAMPLE=warn $P 2>&1").output,
            "sample.py:4:1: f: warning: careful\n");
}

TEST(Start, OutputThatCannotBeWrittenIsAnError) {
  Result full = run("SAMPLE=flood $P 2>&1 >/dev/full");
  EXPECT_EQ(full.status, 1);
  EXPECT_TRUE(contains(full.output, "No space left on device"));
  Result pipe = run("exec 9>&1; (SAMPLE=flood $P 2>/dev/null; echo $? >&9) | "
                    "true");
  EXPECT_EQ(pipe.output, "1\n");
}

#ifndef TINE_TEST_SMALL_STACKS
TEST(Start, DeepChainsFitOnTheStack) {
  Result result = run("SAMPLE=chain LENGTH=200000 $P --threads 1");
  EXPECT_EQ(result.output, "before\n200000\n");
  EXPECT_EQ(result.status, 0);
}

TEST(Start, AStackOverflowIsReported) {
  Result result = run("ulimit -v 2000000; "
                      "SAMPLE=chain LENGTH=2000000 $P --threads 1 2>&1");
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(contains(result.output, "before\nfatal error: stack overflow"))
      << result.output;
}
#endif

} // namespace
