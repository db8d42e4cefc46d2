//===- python_random.cpp - The random numbers of CPython --------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generators of the modules `random` and `numpy.random`: mt19937 as
// PyTorch's, but read in another way, and those of `random` are seeded by an
// array (init_by_array of Matsumoto and Nishimura).
//
//===----------------------------------------------------------------------===//

#include "errors.h"
#include "random_kernels.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/random.h>

using namespace tine;

namespace {

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/// One of the program's generators; all of them are under the lock.
struct Generator {
  int64_t number;
  Generator *following;
  uint32_t state[mtSize];
  uint32_t out[mtSize];
  int next;

  void seed(uint64_t seed) {
    uint32_t key[2] = {uint32_t(seed), uint32_t(seed >> 32)};
    uint32_t length = key[1] ? 2 : 1;
    seedWord(19650218u);
    uint32_t i = 1;
    auto put = [&](uint32_t value) {
      state[i++] = value;
      if (i < mtSize)
        return;
      state[0] = state[mtSize - 1];
      i = 1;
    };
    auto mixed = [&](uint32_t factor) {
      uint32_t before = state[i - 1];
      return state[i] ^ (before ^ before >> 30) * factor;
    };
    for (uint32_t k = 0; k < mtSize; ++k)
      put(mixed(1664525u) + key[k % length] + k % length);
    for (uint32_t k = 1; k < mtSize; ++k)
      put(mixed(1566083941u) - i);
    state[0] = 0x80000000u;
    next = mtSize;
  }

  /// init_genrand.
  void seedWord(uint32_t seed) {
    uint32_t last = state[0] = seed;
    for (uint32_t i = 1; i < mtSize; ++i)
      last = state[i] = 1812433253u * (last ^ last >> 30) + i;
    next = mtSize;
  }

  uint64_t bits(int64_t count) {
    if (count <= 32)
      return count ? word() >> (32 - count) : 0;
    uint64_t low = word();
    return low | uint64_t(word() >> (64 - count)) << 32;
  }

  uint32_t word() {
    if (next == mtSize) {
      randomKernelsBase.refill(state, out);
      next = 0;
    }
    return out[next++];
  }
} *generators;

/// Holds the lock; a new generator takes its seed from the system.
struct Draws {
  explicit Draws(int64_t number) {
    pthread_mutex_lock(&mutex);
    for (own = generators; own; own = own->following)
      if (own->number == number)
        return;
    own = static_cast<Generator *>(malloc(sizeof(Generator)));
    if (!own) {
      pthread_mutex_unlock(&mutex);
      raisef("MemoryError", nullptr, "no memory for random numbers");
    }
    own->number = number;
    own->following = generators;
    generators = own;
    uint64_t seed;
    if (getrandom(&seed, sizeof(seed), 0) != sizeof(seed))
      seed = uint64_t(tine_abi_clock(TINE_CLOCK_REALTIME));
    own->seed(seed);
  }
  ~Draws() { pthread_mutex_unlock(&mutex); }
  Generator *operator->() { return own; }

private:
  Generator *own;
};

} // namespace

int64_t tine_abi_python_seed(int64_t generator, int64_t seed) {
  Draws draws(generator);
  draws->seed(seed < 0 ? -uint64_t(seed) : uint64_t(seed));
  return 0;
}

int64_t tine_abi_python_word_seed(int64_t generator, int64_t seed) {
  Draws draws(generator);
  draws->seedWord(uint32_t(seed));
  return 0;
}

double tine_abi_python_random(int64_t generator, int64_t) {
  Draws draws(generator);
  double high = draws->word() >> 5, low = draws->word() >> 6;
  return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
}

int64_t tine_abi_python_bits(int64_t generator, int64_t count) {
  Draws draws(generator);
  return int64_t(draws->bits(count));
}

int64_t tine_abi_python_below(int64_t generator, int64_t end) {
  Draws draws(generator);
  int64_t count = 64 - __builtin_clzll(uint64_t(end));
  uint64_t number;
  do
    number = draws->bits(count);
  while (number >= uint64_t(end));
  return int64_t(number);
}
