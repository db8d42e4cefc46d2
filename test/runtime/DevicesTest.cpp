//===- DevicesTest.cpp - Queues of devices ----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work of four devices: the first is the host, the second and the fourth share
// a logical CPU, the third has one of its own. Each CPU has a thread.
//
//===----------------------------------------------------------------------===//

#include "devices.h"
#include "TestSupport.h"
#include "futures.h"

#include <atomic>
#include <mutex>

using namespace tine;
using namespace tine::test;

/// The program that the runtime starts: its devices have names in traces.
extern "C" const tine_program tine_abi_program = {TINE_ABI_VERSION,
                                                  0,
                                                  "test.py",
                                                  "",
                                                  "",
                                                  "",
                                                  "cpu,cuda:0,cuda:1,cuda:2",
                                                  nullptr,
                                                  nullptr,
                                                  0,
                                                  "",
                                                  nullptr,
                                                  nullptr,
                                                  nullptr,
                                                  0,
                                                  nullptr,
                                                  nullptr};

namespace {

constexpr int32_t host = 0, first = 1, second = 2, sharing = 3;

std::mutex lock;
std::vector<int64_t> order; ///< numbers of the calls that ran
std::atomic<bool> isOpen;   ///< calls of `waitAtGate` go on

void note(int64_t number) {
  std::lock_guard<std::mutex> guard(lock);
  order.push_back(number);
}

/// (number) -> twice the number
void doubleBody(tine_future *call) {
  note(int64_t(call->slots[0]));
  call->slots[0] *= 2;
}

void waitAtGate(tine_future *call) {
  while (!isOpen)
    sched_yield();
  doubleBody(call);
}

void failBody(tine_future *call) {
  note(int64_t(call->slots[0]));
  raisef("RuntimeError", call->where, "call %d", int(call->slots[0]));
}

class Devices : public testing::Test {
protected:
  static void SetUpTestSuite() {
    DeviceMap map;
    map.count = 4;
    map.places[host] = 0;
    map.places[first] = map.places[sharing] = 1;
    map.places[second] = 2;
    EXPECT_EQ(startPlaces(map, 2), 1) << "the host keeps a thread";
  }
  void SetUp() override {
    order.clear();
    isOpen = true;
  }

  /// Queues a call with a number; its future, of one result.
  static tine_future *enqueue(int32_t device, void (*body)(tine_future *),
                              int64_t number, bool canFail = false) {
    tine_future *call = tine_abi_future_new(body, 1, 0, 1, 0, "t.py:1:1: call");
    call->slots[0] = uint64_t(number);
    tine_future *future = nullptr;
    tine_abi_enqueue(call, device, canFail, &future);
    return future;
  }

  static uint64_t resultOf(tine_future *future) {
    emptyQueues();
    EXPECT_TRUE(tine_abi_future_ready(future));
    uint64_t result = future->slots[0];
    tine_abi_release(future);
    return result;
  }
};

TEST_F(Devices, WorkOfTheHostRunsAtOnce) {
  isOpen = true;
  tine_future *future = enqueue(host, doubleBody, 21);
  EXPECT_EQ(order, std::vector<int64_t>{21});
  EXPECT_EQ(resultOf(future), 42u);
}

TEST_F(Devices, AQueueRunsInOrderAndBesideWhoQueues) {
  isOpen = false;
  std::vector<tine_future *> futures;
  for (int64_t i = 0; i < 8; ++i)
    futures.push_back(enqueue(i % 2 ? sharing : first, waitAtGate, i));
  EXPECT_FALSE(tine_abi_future_ready(futures.front()));
  isOpen = true;
  emptyQueues();
  EXPECT_EQ(order, (std::vector<int64_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  for (int64_t i = 0; i < 8; ++i)
    EXPECT_EQ(resultOf(futures[size_t(i)]), uint64_t(2 * i));
}

TEST_F(Devices, PlacesDoNotWaitForEachOther) {
  isOpen = false;
  tine_future *held = enqueue(first, waitAtGate, 1);
  tine_future *other = enqueue(second, doubleBody, 2);
  while (!tine_abi_future_ready(other))
    sched_yield();
  EXPECT_FALSE(tine_abi_future_ready(held));
  isOpen = true;
  EXPECT_EQ(resultOf(held), 2u);
  EXPECT_EQ(resultOf(other), 4u);
}

TEST_F(Devices, WhoQueuesTooMuchWaits) {
  isOpen = false;
  std::vector<tine_future *> futures;
  for (int64_t i = 0; i < 64; ++i)
    futures.push_back(enqueue(first, waitAtGate, i));
  isOpen = true;
  for (int64_t i = 64; i < 1000; ++i)
    futures.push_back(enqueue(first, doubleBody, i));
  emptyQueues();
  EXPECT_EQ(order.size(), 1000u);
  for (int64_t i = 0; i < 1000; ++i)
    EXPECT_EQ(resultOf(futures[size_t(i)]), uint64_t(2 * i));
}

TEST_F(Devices, TheErrorThatWasQueuedFirstIsRaised) {
  // The second place is done long before the first one.
  std::vector<tine_future *> futures;
  std::string error = errorOf([&] {
    isOpen = false;
    futures.push_back(enqueue(first, waitAtGate, 0));
    futures.push_back(enqueue(first, failBody, 1, /*canFail=*/true));
    futures.push_back(enqueue(second, failBody, 2, /*canFail=*/true));
    while (!tine_abi_future_ready(futures.back()))
      sched_yield();
    isOpen = true;
    raiseQueued();
    ADD_FAILURE() << "an error was queued";
  });
  EXPECT_NE(error.find("RuntimeError: call 1"), std::string::npos) << error;
  emptyQueues();
  for (tine_future *future : futures)
    tine_abi_release(future);
}

TEST_F(Devices, AnErrorIsToldOnce) {
  std::vector<tine_future *> futures;
  std::string error = errorOf([&] {
    futures.push_back(enqueue(first, failBody, 1, /*canFail=*/true));
    Scope *scope = currentScope();
    tine_error *told = finishQueued(*scope, /*forget=*/true);
    ASSERT_NE(told, nullptr);
    releaseError(told);
    EXPECT_EQ(finishQueued(*scope, /*forget=*/true), nullptr);
  });
  EXPECT_EQ(error, "");
  for (tine_future *future : futures)
    tine_abi_release(future);
}

//===-- Copies ------------------------------------------------------------===//

tine_tensor *numbered(int64_t count) {
  tine_tensor *made = tensor(TINE_INT64, {count});
  for (int64_t i = 0; i < count; ++i)
    static_cast<int64_t *>(elements(made))[i] = i;
  return made;
}

tine_tensor *tensorOf(tine_future *future) {
  if (tine_abi_future_claim(future))
    tine_abi_future_run(future);
  EXPECT_TRUE(tine_abi_future_ready(future));
  return object<tine_tensor>(future->slots[0]);
}

TEST_F(Devices, ATransferToAnotherPlaceIsACopy) {
  tine_tensor *source = numbered(5);
  tine_future *copy =
      tine_abi_transfer(&source->head, first, second, "t.py:1:1: to");
  EXPECT_FALSE(tine_abi_future_ready(copy)) << "whoever needs it makes it";
  tine_tensor *made = tensorOf(copy);
  ASSERT_NE(made, source);
  EXPECT_EQ(memcmp(elements(made), elements(source), 5 * sizeof(int64_t)), 0);
  tine_abi_release(copy);
}

TEST_F(Devices, WhatStandsForNoTensorHasNoElementsToCopy) {
  // As large as no memory is behind it.
  tine_tensor standIn = {};
  standIn.head = {TINE_IMMORTAL, TINE_KIND_TENSOR, TINE_INT64, 1};
  standIn.data = &standIn + 1;
  standIn.sizes[0] = 1 << 24;
  tine_future *copy =
      tine_abi_transfer(&standIn.head, first, second, "t.py:1:1: to");
  EXPECT_EQ(tensorOf(copy)->sizes[0], 1 << 24);
  tine_abi_release(copy);
}

TEST_F(Devices, ATransferInAPlaceIsNone) {
  tine_tensor *source = numbered(5);
  tine_future *same =
      tine_abi_transfer(&source->head, first, sharing, "t.py:1:1: to");
  EXPECT_EQ(tensorOf(same), source);
  EXPECT_EQ(tine_abi_transfer(&same->head, sharing, first, "t.py:1:1: to"),
            same);
  tine_abi_release(same);
}

TEST_F(Devices, CopiesInARowOfAnyLength) {
  tine_tensor *source = numbered(3);
  tine_object *last = &source->head;
  for (int i = 0; i < 1000; ++i)
    last = &tine_abi_transfer(last, i % 2 ? second : first,
                              i % 2 ? first : second, "t.py:1:1: to")
                ->head;
  auto *future = reinterpret_cast<tine_future *>(last);
  EXPECT_EQ(static_cast<int64_t *>(elements(tensorOf(future)))[2], 2);
  tine_abi_release(future);
}

} // namespace
