//===- stored_tensors.cpp - Tensors of loaded files -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor of what a program has loaded, of the type that the program knows.
//
//===----------------------------------------------------------------------===//

#include "errors.h"
#include "half.h"
#include "objects.h"
#include "stored.h"

using namespace tine;

namespace {

template <typename T> T loadElement(const char *at, bool isSwapped) {
  T value;
  if (isSwapped) {
    char bytes[sizeof(T)];
    for (size_t i = 0; i < sizeof(T); ++i)
      bytes[i] = at[sizeof(T) - 1 - i];
    memcpy(&value, bytes, sizeof(T));
  } else {
    memcpy(&value, at, sizeof(T));
  }
  return value;
}

/// Calls `visit` with the address of each element, in row-major order.
template <typename Visit>
void visitElements(const Stored &stored, const StoredNode &node, Visit visit) {
  const int64_t *sizes = stored.sizes(node), *strides = stored.strides(node);
  auto width = int64_t(elementBytes(node.dtype));
  const char *data = stored.data(node);
  int64_t count = 1, offset = 0, index[TINE_MAX_RANK] = {};
  for (int i = 0; i < node.rank; ++i)
    count *= sizes[i];
  for (int64_t n = 0; n < count; ++n) {
    visit(data + offset * width, n);
    for (int dim = node.rank - 1; dim >= 0; --dim) {
      offset += strides[dim];
      if (++index[dim] < sizes[dim])
        break;
      offset -= strides[dim] * sizes[dim];
      index[dim] = 0;
    }
  }
}

bool isRowMajor(const Stored &stored, const StoredNode &node) {
  int64_t stride = 1;
  for (int i = node.rank - 1; i >= 0; --i) {
    int64_t size = stored.sizes(node)[i];
    if (size == 0)
      return true;
    if (size != 1 && stored.strides(node)[i] != stride)
      return false;
    stride *= size;
  }
  return true;
}

/// As PyTorch converts: floats towards zero to ints, anything but 0 to True.
template <typename From>
void store(tine_tensor *to, int64_t i, From value, bool fromFloat) {
  void *data = elements(to);
  switch (to->head.dtype) {
  case TINE_BOOL:
    static_cast<uint8_t *>(data)[i] = value != 0;
    return;
  case TINE_FLOAT64:
    static_cast<double *>(data)[i] = double(value);
    return;
  case TINE_FLOAT32:
    static_cast<float *>(data)[i] = float(value);
    return;
  case TINE_FLOAT16:
    static_cast<uint16_t *>(data)[i] = halfBits(float(value));
    return;
  case TINE_BFLOAT16:
    static_cast<uint16_t *>(data)[i] = bfloatBits(float(value));
    return;
  default:
    break;
  }
  // A float that no int64 is becomes the least one, as the processor does it.
  int64_t integer = INT64_MIN;
  if (!fromFloat || (double(value) > -0x1p63 && double(value) < 0x1p63))
    integer = int64_t(value);
  switch (elementBytes(to->head.dtype)) {
  case 1:
    static_cast<uint8_t *>(data)[i] = uint8_t(integer);
    return;
  case 2:
    static_cast<uint16_t *>(data)[i] = uint16_t(integer);
    return;
  case 4:
    static_cast<uint32_t *>(data)[i] = uint32_t(integer);
    return;
  default:
    static_cast<int64_t *>(data)[i] = integer;
  }
}

template <typename From>
void convertAll(const Stored &stored, const StoredNode &node, tine_tensor *to) {
  visitElements(stored, node, [&](const char *at, int64_t i) {
    store(to, i, loadElement<From>(at, node.isSwapped), From(0.5) != From(0));
  });
}

/// Halves by a tensor of one element, which knows how to read them.
void convertHalves(const Stored &stored, const StoredNode &node,
                   tine_tensor *to) {
  tine_tensor *one = tine_abi_tensor_new(node.dtype, 0, nullptr);
  visitElements(stored, node, [&](const char *at, int64_t i) {
    auto bits = loadElement<uint16_t>(at, node.isSwapped);
    memcpy(elements(one), &bits, sizeof(bits));
    store(to, i, elementAsDouble(one, 0), true);
  });
  tine_abi_release(one);
}

void copyConverted(const Stored &stored, const StoredNode &node,
                   tine_tensor *to) {
  switch (node.dtype) {
  case TINE_FLOAT64:
    return convertAll<double>(stored, node, to);
  case TINE_FLOAT32:
    return convertAll<float>(stored, node, to);
  case TINE_INT64:
    return convertAll<int64_t>(stored, node, to);
  case TINE_INT32:
    return convertAll<int32_t>(stored, node, to);
  case TINE_INT16:
    return convertAll<int16_t>(stored, node, to);
  case TINE_INT8:
    return convertAll<int8_t>(stored, node, to);
  case TINE_UINT8:
    return convertAll<uint8_t>(stored, node, to);
  case TINE_BOOL:
    return visitElements(stored, node, [&](const char *at, int64_t i) {
      store(to, i, int64_t(*at != 0), false);
    });
  default:
    convertHalves(stored, node, to);
  }
}

template <typename Word>
void copyWords(const Stored &stored, const StoredNode &node, tine_tensor *to) {
  auto *out = static_cast<Word *>(elements(to));
  visitElements(stored, node, [&](const char *at, int64_t i) {
    out[i] = loadElement<Word>(at, node.isSwapped);
  });
}

void copyAll(const Stored &stored, const StoredNode &node, tine_tensor *to) {
  if (node.dtype != to->head.dtype)
    return copyConverted(stored, node, to);
  if (!node.isSwapped && isRowMajor(stored, node)) {
    if (auto bytes = size_t(elementsBytes(to)))
      memcpy(elements(to), stored.data(node), bytes);
  } else {
    switch (elementBytes(node.dtype)) {
    case 1:
      copyWords<uint8_t>(stored, node, to);
      break;
    case 2:
      copyWords<uint16_t>(stored, node, to);
      break;
    case 4:
      copyWords<uint32_t>(stored, node, to);
      break;
    default:
      copyWords<uint64_t>(stored, node, to);
    }
  }
  if (node.dtype == TINE_BOOL)
    makeBools(to);
}

} // namespace

tine_tensor *tine_abi_stored_tensor(tine_string *string, int64_t number,
                                    tine_string *name, int32_t dtype,
                                    int32_t rank, const int64_t *sizes,
                                    int32_t flags, const char *kind,
                                    const char *expected, const char *where) {
  Stored stored(string);
  const StoredNode *node = number < 0 ? nullptr : &stored.node(number);
  bool isFlat = flags & TINE_STORED_FLAT, fits = false;
  int64_t count = 1;
  if (node && node->kind == STORED_TENSOR) {
    const int64_t *own = stored.sizes(*node);
    for (int i = 0; i < node->rank; ++i)
      count *= own[i];
    fits = (flags & TINE_STORED_CONVERT || node->dtype == dtype) &&
           (isFlat || fitSizes(own, node->rank, sizes, rank) ||
            (flags & TINE_STORED_FIRST && !rank && node->rank == 1 && *own));
  }
  if (!fits) {
    Text text;
    text.add(stored.path(), size_t(stored.pathLength()));
    if (name->length) {
      text.add(": ");
      text.add(name);
    }
    text.add(": ");
    if (node && node->kind == STORED_TENSOR)
      addStoredType(text, stored, *node);
    else
      text.add(node ? "no array" : "missing");
    text.add(", but ");
    text.add(expected, strlen(expected) + 1);
    tine_abi_raise_text(kind, text.data, where);
  }
  if (isFlat) {
    tine_tensor *flat = tine_abi_tensor_new(dtype, 1, &count);
    copyAll(stored, *node, flat);
    return flat;
  }
  // Of one dimension in the place of none, its first element.
  bool isFirst = node->rank != rank;
  StoredNode first = *node;
  first.rank = uint8_t(rank);
  tine_tensor *tensor = tine_abi_tensor_new(dtype, rank, stored.sizes(*node));
  copyAll(stored, isFirst ? first : *node, tensor);
  return tensor;
}
