//===- numpy_random.cpp - The random numbers of numpy.random.default_rng --===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PCG64 (O'Neill: a linear congruential generator of 128 bits whose output is
// XSL RR), seeded by NumPy's SeedSequence; ints by Lemire's multiplication, and
// normal numbers by Marsaglia and Tsang's ziggurat of 256 strips.
//
//===----------------------------------------------------------------------===//

#include "errors.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

using namespace tine;

namespace {

using Word128 = unsigned __int128;

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

//===----------------------------------------------------------------------===//
// SeedSequence
//===----------------------------------------------------------------------===//

/// Spreads the words of a seed over a pool of 128 bits.
class SeedSequence {
public:
  explicit SeedSequence(uint64_t seed) {
    uint32_t words[size] = {uint32_t(seed), uint32_t(seed >> 32)};
    for (int i = 0; i < size; ++i)
      pool[i] = hash(words[i]);
    for (int from = 0; from < size; ++from)
      for (int to = 0; to < size; ++to)
        if (from != to)
          pool[to] = mix(pool[to], hash(pool[from]));
  }

  /// Eight words of state, as four of 64 bits.
  void generate(uint64_t (&state)[4]) const {
    uint32_t factor = 0x8b51f9ddu;
    uint32_t words[8];
    for (int i = 0; i < 8; ++i) {
      uint32_t value = pool[i % size] ^ factor;
      factor *= 0x58f38dedu;
      value *= factor;
      words[i] = value ^ value >> 16;
    }
    for (int i = 0; i < 4; ++i)
      state[i] = words[2 * i] | uint64_t(words[2 * i + 1]) << 32;
  }

private:
  static constexpr int size = 4;

  uint32_t hash(uint32_t value) {
    value ^= factor;
    factor *= 0x931e8875u;
    value *= factor;
    return value ^ value >> 16;
  }
  static uint32_t mix(uint32_t x, uint32_t y) {
    uint32_t result = 0xca01f9ddu * x - 0x4973f715u * y;
    return result ^ result >> 16;
  }

  uint32_t factor = 0x43b0d7e5u;
  uint32_t pool[size];
};

//===----------------------------------------------------------------------===//
// The ziggurat
//===----------------------------------------------------------------------===//

/// Strips of equal area under exp(-x * x / 2), of which the first has the tail
/// from `end` on.
struct Ziggurat {
  static constexpr int strips = 256;
  static constexpr long double end = 3.6541528853610087963519472518L,
                               area = 0.00492867323397465524494L,
                               scale = 4503599627370496.0L; // 2**52
  uint64_t inside[strips]; // below it the point is under the curve
  double width[strips];
  double height[strips];

  Ziggurat() {
    long double x = end, y = expl(-0.5L * x * x);
    width[255] = double(x / scale);
    height[255] = double(y);
    inside[0] = uint64_t(x * y / area * scale);
    inside[1] = 0;
    width[0] = double(area / y / scale);
    height[0] = 1;
    for (int i = 254; i > 0; --i) {
      long double next = sqrtl(-2.0L * logl(area / x + y));
      inside[i + 1] = uint64_t(next / x * scale);
      width[i] = double(next / scale);
      x = next;
      y = expl(-0.5L * x * x);
      height[i] = double(y);
    }
  }
};

const Ziggurat &ziggurat() {
  static const Ziggurat table;
  return table;
}

//===----------------------------------------------------------------------===//
// Generators
//===----------------------------------------------------------------------===//

/// One of the program's generators; all of them are under the lock.
struct Generator {
  int64_t number;
  Generator *following;
  Word128 state, increment;
  bool hasHalf;
  uint32_t half;

  void seed(uint64_t seed) {
    uint64_t words[4];
    SeedSequence(seed).generate(words);
    increment = (Word128(words[2]) << 64 | words[3]) << 1 | 1;
    state = increment; // what a step from 0 gives
    state += Word128(words[0]) << 64 | words[1];
    step();
    hasHalf = false;
  }

  uint64_t word() {
    step();
    auto high = uint64_t(state >> 64);
    uint64_t mixed = high ^ uint64_t(state);
    unsigned turn = high >> 58;
    return mixed >> turn | mixed << (-turn & 63);
  }

  uint32_t halfWord() {
    if (hasHalf) {
      hasHalf = false;
      return half;
    }
    uint64_t both = word();
    hasHalf = true;
    half = uint32_t(both >> 32);
    return uint32_t(both);
  }

  double uniform() { return double(word() >> 11) * (1.0 / 9007199254740992.0); }

  /// From 0 to `most`.
  uint64_t upTo(uint64_t most) {
    if (most == 0)
      return 0;
    if (most == 0xffffffffu)
      return halfWord();
    if (most < 0xffffffffu) {
      auto count = uint32_t(most) + 1;
      uint64_t product = uint64_t(halfWord()) * count;
      for (uint32_t least = uint32_t(-count) % count;
           uint32_t(product) < least;)
        product = uint64_t(halfWord()) * count;
      return product >> 32;
    }
    if (most == UINT64_MAX)
      return word();
    uint64_t count = most + 1;
    Word128 product = Word128(word()) * count;
    for (uint64_t least = -count % count; uint64_t(product) < least;)
      product = Word128(word()) * count;
    return uint64_t(product >> 64);
  }

  double normal() {
    const Ziggurat &table = ziggurat();
    for (;;) {
      uint64_t bits = word();
      int strip = bits & 0xff;
      bool isNegative = bits >> 8 & 1;
      uint64_t place = bits >> 9 & 0x000fffffffffffffu;
      double x = double(place) * table.width[strip];
      if (isNegative)
        x = -x;
      if (place < table.inside[strip])
        return x;
      if (strip == 0)
        return tail(place >> 8 & 1);
      double above = table.height[strip - 1] - table.height[strip];
      if (above * uniform() + table.height[strip] < exp(-0.5 * x * x))
        return x;
    }
  }

private:
  void step() {
    const Word128 factor =
        Word128(2549297995355413924u) << 64 | 4865540595714422341u;
    state = state * factor + increment;
  }

  double tail(bool isNegative) {
    const auto end = double(Ziggurat::end), inverse = double(1 / Ziggurat::end);
    for (;;) {
      double x = -inverse * log1p(-uniform());
      double y = -log1p(-uniform());
      if (y + y > x * x)
        return isNegative ? -(end + x) : end + x;
    }
  }
} *generators;

/// Holds the lock; a generator that was not seeded is one of 0.
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
    own->seed(0);
  }
  ~Draws() { pthread_mutex_unlock(&mutex); }
  Generator *operator->() { return own; }

private:
  Generator *own;
};

} // namespace

int64_t tine_abi_python_pcg_seed(int64_t generator, int64_t seed) {
  Draws draws(generator);
  draws->seed(uint64_t(seed));
  return 0;
}

double tine_abi_python_pcg_random(int64_t generator, int64_t) {
  Draws draws(generator);
  return draws->uniform();
}

double tine_abi_python_pcg_normal(int64_t generator, int64_t) {
  Draws draws(generator);
  return draws->normal();
}

int64_t tine_abi_python_pcg_up_to(int64_t generator, int64_t most) {
  Draws draws(generator);
  return int64_t(draws->upTo(uint64_t(most)));
}
