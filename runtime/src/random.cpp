//===- random.cpp - Random numbers ------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PyTorch's CPU generator, bit for bit: one mt19937 for the process, consumed
// in row-major order. How many draws a number takes and how it is rounded is
// part of the contract; the reference is PyTorch 2.13 on a CPU with AVX2.
//
//===----------------------------------------------------------------------===//

#include "errors.h"
#include "half.h"
#include "objects.h"
#include "random_kernels.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/random.h>

using namespace tine;

namespace {

/// The generator; all of it is under the lock.
struct Generator {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  bool seeded = false;
  uint64_t seed;
  uint32_t state[mtSize];
  uint32_t out[mtSize];
  int next = mtSize;
  bool fresh; // nothing was drawn since the seed
  bool hasSpare;
  double spare; // second number of the last pair that was drawn one by one
} generator;

const RandomKernels &kernels() {
  static const RandomKernels *chosen;
  if (!chosen)
    chosen = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
                 ? &randomKernelsFma
                 : &randomKernelsBase;
  return *chosen;
}

void seedWith(uint64_t seed) {
  generator.seed = seed;
  generator.seeded = true;
  generator.hasSpare = false;
  generator.fresh = true;
  generator.next = mtSize;
  uint32_t last = generator.state[0] = uint32_t(seed);
  for (uint32_t i = 1; i < mtSize; ++i)
    last = generator.state[i] = 1812433253u * (last ^ last >> 30) + i;
}

/// Holds the lock; the first use without a seed takes one from the system.
struct Draws {
  Draws() {
    pthread_mutex_lock(&generator.mutex);
    if (generator.seeded)
      return;
    uint64_t seed;
    if (getrandom(&seed, sizeof(seed), 0) != sizeof(seed))
      seed = uint64_t(tine_abi_clock(TINE_CLOCK_REALTIME) / 1000);
    seedWith(seed & ((1ull << 53) - 1)); // what PyTorch's may be
  }
  ~Draws() { pthread_mutex_unlock(&generator.mutex); }

  uint32_t bits32() {
    if (generator.next == mtSize)
      refill();
    return generator.out[generator.next++];
  }
  uint64_t bits64() {
    uint64_t high = bits32();
    return high << 32 | bits32();
  }
  float unitFloat() { return float(bits32() & 0xFFFFFF) * 0x1p-24f; }
  uint64_t bits53() { return bits64() & ((1ull << 53) - 1); }
  double unitDouble() { return double(bits53()) * 0x1p-53; }

  /// Up to `wanted` next outputs in a row.
  const uint32_t *bulk(int64_t wanted, int64_t &count) {
    if (generator.next == mtSize)
      refill();
    count = mtSize - generator.next;
    count = count < wanted ? count : wanted;
    const uint32_t *result = generator.out + generator.next;
    generator.next += int(count);
    return result;
  }

  void uniform(float *out, int64_t count, float from, float to) {
    while (count) {
      int64_t part;
      const uint32_t *raw = bulk(count, part);
      kernels().uniform(out, raw, part, from, to - from, to);
      out += part;
      count -= part;
    }
  }

  /// One normal number in double precision; they come in pairs.
  double normal() {
    if (generator.hasSpare) {
      generator.hasSpare = false;
      return generator.spare;
    }
    double u1 = unitDouble(), u2 = unitDouble();
    double radius = sqrt(-2.0 * log1p(-u2));
    double theta = 2.0 * M_PI * u1;
    generator.spare = radius * sin(theta);
    generator.hasSpare = true;
    return radius * cos(theta);
  }

private:
  void refill() {
    kernels().refill(generator.state, generator.out);
    generator.next = 0;
    generator.fresh = false;
  }
};

//===-- Storing -----------------------------------------------------------===//

/// Fills with `next(index)`, converted to the dtype of the elements.
template <typename Next> void fill(tine_tensor *out, Next next) {
  int64_t count = elementCount(out);
  void *data = elements(out);
  auto loop = [&](auto *typed, auto convert) {
    for (int64_t i = 0; i < count; ++i)
      typed[i] = convert(next(i));
  };
  switch (out->head.dtype) {
  case TINE_FLOAT64:
    return loop(static_cast<double *>(data), [](auto v) { return double(v); });
  case TINE_FLOAT32:
    return loop(static_cast<float *>(data), [](auto v) { return float(v); });
  case TINE_FLOAT16:
    return loop(static_cast<uint16_t *>(data),
                [](auto v) { return halfBits(float(v)); });
  case TINE_BFLOAT16:
    return loop(static_cast<uint16_t *>(data),
                [](auto v) { return bfloatBits(float(v)); });
  case TINE_INT64:
    return loop(static_cast<int64_t *>(data),
                [](auto v) { return int64_t(v); });
  case TINE_INT32:
    return loop(static_cast<int32_t *>(data),
                [](auto v) { return int32_t(v); });
  case TINE_INT16:
    return loop(static_cast<int16_t *>(data),
                [](auto v) { return int16_t(v); });
  case TINE_BOOL:
    return loop(static_cast<uint8_t *>(data),
                [](auto v) { return uint8_t(v != 0); });
  case TINE_INT8:
    return loop(static_cast<int8_t *>(data), [](auto v) { return int8_t(v); });
  default:
    return loop(static_cast<uint8_t *>(data),
                [](auto v) { return uint8_t(v); });
  }
}

/// A number as it is after a round trip through the narrow dtype.
float narrowed(const tine_tensor *tensor, float value) {
  uint16_t bits =
      tensor->head.dtype == TINE_FLOAT16 ? halfBits(value) : bfloatBits(value);
  tine_tensor one = {};
  one.head.dtype = tensor->head.dtype;
  one.data = &bits;
  return float(elementAsDouble(&one, 0));
}

void needFloating(const tine_tensor *out, const char *what) {
  if (!isFloating(out->head.dtype))
    raisef("RuntimeError", nullptr,
           "%s needs a tensor of a floating point dtype", what);
}

} // namespace

//===-- Seeds -------------------------------------------------------------===//

void tine_abi_manual_seed(int64_t seed) {
  pthread_mutex_lock(&generator.mutex);
  seedWith(uint64_t(seed));
  pthread_mutex_unlock(&generator.mutex);
}

//===-- The state ---------------------------------------------------------===//

namespace {

/// What torch.get_rng_state() gives, byte by byte.
struct RngState {
  uint64_t seed;
  int32_t left; // outputs until the next refill, and one
  int32_t seeded;
  uint64_t next;
  uint64_t state[mtSize];
  double unused, spare, alsoUnused;
  int32_t hasSpare;
  float spareFloat; // of a generator that draws floats one by one: never
  uint64_t spareFloats[1];
};
static_assert(sizeof(RngState) == 5056);

} // namespace

void tine_abi_random_state(tine_tensor *out) {
  Draws draws;
  RngState value = {};
  value.seed = generator.seed;
  value.left = generator.next == mtSize ? 1 : mtSize + 1 - generator.next;
  value.seeded = 1;
  value.next = generator.fresh ? 0 : uint64_t(generator.next);
  for (int i = 0; i < mtSize; ++i)
    value.state[i] = generator.state[i];
  value.hasSpare = generator.hasSpare;
  if (generator.hasSpare)
    value.spare = generator.spare;
  memcpy(elements(out), &value, sizeof(value));
}

void tine_abi_set_random_state(tine_tensor *from) {
  if (from->head.dtype != TINE_UINT8)
    raisef("TypeError", nullptr, "RNG state must be a torch.ByteTensor");
  if (elementCount(from) != int64_t(sizeof(RngState)))
    raisef("RuntimeError", nullptr,
           "Expected a CPUGeneratorImplState of size 5056 but found the "
           "input RNG state size to be %lld",
           static_cast<long long>(elementCount(from)));
  RngState value;
  memcpy(&value, elements(from), sizeof(value));
  if (!value.seeded || value.left < 1 || value.left > mtSize ||
      value.next > uint64_t(mtSize))
    raisef("RuntimeError", nullptr, "Invalid mt19937 state");
  pthread_mutex_lock(&generator.mutex);
  generator.seed = value.seed;
  generator.seeded = true;
  generator.next = value.left == 1 ? mtSize : int(value.next);
  generator.fresh = value.left == 1 && value.next == 0;
  for (int i = 0; i < mtSize; ++i) {
    auto raw = uint32_t(value.state[i]);
    generator.state[i] = raw;
    raw ^= raw >> 11;
    raw ^= raw << 7 & 0x9D2C5680u;
    raw ^= raw << 15 & 0xEFC60000u;
    generator.out[i] = raw ^ raw >> 18;
  }
  generator.hasSpare = value.hasSpare != 0;
  generator.spare = value.spare;
  pthread_mutex_unlock(&generator.mutex);
}

//===-- Real numbers ------------------------------------------------------===//

void tine_abi_uniform(tine_tensor *out, double from, double to) {
  needFloating(out, "uniform_");
  // Also catches what is not a number.
  if (!(from <= to))
    raisef("RuntimeError", nullptr,
           "uniform_ expects to return a [from, to) range, but found "
           "from=%g > to=%g",
           from, to);
  Draws draws;
  switch (out->head.dtype) {
  case TINE_FLOAT32:
    draws.uniform(static_cast<float *>(elements(out)), elementCount(out),
                  float(from), float(to));
    break;
  case TINE_FLOAT64:
    fill(out, [&](int64_t) {
      double value = fma(draws.unitDouble(), to - from, from);
      return value == to ? from : value;
    });
    break;
  default: {
    auto low = float(from), scale = float(to) - low;
    float high = narrowed(out, float(to)), lowest = narrowed(out, low);
    fill(out, [&](int64_t) {
      float value = narrowed(out, fmaf(draws.unitFloat(), scale, low));
      return value == high ? lowest : value;
    });
  }
  }
}

/// 16 numbers as PyTorch's scalar loop makes them.
static void normal16(double *data, double mean, double std) {
  for (int j = 0; j < 8; ++j) {
    double radius = sqrt(-2 * log(1 - data[j]));
    double theta = 2.0 * M_PI * data[j + 8];
    data[j] = fma(radius * cos(theta), std, mean);
    data[j + 8] = fma(radius * sin(theta), std, mean);
  }
}

/// From 16 elements on: uniform numbers in place, turned block by block; what
/// is left at the end is drawn anew together with the elements before it.
static void normalFloats(Draws &draws, float *data, int64_t count, float mean,
                         float std) {
  int64_t blocks = count / 16;
  constexpr int64_t atOnce = 256; // stays in the first cache
  int64_t done = 0;
  for (; done < blocks; done += atOnce) {
    int64_t part = blocks - done < atOnce ? blocks - done : atOnce;
    draws.uniform(data + done * 16, part * 16, 0, 1);
    kernels().normal(data + done * 16, part, mean, std);
  }
  if (count % 16) {
    float unused[16];
    draws.uniform(unused, count % 16, 0, 1);
    draws.uniform(data + count - 16, 16, 0, 1);
    kernels().normal(data + count - 16, 1, mean, std);
  }
}

static void normalDoubles(Draws &draws, double *data, int64_t count,
                          double mean, double std) {
  for (int64_t i = 0; i < count; ++i)
    data[i] = draws.unitDouble();
  for (int64_t i = 0; i + 16 <= count; i += 16)
    normal16(data + i, mean, std);
  if (count % 16) {
    for (int64_t i = count - 16; i < count; ++i)
      data[i] = draws.unitDouble();
    normal16(data + count - 16, mean, std);
  }
}

static void normalNarrow(Draws &draws, tine_tensor *out, float mean,
                         float std) {
  auto *data = static_cast<uint16_t *>(elements(out));
  int64_t count = elementCount(out);
  auto block = [&](int64_t at) {
    float buffer[16];
    draws.uniform(buffer, 16, 0, 1);
    kernels().normal(buffer, 1, mean, std);
    for (int64_t i = 0; i < 16; ++i)
      data[at + i] = out->head.dtype == TINE_FLOAT16 ? halfBits(buffer[i])
                                                     : bfloatBits(buffer[i]);
  };
  for (int64_t at = 0; at + 16 <= count; at += 16)
    block(at);
  if (count % 16)
    block(count - 16);
}

static void normalSinglyInto(Draws &draws, tine_tensor *out, double mean,
                             double std) {
  fill(out, [&](int64_t) { return fma(draws.normal(), std, mean); });
}

static void normalInto(Draws &draws, tine_tensor *out, double mean,
                       double std) {
  int64_t count = elementCount(out);
  if (count < 16)
    normalSinglyInto(draws, out, mean, std);
  else if (out->head.dtype == TINE_FLOAT32)
    normalFloats(draws, static_cast<float *>(elements(out)), count, float(mean),
                 float(std));
  else if (out->head.dtype == TINE_FLOAT64)
    normalDoubles(draws, static_cast<double *>(elements(out)), count, mean,
                  std);
  else
    normalNarrow(draws, out, float(mean), float(std));
}

static void checkNormal(const tine_tensor *out, double std) {
  needFloating(out, "normal_");
  if (!(std >= 0))
    raisef("RuntimeError", nullptr,
           "normal expects std >= 0.0, but found std %g", std);
}

void tine_abi_normal(tine_tensor *out, double mean, double std) {
  checkNormal(out, std);
  Draws draws;
  normalInto(draws, out, mean, std);
}

void tine_abi_normal_singly(tine_tensor *out, double mean, double std) {
  checkNormal(out, std);
  Draws draws;
  normalSinglyInto(draws, out, mean, std);
}

void tine_abi_exponential(tine_tensor *out, double lambda) {
  needFloating(out, "exponential_");
  if (!(lambda > 0))
    raisef("RuntimeError", nullptr,
           "exponential_ expects lambda > 0.0, but found lambda=%g", lambda);
  Draws draws;
  fill(out,
       [&](int64_t) { return -1.0 / lambda * log1p(-draws.unitDouble()); });
}

//===-- Integers ----------------------------------------------------------===//

void tine_abi_random(tine_tensor *out, int64_t from, int64_t to) {
  Draws draws;
  if (to > from) {
    uint64_t range = uint64_t(to) - uint64_t(from);
    if (range >= 1ull << 28)
      fill(out, [&](int64_t) {
        return int64_t(draws.bits64() % range + uint64_t(from));
      });
    else
      fill(out, [&](int64_t) {
        return int64_t(draws.bits32() % range + uint64_t(from));
      });
    return;
  }
  // All values that the dtype can count to.
  uint64_t range;
  switch (out->head.dtype) {
  case TINE_INT64:
    range = 1ull << 63;
    break;
  case TINE_FLOAT64:
    range = (1ull << 53) + 1;
    break;
  case TINE_INT32:
    range = 1ull << 31;
    break;
  case TINE_FLOAT32:
    range = (1ull << 24) + 1;
    break;
  case TINE_INT16:
    range = 1ull << 15;
    break;
  case TINE_FLOAT16:
    range = (1ull << 11) + 1;
    break;
  case TINE_BFLOAT16:
    range = (1ull << 8) + 1;
    break;
  case TINE_INT8:
    range = 1ull << 7;
    break;
  case TINE_BOOL:
    range = 2;
    break;
  default:
    range = 1ull << 8;
  }
  bool wide = out->head.dtype == TINE_INT64 || out->head.dtype == TINE_FLOAT64;
  fill(out, [&](int64_t) {
    return int64_t((wide ? draws.bits64() : draws.bits32()) % range);
  });
}

void tine_abi_randperm(tine_tensor *out) {
  // Fisher-Yates on int64 values; other dtypes get the same numbers.
  int64_t count = elementCount(out);
  bool own = out->head.dtype != TINE_INT64;
  auto *data =
      static_cast<int64_t *>(own ? tine_abi_alloc(count * 8) : elements(out));
  for (int64_t i = 0; i < count; ++i)
    data[i] = i;
  {
    Draws draws;
    bool narrow = count < int64_t(UINT32_MAX / 20);
    for (int64_t i = 0; i < count - 1; ++i) {
      uint64_t draw = narrow ? draws.bits32() : draws.bits64();
      auto other = i + int64_t(draw % uint64_t(count - i));
      int64_t value = data[i];
      data[i] = data[other];
      data[other] = value;
    }
  }
  if (own) {
    fill(out, [=](int64_t i) { return data[i]; });
    tine_abi_free(data);
  }
}

//===-- Coins -------------------------------------------------------------===//

void tine_abi_bernoulli(tine_tensor *out, double p) {
  if (!(p >= 0 && p <= 1))
    raisef("RuntimeError", nullptr,
           "bernoulli_ expects p to be in [0, 1], but got p=%g", p);
  // u * 2^-53 < p, in integers.
  auto bound = uint64_t(ceil(p * 0x1p53));
  Draws draws;
  fill(out, [&](int64_t) { return int32_t(draws.bits53() < bound); });
}

//===-- Truncated normal --------------------------------------------------===//

/// Element by element in the arithmetic of the dtype, which is float or double.
template <typename T>
static void truncated(Draws &draws, tine_tensor *out, tine_tensor *fresh,
                      uint8_t *pending, double mean, double std, double a,
                      double b) {
  auto *data = static_cast<T *>(elements(out));
  auto *next = static_cast<T *>(elements(fresh));
  int64_t count = elementCount(out);
  double share =
      (erf((b - mean) / std * M_SQRT1_2) - erf((a - mean) / std * M_SQRT1_2)) /
      2;
  if (share > 0.3) {
    // Whole tensors are drawn until every element has been inside once.
    T low = T(a), high = T(b);
    normalInto(draws, out, mean, std);
    for (;;) {
      bool any = false;
      for (int64_t i = 0; i < count && !any; ++i)
        any = data[i] < low || data[i] > high;
      if (!any)
        return;
      normalInto(draws, fresh, mean, std);
      for (int64_t i = 0; i < count; ++i)
        if (data[i] < low || data[i] > high)
          data[i] = next[i];
    }
  }
  // Far out in a tail: candidates from [a, b), kept in proportion to the
  // density.
  double mode = fmax(a, fmin(mean, b));
  double peak = -0.5 * ((mode - mean) / std) * ((mode - mean) / std);
  auto uniform = [&](T low, T high) {
    if constexpr (sizeof(T) == 4) {
      T value = fmaf(draws.unitFloat(), high - low, low);
      return value == high ? low : value;
    } else {
      T value = fma(draws.unitDouble(), high - low, low);
      return value == high ? low : value;
    }
  };
  memset(pending, 1, size_t(count));
  for (bool any = count != 0; any;) {
    for (int64_t i = 0; i < count; ++i)
      next[i] = uniform(T(a), T(b));
    any = false;
    for (int64_t i = 0; i < count; ++i) {
      T z = (next[i] - T(mean)) / T(std);
      T density = z * z * T(-0.5) - T(peak);
      bool rejected = T(log(double(uniform(0, 1)))) > density;
      if (!pending[i])
        continue;
      data[i] = next[i];
      pending[i] = rejected;
      any |= rejected;
    }
  }
}

void tine_abi_trunc_normal(tine_tensor *out, double mean, double std, double a,
                           double b) {
  int dtype = out->head.dtype;
  if (dtype != TINE_FLOAT32 && dtype != TINE_FLOAT64)
    raisef("RuntimeError", nullptr,
           "trunc_normal_ is there for float32 and float64 only");
  // All memory before the lock is taken: an error would leave it locked.
  auto *pending = static_cast<uint8_t *>(tine_abi_alloc(elementCount(out)));
  tine_tensor *fresh = tine_abi_tensor_new(dtype, out->head.rank, out->sizes);
  {
    Draws draws;
    if (dtype == TINE_FLOAT32)
      truncated<float>(draws, out, fresh, pending, mean, std, a, b);
    else
      truncated<double>(draws, out, fresh, pending, mean, std, a, b);
  }
  tine_abi_release(fresh);
  tine_abi_free(pending);
}
