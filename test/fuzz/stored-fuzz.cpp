//===- stored-fuzz.cpp - Fuzz target of files that programs load ----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads any bytes as a file of NumPy (one array, or several in a zip archive),
// of torch.save, of .safetensors, as a text of numbers and as a pickle of data.
// The reader takes it, and then everything in it can be asked for, or raises an
// error.
//
//===----------------------------------------------------------------------===//

#include "runtime/src/errors.h"
#include "runtime/src/objects.h"
#include "runtime/src/stored.h"
#include "test/fuzz/Check.h"
#include <string>
#include <sys/mman.h>
#include <unistd.h>

using namespace tine;

static std::string write(const uint8_t *data, size_t size) {
  static int descriptor = memfd_create("stored", 0);
  check(!ftruncate(descriptor, 0), "truncate");
  check(pwrite(descriptor, data, size, 0) == ssize_t(size), "write");
  return "/proc/self/fd/" + std::to_string(descriptor);
}

namespace {

tine_string *text(const std::string &text) {
  return tine_abi_string_new(text.data(), int64_t(text.size()));
}

/// Lives on where a reader raises.
struct Words {
  tine_string *none = text(""), *comma = text(","), *hash = text("#"),
              *columns = text("0,-1"), *name = text("a"),
              *expected = text("M \nT 2,2, a\nB  b\n");
};

const Words &words() {
  static const Words made;
  return made;
}

struct Reading {
  tine_string *path;
  int format;
  tine_string *bytes;
  tine_string *result = nullptr;
};

void load(void *argument) {
  auto &reading = *static_cast<Reading *>(argument);
  tine_string *path = reading.path;
  const auto &[none, comma, hash, columns, name, expected] = words();
  switch (reading.format) {
  case 0:
    reading.result = tine_abi_stored_load_numpy(path, nullptr);
    break;
  case 1:
    reading.result = tine_abi_stored_load_torch(path, nullptr);
    break;
  case 2:
    reading.result = tine_abi_stored_load_safetensors(path, nullptr);
    break;
  case 3:
    reading.result = tine_abi_stored_load_text(
        path, none, hash, none, TINE_FLOAT64, 0, -1, 0, 0, nullptr);
    break;
  case 4:
  case 5:
  case 6:
    reading.result = tine_abi_stored_load_pickle(reading.bytes, name,
                                                 reading.format - 4, nullptr);
    break;
  default:
    reading.result = tine_abi_stored_load_text(path, comma, none, columns,
                                               TINE_INT64, 1, 5, 2, 1, nullptr);
  }
}

struct Asking {
  tine_string *stored;
  int64_t node;
};

/// Everything that a program can ask of a node.
void ask(void *argument) {
  auto &asking = *static_cast<Asking *>(argument);
  tine_string *stored = asking.stored;
  int64_t node = asking.node, kind = tine_abi_stored_kind(stored, node, "");
  int64_t length = tine_abi_stored_length(stored, node, "");
  int64_t count = Stored(stored).count();
  for (int64_t i = 0; i < length && i < 100; ++i)
    if (kind == STORED_DICT) {
      check(tine_abi_stored_key(stored, node, i, "") < count, "key");
      check(tine_abi_stored_entry(stored, node, i, "") < count, "entry");
    } else {
      check(tine_abi_stored_item(stored, node, i, "") < count, "item");
    }
  tine_string *name = words().name, *expected = words().expected;
  (void)tine_abi_stored_find(stored, node, name, "");
  (void)tine_abi_stored_find_bytes(stored, node, name, "");
  if (kind == STORED_BYTES)
    tine_abi_release(tine_abi_stored_bytes(stored, node, name, ""));
  if (kind == STORED_TEXT)
    tine_abi_release(tine_abi_stored_text(stored, node, name, ""));
  if (kind == STORED_DICT)
    tine_abi_release(
        tine_abi_stored_state_errors(stored, node, expected, 1, name, ""));
  if (kind == STORED_TENSOR) {
    uint64_t elements = 1;
    for (int64_t i = 0; tine_abi_stored_size(stored, node, i, "") >= 0; ++i)
      elements *= uint64_t(tine_abi_stored_size(stored, node, i, ""));
    if (elements <= 1 << 16)
      for (int32_t dtype :
           {int32_t(Stored(stored).node(node).dtype), int32_t(TINE_FLOAT32),
            int32_t(TINE_INT8), int32_t(TINE_FLOAT16), int32_t(TINE_BOOL)})
        tine_abi_release(tine_abi_stored_tensor(
            stored, node, name, dtype, 1, nullptr,
            TINE_STORED_CONVERT | TINE_STORED_FLAT, "", "", ""));
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  tine_string *path = text(write(data, size));
  tine_string *bytes =
      tine_abi_string_new(reinterpret_cast<const char *>(data), int64_t(size));
  for (int format = 0; format < 8; ++format) {
    Reading reading{path, format, bytes};
    tine_error *error = attempt(load, &reading, nullptr);
    check(!error == (reading.result != nullptr), "a result or an error");
    if (error) {
      releaseError(error);
      continue;
    }
    int64_t count = Stored(reading.result).count();
    for (int64_t node = 0; node < count && node < 1000; ++node) {
      Asking asking{reading.result, node};
      if (tine_error *wrong = attempt(ask, &asking, nullptr))
        releaseError(wrong);
    }
    tine_abi_release(reading.result);
  }
  tine_abi_release(bytes);
  tine_abi_release(path);
  return 0;
}
