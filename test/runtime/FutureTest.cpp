//===- FutureTest.cpp - Futures ---------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forks and waits on 1 to 8 threads, with errors, and what happens to captures
// and results.
//
//===----------------------------------------------------------------------===//

#include "TaskPool.h"
#include "TestSupport.h"

#include <atomic>
#include <mutex>
#include <optional>

using namespace tine;
using namespace tine::test;

namespace {

/// Futures that live until the end of the test: a task that fails does not
/// release what it holds.
class Keeper {
public:
  tine_future *keep(tine_future *future) {
    std::lock_guard<std::mutex> lock(mutex);
    futures.push_back(future);
    return future;
  }
  ~Keeper() {
    for (tine_future *future : futures)
      tine_abi_release(future);
  }

private:
  std::mutex mutex;
  std::vector<tine_future *> futures;
};

tine_future *newFuture(void (*body)(tine_future *),
                       const std::vector<uint64_t> &captures,
                       uint64_t captureMask, uint32_t results,
                       uint64_t resultMask) {
  tine_future *future =
      tine_abi_future_new(body, uint32_t(captures.size()), captureMask, results,
                          resultMask, "t.py:1:1: fork");
  for (size_t i = 0; i < captures.size(); ++i)
    future->slots[i] = captures[i];
  return future;
}

/// Runs `body` in a team as the root task; the description of its error or "".
std::string program(int threads, const std::function<void()> &body) {
  struct Argument {
    const std::function<void()> &body;
    std::string error;
  } argument = {body, ""};
  runTeam(
      threads,
      [](void *p) {
        auto *argument = static_cast<Argument *>(p);
        argument->error = errorOf(argument->body);
      },
      &argument);
  return argument.error;
}

class Futures : public testing::TestWithParam<int> {
protected:
  int threads() const { return GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(Threads, Futures, testing::Values(1, 2, 3, 4, 8));

//===-- Values ------------------------------------------------------------===//

/// (int, str) -> (str, int, str): results overlap the captures.
void swapBody(tine_future *future) {
  uint64_t number = future->slots[0];
  tine_string *text = asString(future->slots[1]);
  tine_string *doubled = tine_abi_string_concat(text, text);
  tine_abi_retain(text);
  future->slots[0] = slot(doubled);
  future->slots[1] = number + 1;
  future->slots[2] = slot(text);
}

TEST_P(Futures, CapturesAreReleasedAndResultsOwned) {
  tine_string *text = make("ab");
  EXPECT_EQ(program(threads(),
                    [&] {
                      tine_abi_retain(text);
                      tine_future *future =
                          newFuture(swapBody, {7, slot(text)}, 2, 3, 5);
                      spawn(future);
                      wait(future, "t.py:2:1: wait");
                      EXPECT_EQ(format(0, "%s %i %s",
                                       {future->slots[0], future->slots[1],
                                        future->slots[2]}),
                                "abab 8 ab");
                      wait(future, "t.py:3:1: again");
                      tine_abi_release(future);
                    }),
            "");
  EXPECT_EQ(text->head.count, 1u);
  tine_abi_release(text);
}

void failBody(tine_future *future) {
  tine_abi_alloc(1000);
  tine_abi_raise_text("ValueError", "boom", "t.py:9:9: raise");
}

TEST_P(Futures, AFailureIsRaisedAtEveryWait) {
  tine_string *text = make("ab");
  EXPECT_EQ(program(threads(),
                    [&] {
                      tine_abi_retain(text);
                      tine_future *future =
                          newFuture(failBody, {slot(text)}, 1, 1, 1);
                      spawn(future);
                      for (int i = 0; i < 2; ++i)
                        EXPECT_EQ(
                            errorOf([&] { wait(future, "t.py:2:1: wait"); }),
                            "ValueError: boom\n"
                            "  at t.py:9:9: raise\n"
                            "  in the task forked at t.py:1:1: fork\n"
                            "  waited for at t.py:2:1: wait\n");
                      tine_abi_release(future);
                      // And nobody minds when nobody waits.
                      tine_abi_retain(text);
                      future = newFuture(failBody, {slot(text)}, 1, 1, 1);
                      spawn(future);
                      tine_abi_release(future);
                    }),
            "");
  EXPECT_EQ(text->head.count, 1u);
  tine_abi_release(text);
}

//===-- Shapes of graphs --------------------------------------------------===//

/// Waits for the futures of a list and adds 1 to the sum of their results.
void sumBody(tine_future *future) {
  auto *list = object<tine_list>(future->slots[0]);
  uint64_t sum = 1;
  for (int64_t i = 0; i < list->length; ++i) {
    auto *other = object<tine_future>(*elementOf(list, i));
    wait(other, "t.py:3:1: wait");
    sum += other->slots[0];
  }
  future->slots[0] = sum;
}

tine_future *newSum(const std::vector<tine_future *> &others) {
  tine_list *list = tine_abi_list_new(1, 1, int64_t(others.size()));
  for (tine_future *other : others) {
    tine_abi_retain(other);
    *tine_abi_list_push(list) = slot(other);
  }
  return newFuture(sumBody, {slot(list)}, 1, 1, 0);
}

TEST_P(Futures, SiblingsWaitForEachOther) {
  Keeper keeper;
  EXPECT_EQ(program(threads(),
                    [&] {
                      for (int round = 0; round < 50; ++round) {
                        std::vector<tine_future *> row;
                        for (int i = 0; i < 6; ++i) {
                          row.push_back(keeper.keep(newSum(row)));
                          spawn(row.back());
                        }
                        wait(row.back(), "");
                        EXPECT_EQ(row.back()->slots[0], 32u);
                      }
                    }),
            "");
}

TEST_P(Futures, FanIn) {
  Keeper keeper;
  EXPECT_EQ(program(threads(),
                    [&] {
                      std::vector<tine_future *> first, second;
                      for (int i = 0; i < 64; ++i)
                        spawn(first.emplace_back(keeper.keep(newSum({}))));
                      for (int i = 0; i < 64; ++i)
                        spawn(second.emplace_back(keeper.keep(newSum(first))));
                      tine_future *last = keeper.keep(newSum(second));
                      spawn(last);
                      wait(last, "");
                      EXPECT_EQ(last->slots[0], 1u + 64 * 65);
                    }),
            "");
}

/// Each task waits for the one before it.
void chainBody(tine_future *future) {
  auto *previous = object<tine_future>(future->slots[0]);
  uint64_t depth = 1;
  if (previous) {
    wait(previous, "t.py:4:1: link");
    depth += previous->slots[0];
  } else if (future->slots[1]) {
    tine_abi_raise_text("ValueError", "first", "t.py:5:1: first");
  }
  future->slots[0] = depth;
}

/// Forks `length` links; the last one is returned. `order` is 1 to start the
/// tasks as they are made, -1 to start the last one first.
tine_future *chain(int length, int order, bool fails) {
  std::vector<tine_future *> all;
  for (int i = 0; i < length; ++i) {
    tine_future *previous = i ? all.back() : nullptr;
    // Takes over the creator's count of the link before.
    all.push_back(newFuture(chainBody, {slot(previous), fails}, 1, 1, 0));
    if (order > 0)
      spawn(all.back());
  }
  tine_future *last = all.back();
  if (order < 0)
    for (int i = length; i-- > 0;)
      spawn(all[size_t(i)]);
  return last;
}

TEST_P(Futures, ChainOf100000) {
  EXPECT_EQ(program(threads(),
                    [&] {
                      tine_future *last = chain(100000, 1, false);
                      wait(last, "");
                      EXPECT_EQ(last->slots[0], 100000u);
                      tine_abi_release(last);
                    }),
            "");
}

TEST_P(Futures, ChainThatIsStartedFromItsEnd) {
  // Tasks nest here on the stack of a plain thread.
  EXPECT_EQ(program(threads(),
                    [&] {
                      tine_future *last = chain(1000, -1, false);
                      wait(last, "");
                      EXPECT_EQ(last->slots[0], 1000u);
                      tine_abi_release(last);
                    }),
            "");
}

TEST_P(Futures, AnErrorCrossesManyWaits) {
  std::string error = program(threads(), [&] {
    tine_future *last = chain(5000, 1, true);
    std::string inner = errorOf([&] { wait(last, "t.py:6:1: main"); });
    tine_abi_release(last);
    EXPECT_EQ(inner.rfind("ValueError: first\n  at t.py:5:1: first\n", 0), 0u);
    EXPECT_NE(inner.find("waits ...\n"), std::string::npos);
    EXPECT_EQ(inner.substr(inner.size() - 31),
              "  waited for at t.py:6:1: main\n");
  });
  EXPECT_EQ(error, "");
}

TEST_P(Futures, ATaskThatWaitsForItselfIsAnError) {
  EXPECT_EQ(
      program(threads(),
              [&] {
                // The list gets the future after the fork of a task that
                // reads it.
                tine_list *list = tine_abi_list_new(1, 1, 0);
                tine_abi_retain(list);
                tine_future *future = newFuture(sumBody, {slot(list)}, 1, 1, 0);
                tine_abi_retain(future);
                *tine_abi_list_push(list) = slot(future);
                spawn(future);
                std::string error = errorOf([&] { wait(future, ""); });
                EXPECT_EQ(error.rfind("RuntimeError: deadlock: a task waits, "
                                      "directly or over others, for itself\n",
                                      0),
                          0u)
                    << error;
                tine_abi_list_clear(list); // breaks the cycle
                tine_abi_release(list);
                tine_abi_release(future);
              }),
      "");
}

TEST_P(Futures, ACircleOfTasksIsAnError) {
  EXPECT_EQ(
      program(threads(),
              [&] {
                // Each waits for the next one, and the last one for the first.
                std::vector<tine_list *> lists;
                std::vector<tine_future *> futures;
                for (int i = 0; i < 3; ++i) {
                  lists.push_back(tine_abi_list_new(1, 1, 0));
                  tine_abi_retain(lists.back());
                  futures.push_back(
                      newFuture(sumBody, {slot(lists.back())}, 1, 1, 0));
                }
                for (size_t i = 0; i < 3; ++i) {
                  tine_abi_retain(futures[(i + 1) % 3]);
                  *tine_abi_list_push(lists[i]) = slot(futures[(i + 1) % 3]);
                }
                for (tine_future *future : futures)
                  spawn(future);
                for (tine_future *future : futures) {
                  std::string error = errorOf([&] { wait(future, ""); });
                  EXPECT_EQ(error.rfind("RuntimeError: deadlock: a task waits, "
                                        "directly or over others, for itself\n",
                                        0),
                            0u)
                      << error;
                }
                for (size_t i = 0; i < 3; ++i) {
                  tine_abi_list_clear(lists[i]);
                  tine_abi_release(lists[i]);
                  tine_abi_release(futures[i]);
                }
              }),
      "");
}

TEST(Fork, RunsAtOnceWhereEnoughTasksWait) {
  std::vector<tine_future *> waiting;
  tine_future *last = nullptr;
  for (int i = 0; i < 2000 && !last; ++i) {
    tine_future *future =
        newFuture(sumBody, {slot(tine_abi_list_new(1, 1, 0))}, 1, 1, 0);
    if (tine_abi_future_defer(future))
      waiting.push_back(future);
    else
      last = future;
  }
  EXPECT_GT(waiting.size(), 8u);
  ASSERT_NE(last, nullptr);
  EXPECT_TRUE(tine_abi_future_ready(last));
  EXPECT_EQ(last->slots[0], 1u);
  tine_abi_release(last);
  for (tine_future *future : waiting) {
    EXPECT_FALSE(tine_abi_future_ready(future));
    tine_abi_future_task(future);
    EXPECT_EQ(future->slots[0], 1u);
    tine_abi_release(future);
  }
}

//===-- Random graphs -----------------------------------------------------===//

/// A graph whose tasks fork tasks, wait for their own and for earlier ones of
/// the top level, and sometimes fail.
struct Graph {
  int size;
  uint64_t seed;
  std::vector<tine_future *> tops;
  Keeper *keeper;
};

uint64_t scramble(uint64_t x) {
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

struct Plan {
  int children, others;
  bool fails, othersFirst;
  explicit Plan(uint64_t seed, uint64_t depth)
      : children(depth ? int(seed % 4) : 0), others(int(seed >> 8) & 3),
        fails((seed >> 16) % 23 == 0), othersFirst(seed >> 24 & 1) {}
};

uint64_t childSeed(uint64_t seed, int i) {
  return scramble(seed * 31 + uint64_t(i) + 1);
}
int otherIndex(uint64_t seed, int i, int before) {
  return int(scramble(seed + 77 * uint64_t(i)) % uint64_t(before));
}

/// What a task should give: a value, or the seed of the task that failed.
struct Outcome {
  uint64_t value;
  std::optional<uint64_t> failed;
};

Outcome expected(uint64_t seed, uint64_t depth, int before,
                 const std::vector<Outcome> &tops) {
  Plan plan(seed, depth);
  Outcome result = {seed, std::nullopt};
  auto add = [&](const Outcome &part) {
    if (part.failed && !result.failed)
      result.failed = part.failed;
    result.value = scramble(result.value ^ part.value);
  };
  for (int pass = 0; pass < 2; ++pass) {
    if ((pass == 0) == plan.othersFirst)
      for (int i = 0; i < plan.others && before; ++i)
        add(tops[size_t(otherIndex(seed, i, before))]);
    else
      for (int i = plan.children; i-- > 0;)
        add(expected(childSeed(seed, i), depth - 1, before, tops));
  }
  if (plan.fails && !result.failed)
    result.failed = seed;
  return result;
}

void graphBody(tine_future *future) {
  auto *graph = object<Graph>(future->slots[0]);
  uint64_t seed = future->slots[1], depth = future->slots[2];
  auto before = int(future->slots[3]);
  Plan plan(seed, depth);
  tine_future *children[4];
  for (int i = 0; i < plan.children; ++i) {
    tine_future *child = tine_abi_future_new(graphBody, 4, 0, 1, 0, "c");
    child->slots[0] = slot(graph);
    child->slots[1] = childSeed(seed, i);
    child->slots[2] = depth - 1;
    child->slots[3] = uint64_t(before);
    spawn(children[i] = graph->keeper->keep(child));
  }
  uint64_t value = seed;
  auto add = [&](tine_future *other) {
    wait(other, "w");
    value = scramble(value ^ other->slots[0]);
  };
  for (int pass = 0; pass < 2; ++pass) {
    if ((pass == 0) == plan.othersFirst)
      for (int i = 0; i < plan.others && before; ++i)
        add(graph->tops[size_t(otherIndex(seed, i, before))]);
    else
      for (int i = plan.children; i-- > 0;)
        add(children[i]);
  }
  if (plan.fails)
    raisef("ValueError", nullptr, "%llx",
           static_cast<unsigned long long>(seed));
  future->slots[0] = value;
}

TEST_P(Futures, RandomNestedGraphsWithErrors) {
  for (uint64_t round = 0; round < 60; ++round) {
    Keeper keeper;
    Graph graph = {40, scramble(round + 1), {}, &keeper};
    graph.tops.reserve(size_t(graph.size));
    std::vector<Outcome> outcomes;
    for (int i = 0; i < graph.size; ++i)
      outcomes.push_back(
          expected(scramble(graph.seed + uint64_t(i)), 3, i, outcomes));
    EXPECT_EQ(
        program(threads(),
                [&] {
                  for (int i = 0; i < graph.size; ++i) {
                    tine_future *top = newFuture(
                        graphBody,
                        {slot(&graph), scramble(graph.seed + uint64_t(i)), 3,
                         uint64_t(i)},
                        0, 1, 0);
                    graph.tops.push_back(keeper.keep(top));
                    spawn(top);
                  }
                  for (size_t i = 0; i < graph.tops.size(); ++i) {
                    std::string error =
                        errorOf([&] { wait(graph.tops[i], "main"); });
                    if (outcomes[i].failed) {
                      char text[64];
                      snprintf(
                          text, sizeof(text), "ValueError: %llx\n",
                          static_cast<unsigned long long>(*outcomes[i].failed));
                      EXPECT_EQ(error.rfind(text, 0), 0u) << error << text;
                    } else {
                      EXPECT_EQ(error, "");
                      EXPECT_EQ(graph.tops[i]->slots[0], outcomes[i].value);
                    }
                  }
                }),
        "");
  }
}

//===-- Waiting -----------------------------------------------------------===//

std::atomic<int> sleepers;

void sleepBody(tine_future *future) {
  ++sleepers;
  timespec time = {0, 20000000};
  nanosleep(&time, nullptr);
  future->slots[0] = 1;
}

TEST_P(Futures, ALongWaitSleeps) {
  if (threads() == 1)
    GTEST_SKIP() << "needs a second thread";
  EXPECT_EQ(
      program(threads(),
              [&] {
                sleepers = 0;
                tine_future *future = newFuture(sleepBody, {}, 0, 1, 0);
                spawn(future);
                while (!sleepers)
                  std::atomic_thread_fence(std::memory_order_seq_cst);
                timespec before, after;
                clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
                for (int64_t round = 0; !tine_abi_future_ready(future); ++round)
                  tine_abi_future_pause(future, round);
                clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
                double used = double(after.tv_sec - before.tv_sec) +
                              1e-9 * double(after.tv_nsec - before.tv_nsec);
                EXPECT_LT(used, 0.01);
                tine_abi_release(future);
              }),
      "");
}

} // namespace
