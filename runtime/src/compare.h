//===- compare.h - Comparing slots ------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Equality and order of one-slot values by their comparison class.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_COMPARE_H
#define TINE_RUNTIME_COMPARE_H

#include "tine/abi.h"

#include <string.h>

namespace tine {

inline double asDouble(uint64_t slot) {
  double value;
  memcpy(&value, &slot, sizeof(value));
  return value;
}

inline uint64_t asSlot(double value) {
  uint64_t slot;
  memcpy(&slot, &value, sizeof(slot));
  return slot;
}

inline tine_string *asString(uint64_t slot) {
  return reinterpret_cast<tine_string *>(slot);
}

inline bool equalSlots(uint64_t a, uint64_t b, int compare) {
  switch (compare) {
  case TINE_COMPARE_FLOAT:
    return asDouble(a) == asDouble(b);
  case TINE_COMPARE_STRING: {
    const tine_string *s = asString(a), *t = asString(b);
    return s->length == t->length &&
           memcmp(s->data, t->data, size_t(s->length)) == 0;
  }
  default:
    return a == b;
  }
}

inline bool lessSlots(uint64_t a, uint64_t b, int compare) {
  switch (compare) {
  case TINE_COMPARE_FLOAT:
    return asDouble(a) < asDouble(b);
  case TINE_COMPARE_STRING:
    return tine_abi_string_compare(asString(a), asString(b)) < 0;
  default:
    return int64_t(a) < int64_t(b);
  }
}

} // namespace tine

#endif // TINE_RUNTIME_COMPARE_H
