//===- save_arrays.cpp - np.save() and its like -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files of NumPy and .safetensors. Patterns name the values in slots: a string
// and a tensor for each entry.
//
//===----------------------------------------------------------------------===//

#include "errors.h"
#include "npy.h"
#include "objects.h"
#include "output.h"
#include "safetensors.h"
#include "saving.h"
#include "zip_writer.h"

using namespace tine;

static const char *dataOf(const tine_tensor *tensor) {
  return static_cast<const char *>(elements(tensor));
}

/// Raises for what NumPy has no dtype for.
static void addHead(Text &text, const tine_tensor *tensor, const char *where) {
  if (!addNpyHeader(text, tensor))
    raisef("TypeError", where, "Got unsupported ScalarType BFloat16");
}

void tine_abi_save_npy(tine_string *path, const char *, const uint64_t *slots,
                       const char *where) {
  const auto *tensor = reinterpret_cast<const tine_tensor *>(slots[0]);
  Text head;
  addHead(head, tensor, where);
  SavedFile file(path, where);
  file.finish(
      writeAll(file.descriptor, head.data, head.size) &&
      writeAll(file.descriptor, dataOf(tensor), size_t(elementsBytes(tensor))));
}

void tine_abi_save_raw(tine_string *path, const char *, const uint64_t *slots,
                       const char *where) {
  const auto *tensor = reinterpret_cast<const tine_tensor *>(slots[0]);
  SavedFile file(path, where);
  file.finish(
      writeAll(file.descriptor, dataOf(tensor), size_t(elementsBytes(tensor))));
}

static void saveNpz(tine_string *path, const char *pattern,
                    const uint64_t *slots, bool isPacked, const char *where) {
  size_t count = strlen(pattern) / 2;
  Text head;
  for (size_t i = 0; i < count; ++i) {
    head.clear();
    addHead(head, reinterpret_cast<const tine_tensor *>(slots[2 * i + 1]),
            where);
  }
  SavedFile file(path, where);
  ZipWriter zip(file.descriptor);
  bool good = true;
  for (size_t i = 0; good && i < count; ++i) {
    const auto *key = reinterpret_cast<const tine_string *>(slots[2 * i]);
    const auto *tensor =
        reinterpret_cast<const tine_tensor *>(slots[2 * i + 1]);
    Text name;
    name.add(key);
    name.add(".npy");
    head.clear();
    addHead(head, tensor, where);
    auto bytes = uint64_t(elementsBytes(tensor));
    good = isPacked ? zip.addPacked(name.data, name.size, head.data, head.size,
                                    dataOf(tensor), bytes)
                    : zip.add(name.data, name.size, head.data, head.size,
                              dataOf(tensor), bytes, 64);
  }
  file.finish(good && zip.finish());
}

void tine_abi_save_npz(tine_string *path, const char *pattern,
                       const uint64_t *slots, const char *where) {
  saveNpz(path, pattern, slots, false, where);
}

void tine_abi_save_npz_packed(tine_string *path, const char *pattern,
                              const uint64_t *slots, const char *where) {
  saveNpz(path, pattern, slots, true, where);
}

void tine_abi_save_safetensors(tine_string *path, const char *pattern,
                               const uint64_t *slots, const char *where) {
  size_t count = strlen(pattern) / 2;
  Array<NamedTensor> tensors;
  for (size_t i = 0; i < count; ++i)
    tensors.add({reinterpret_cast<const tine_string *>(slots[2 * i])->data,
                 reinterpret_cast<const tine_tensor *>(slots[2 * i + 1])});
  SavedFile file(path, where);
  file.finish(writeTensors(file.descriptor, tensors.begin(), count));
}
