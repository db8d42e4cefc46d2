//===- json-fuzz.cpp - Fuzz target of JSON and CSV ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads any text as JSON and walks over all of the value, or has a message; and
// as rows of CSV.
//
//===----------------------------------------------------------------------===//

#include "runtime/src/errors.h"
#include "runtime/src/json.h"
#include "runtime/src/text_files.h"
#include "test/fuzz/Check.h"
#include <string>

using namespace tine;

static void walk(tine_string *value) {
  auto kind = JsonKind(tine_abi_json_kind(value, nullptr));
  check(kind >= JsonKind::Null, "a part is a value");
  tine_abi_release(tine_abi_json_text(value, nullptr));
  tine_abi_json_float(value, nullptr);
  if (kind != JsonKind::List && kind != JsonKind::Dict)
    return;
  bool isDict = kind == JsonKind::Dict;
  tine_list *items = tine_abi_json_items(value, nullptr);
  tine_list *keys = isDict ? tine_abi_json_keys(value, nullptr) : nullptr;
  check(items->length == tine_abi_json_length(value, nullptr), "length");
  for (int64_t i = 0; i < items->length; ++i) {
    auto *item = reinterpret_cast<tine_string *>(items->slots[i]);
    tine_string *found =
        isDict
            ? tine_abi_json_key(value,
                                reinterpret_cast<tine_string *>(keys->slots[i]),
                                nullptr)
            : tine_abi_json_item(value, i, nullptr);
    check(found->length == item->length, "found again");
    tine_abi_release(found);
    walk(item);
  }
  tine_abi_release(items);
  if (keys)
    tine_abi_release(keys);
}

namespace {
struct Rows {
  tine_string *text, *comma, *quote, *options;
};
} // namespace

static void readRow(void *argument) {
  auto *rows = static_cast<Rows *>(argument);
  tine_abi_csv_is_open(rows->text, rows->comma, rows->quote, rows->options,
                       nullptr);
  tine_abi_release(tine_abi_csv_row(rows->text, rows->comma, rows->quote,
                                    rows->options, nullptr));
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // A block of its own, so that AddressSanitizer sees its ends.
  std::string text(reinterpret_cast<const char *>(data), size);
  BadText bad = findBadText(text.data(), size, /*isFinal=*/true);
  check(bad.begin <= bad.end && bad.end <= size, "place of bad text");
  if (bad.reason)
    return 0;
  Text bytes;
  parseJson(text.data(), size, bytes);
  tine_string *value = bytes.string();
  if (JsonKind(tine_abi_json_kind(value, nullptr)) != JsonKind::Error) {
    walk(value);
    tine_abi_release(tine_abi_json_repr(value, nullptr));
  }
  tine_abi_release(value);
  Rows rows = {tine_abi_string_new(text.data(), int64_t(size)),
               tine_abi_string_new(",", 1), tine_abi_string_new("\"", 1),
               tine_abi_string_new("", 0)};
  if (tine_error *error = attempt(readRow, &rows, nullptr))
    releaseError(error);
  for (tine_string *string : {rows.text, rows.comma, rows.quote, rows.options})
    tine_abi_release(string);
  return 0;
}
