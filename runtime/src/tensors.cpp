//===- tensors.cpp - Tensor objects and cells -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Making tensors, reading single elements of them, and cells.
//
//===----------------------------------------------------------------------===//

#include "errors.h"
#include "memory.h"
#include "objects.h"

#include <string.h>

using namespace tine;

void tine::makeBools(tine_tensor *tensor) {
  auto *bytes = static_cast<unsigned char *>(elements(tensor));
  for (int64_t i = 0, n = elementsBytes(tensor); i < n; ++i)
    bytes[i] = bytes[i] != 0;
}

size_t tine::elementBytes(int dtype) {
  switch (dtype) {
  case TINE_INT16:
  case TINE_FLOAT16:
  case TINE_BFLOAT16:
    return 2;
  case TINE_INT32:
  case TINE_FLOAT32:
    return 4;
  case TINE_INT64:
  case TINE_FLOAT64:
    return 8;
  default:
    return 1;
  }
}

bool tine::isFloating(int dtype) {
  return dtype == TINE_FLOAT32 || dtype == TINE_FLOAT64 ||
         dtype == TINE_FLOAT16 || dtype == TINE_BFLOAT16;
}

int64_t tine::elementCount(const tine_tensor *tensor) {
  // Unsigned: sizes beside one that is 0 can be of any product.
  uint64_t count = 1;
  for (int i = 0; i < tensor->head.rank; ++i)
    count *= uint64_t(tensor->sizes[i]);
  return int64_t(count);
}

int64_t tine::elementsBytes(const tine_tensor *tensor) {
  return elementCount(tensor) * int64_t(elementBytes(tensor->head.dtype));
}

static double halfAsDouble(uint16_t bits) {
  int exponent = bits >> 10 & 31;
  int mantissa = bits & 1023;
  double value;
  if (exponent == 31)
    value = mantissa ? __builtin_nan("") : __builtin_inf();
  else if (exponent == 0)
    value = mantissa * 0x1p-24;
  else
    value = __builtin_ldexp(1024 + mantissa, exponent - 25);
  return bits >> 15 ? -value : value;
}

template <typename T> static T load(const tine_tensor *tensor, int64_t index) {
  T value;
  memcpy(&value,
         static_cast<const char *>(elements(tensor)) +
             index * int64_t(sizeof(T)),
         sizeof(T));
  return value;
}

double tine::elementAsDouble(const tine_tensor *tensor, int64_t index) {
  switch (tensor->head.dtype) {
  case TINE_FLOAT64:
    return load<double>(tensor, index);
  case TINE_FLOAT32:
    return load<float>(tensor, index);
  case TINE_FLOAT16:
    return halfAsDouble(load<uint16_t>(tensor, index));
  case TINE_BFLOAT16: {
    uint32_t bits = uint32_t(load<uint16_t>(tensor, index)) << 16;
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
  }
  default:
    return double(elementAsInt(tensor, index));
  }
}

int64_t tine::elementAsInt(const tine_tensor *tensor, int64_t index) {
  switch (tensor->head.dtype) {
  case TINE_INT64:
    return load<int64_t>(tensor, index);
  case TINE_INT32:
    return load<int32_t>(tensor, index);
  case TINE_INT16:
    return load<int16_t>(tensor, index);
  case TINE_INT8:
    return load<int8_t>(tensor, index);
  default:
    return load<uint8_t>(tensor, index);
  }
}

void tine::setSizes(tine_tensor *tensor, int32_t rank, const int64_t *sizes) {
  for (int32_t i = 0; i < rank; ++i)
    tensor->sizes[i] = sizes[i];
  for (int32_t i = rank; i < TINE_MAX_RANK; ++i)
    tensor->sizes[i] = 1;
}

int64_t tine::bytesOfElements(int32_t dtype, int32_t rank,
                              const int64_t *sizes) {
  if (rank < 0 || rank > TINE_MAX_RANK)
    raisef("RuntimeError", nullptr, "a tensor cannot have %d dimensions", rank);
  int64_t bytes = int64_t(elementBytes(dtype));
  bool empty = false, overflow = false;
  for (int32_t i = 0; i < rank; ++i) {
    if (sizes[i] < 0)
      raisef("RuntimeError", nullptr,
             "Trying to create tensor with negative dimension %lld",
             static_cast<long long>(sizes[i]));
    empty |= sizes[i] == 0;
    overflow |= __builtin_mul_overflow(bytes, sizes[i], &bytes);
  }
  if (empty)
    return 0;
  if (overflow || bytes > int64_t(1) << 46)
    raisef("RuntimeError", nullptr,
           "a tensor of this size cannot be allocated");
  return bytes;
}

tine_tensor *tine_abi_tensor_new(int32_t dtype, int32_t rank,
                                 const int64_t *sizes) {
  int64_t bytes = bytesOfElements(dtype, rank, sizes);
  auto *tensor =
      static_cast<tine_tensor *>(blockNew(sizeof(tine_tensor) + size_t(bytes)));
  if (!tensor)
    raiseNoMemory(size_t(bytes));
  initHead(tensor->head, TINE_KIND_TENSOR);
  tensor->head.dtype = uint8_t(dtype);
  tensor->head.rank = uint8_t(rank);
  tensor->data = tensor + 1;
  setSizes(tensor, rank, sizes);
  return tensor;
}

tine_tensor *tine::newPart(tine_object *whole, void *data, int32_t dtype,
                           int32_t rank, const int64_t *sizes) {
  auto *part = static_cast<tine_tensor *>(
      blockNewOrRaise(sizeof(tine_tensor) + sizeof(tine_object *)));
  initHead(part->head, TINE_KIND_PART);
  part->head.dtype = uint8_t(dtype);
  part->head.rank = uint8_t(rank);
  part->data = data;
  setSizes(part, rank, sizes);
  wholeOf(part) = whole;
  return part;
}

tine_tensor *tine_abi_tensor_part(tine_tensor *whole, int64_t first,
                                  int32_t rank, const int64_t *sizes) {
  int32_t dtype = whole->head.dtype;
  char *data = static_cast<char *>(elements(whole)) +
               first * int64_t(elementBytes(dtype));
  // A part of a part is one of the same whole.
  tine_object *owner = isPart(whole) ? wholeOf(whole) : &whole->head;
  tine_abi_retain(owner);
  return newPart(owner, data, dtype, rank, sizes);
}

tine_tensor *tine_abi_tensor_own(tine_tensor *tensor) {
  // Nobody else can make a new reference from our only one.
  if (__atomic_load_n(&tensor->head.count, __ATOMIC_ACQUIRE) == 1 &&
      !isPart(tensor))
    return tensor;
  tine_tensor *copy =
      tine_abi_tensor_new(tensor->head.dtype, tensor->head.rank, tensor->sizes);
  memcpy(elements(copy), elements(tensor), size_t(elementsBytes(tensor)));
  tine_abi_release(tensor);
  return copy;
}
