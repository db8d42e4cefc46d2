//===- TestSupport.h - Helpers of the runtime's tests -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Short ways to make objects, and to catch what the runtime raises.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TEST_RUNTIME_TESTSUPPORT_H
#define TINE_TEST_RUNTIME_TESTSUPPORT_H

#include "compare.h"
#include "errors.h"
#include "objects.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace tine::test {

/// A string of a recorded file.
struct Recorded {
  const char *data;
  size_t size;
  std::string string() const { return std::string(data, size); }
};

inline std::string take(tine_string *string) {
  std::string result(string->data, size_t(string->length));
  tine_abi_release(string);
  return result;
}

inline tine_string *make(const std::string &text) {
  return tine_abi_string_new(text.data(), int64_t(text.size()));
}

inline uint64_t slot(double value) { return asSlot(value); }
inline uint64_t slot(const void *object) {
  return reinterpret_cast<uintptr_t>(object);
}
template <typename T> T *object(uint64_t slot) {
  return reinterpret_cast<T *>(slot);
}

inline std::string format(int mode, const std::string &pattern,
                          const std::vector<uint64_t> &slots) {
  return take(tine_abi_format(mode, pattern.c_str(), slots.data(), "here"));
}

/// Runs `body` as a task of its own; the description of its error or "".
inline std::string errorOf(const std::function<void()> &body) {
  auto call = [](void *argument) {
    (*static_cast<const std::function<void()> *>(argument))();
  };
  tine_error *error =
      attempt(call, const_cast<std::function<void()> *>(&body), nullptr);
  if (!error)
    return "";
  std::string result;
  {
    Text text;
    describeError(text, error);
    result.assign(text.data, text.size);
  }
  releaseError(error);
  return result;
}

inline tine_tensor *tensor(int dtype, const std::vector<int64_t> &sizes) {
  return tine_abi_tensor_new(dtype, int32_t(sizes.size()), sizes.data());
}

/// For calls that raise: nothing that needs a destructor may be on the way.
template <size_t N>
inline tine_tensor *tensorOf(int dtype, const int64_t (&sizes)[N]) {
  return tine_abi_tensor_new(dtype, int32_t(N), sizes);
}

/// List of one-slot elements without counts.
inline tine_list *intList(const std::vector<int64_t> &values) {
  tine_list *list = tine_abi_list_new(1, 0, 0);
  for (int64_t value : values)
    *tine_abi_list_push(list) = uint64_t(value);
  return list;
}

inline std::vector<int64_t> ints(const tine_list *list) {
  std::vector<int64_t> result;
  for (int64_t i = 0; i < list->length; ++i)
    result.push_back(int64_t(*elementOf(list, i)));
  return result;
}

} // namespace tine::test

#endif // TINE_TEST_RUNTIME_TESTSUPPORT_H
