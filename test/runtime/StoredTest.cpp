//===- StoredTest.cpp - Files that programs load and save -------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is saved is what is loaded, and what does not fit is refused.
//
//===----------------------------------------------------------------------===//

#include "stored.h"
#include "objects.h"

#include "TestSupport.h"
#include <cstdio>
#include <unistd.h>

using namespace tine;
using namespace tine::test;

namespace {

/// A name for a file, which goes with it.
class TemporaryFile {
public:
  TemporaryFile() {
    char name[] = "/tmp/tine-stored-XXXXXX";
    close(mkstemp(name));
    path = make(name);
  }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;
  ~TemporaryFile() {
    unlink(path->data);
    tine_abi_release(path);
  }
  void write(const std::string &content) const {
    FILE *file = fopen(path->data, "wb");
    fwrite(content.data(), 1, content.size(), file);
    fclose(file);
  }
  tine_string *path;
};

tine_tensor *floats(std::vector<int64_t> sizes, std::vector<float> values) {
  tine_tensor *tensor =
      tine_abi_tensor_new(TINE_FLOAT32, int32_t(sizes.size()), sizes.data());
  memcpy(elements(tensor), values.data(), values.size() * sizeof(float));
  return tensor;
}

TEST(Stored, TorchGivesWhatWasSaved) {
  TemporaryFile file;
  tine_string *key = make("a"), *other = make("b"), *text = make("x\ny");
  tine_tensor *tensor = floats({2, 2}, {1, 2, 3, 4});
  const uint64_t slots[] = {slot(key),    uint64_t(-5),      slot(other),
                            slot(tensor), uint64_t(1) << 40, slot(text),
                            slot(2.5)};
  tine_abi_save_torch(file.path, "{sisti(s[f]n)}", slots, "here");
  tine_string *stored = tine_abi_stored_load_torch(file.path, "here");
  EXPECT_EQ(tine_abi_stored_length(stored, 0, ""), 3);
  int64_t node = tine_abi_stored_find(stored, 0, key, "");
  EXPECT_EQ(tine_abi_stored_int(stored, node, key, ""), -5);
  node = tine_abi_stored_find(stored, 0, other, "");
  EXPECT_EQ(tine_abi_stored_size(stored, node, 1, ""), 2);
  const int64_t sizes[] = {-1, 2};
  tine_tensor *loaded = tine_abi_stored_tensor(stored, node, key, TINE_FLOAT64,
                                               2, sizes, TINE_STORED_CONVERT,
                                               "ValueError", "two columns", "");
  EXPECT_EQ(static_cast<double *>(elements(loaded))[3], 4.0);
  node = tine_abi_stored_find_int(stored, 0, int64_t(1) << 40, "");
  EXPECT_EQ(tine_abi_stored_kind(stored, node, ""), STORED_LIST);
  EXPECT_EQ(take(tine_abi_stored_text(
                stored, tine_abi_stored_item(stored, node, 0, ""), key, "")),
            "x\ny");
  EXPECT_EQ(tine_abi_stored_item(stored, node, 3, ""), -1);
  EXPECT_NE(errorOf([&] {
              tine_abi_stored_int(stored, node, key, "");
            }).find("a is a list, expected an int"),
            std::string::npos);
  for (void *made : {static_cast<void *>(loaded), static_cast<void *>(stored),
                     static_cast<void *>(tensor), static_cast<void *>(key),
                     static_cast<void *>(other), static_cast<void *>(text)})
    tine_abi_release(made);
}

TEST(Stored, ArraysOfOtherTypesAreRefusedByName) {
  TemporaryFile file;
  tine_tensor *tensor = floats({2, 3}, {1, 2, 3, 4, 5, 6});
  const uint64_t slots[] = {slot(tensor)};
  tine_abi_save_npy(file.path, "t", slots, "here");
  tine_string *stored = tine_abi_stored_load_numpy(file.path, "here"),
              *name = make("");
  const int64_t sizes[] = {-1};
  std::string error = errorOf([&] {
    tine_abi_stored_tensor(stored, 0, name, TINE_FLOAT32, 1, sizes, 0,
                           "AssertionError", "a.py:3 expects 1 dimension", "");
  });
  EXPECT_NE(error.find("AssertionError: /tmp/tine-stored-"), std::string::npos);
  EXPECT_NE(error.find(": float32[2,3], but a.py:3 expects 1 dimension"),
            std::string::npos);
  tine_abi_release(stored);
  tine_abi_release(name);
  tine_abi_release(tensor);
}

TEST(Stored, PackedArraysAreThoseThatWereSaved) {
  TemporaryFile file;
  tine_string *key = make("zeros");
  tine_tensor *tensor = floats({1000}, std::vector<float>(1000, 1));
  const uint64_t slots[] = {slot(key), slot(tensor)};
  tine_abi_save_npz_packed(file.path, "st", slots, "here");
  tine_string *stored = tine_abi_stored_load_numpy(file.path, "here");
  int64_t node = tine_abi_stored_find(stored, 0, key, "");
  tine_tensor *loaded =
      tine_abi_stored_tensor(stored, node, key, TINE_FLOAT32, 1, nullptr,
                             TINE_STORED_FLAT, "ValueError", "", "");
  EXPECT_EQ(loaded->sizes[0], 1000);
  EXPECT_EQ(static_cast<float *>(elements(loaded))[999], 1.0f);
  tine_abi_release(loaded);
  tine_abi_release(stored);
  tine_abi_release(tensor);
  tine_abi_release(key);
}

TEST(Stored, TextIsRefusedAsNumPyDoes) {
  TemporaryFile file;
  tine_string *none = make(""), *comma = make(",");
  auto load = [&](const std::string &content) {
    file.write(content);
    return errorOf([&] {
      tine_abi_release(tine_abi_stored_load_text(
          file.path, comma, none, none, TINE_FLOAT64, 0, -1, 0, 0, "here"));
    });
  };
  EXPECT_EQ(load("1,2\n3,4"), "");
  EXPECT_EQ(load(""), "");
  EXPECT_NE(load("1,x\n").find(
                "could not convert string 'x' to float64 at row 0, column 2."),
            std::string::npos);
  EXPECT_NE(load("1,2\n3\n")
                .find("the number of columns changed from 2 to 1 "
                      "at row 2"),
            std::string::npos);
  tine_abi_release(none);
  tine_abi_release(comma);
}

} // namespace
