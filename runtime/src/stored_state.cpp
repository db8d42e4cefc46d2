//===- stored_state.cpp - Loaded state dicts --------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the tensors of a loaded dict with those that a module has, in the
// order and with the words of PyTorch's load_state_dict.
//
//===----------------------------------------------------------------------===//

#include "errors.h"
#include "objects.h"
#include "stored.h"

#include <stdlib.h>

using namespace tine;

namespace {

struct Slice {
  const char *data;
  size_t size;
};

bool startsWith(Slice text, Slice start) {
  return text.size >= start.size && !memcmp(text.data, start.data, start.size);
}

/// A set of texts; a text may come twice.
class Names {
public:
  void add(Slice name) {
    if (2 * (count + 1) > slots.size()) {
      Array<Slice> old;
      for (const Slice &slot : slots)
        old.add(slot);
      slots.zeros(slots.size() ? 2 * slots.size() : 64);
      for (const Slice &slot : old)
        if (slot.data)
          place(slot) = slot;
    }
    Slice &slot = place(name);
    count += !slot.data;
    slot = name;
  }
  bool has(Slice name) { return count && place(name).data; }

private:
  Slice &place(Slice name) {
    uint64_t hash = 1469598103934665603ull;
    for (size_t i = 0; i < name.size; ++i)
      hash = (hash ^ uint8_t(name.data[i])) * 1099511628211ull;
    size_t mask = slots.size() - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask)
      if (!slots[i].data || (slots[i].size == name.size &&
                             !memcmp(slots[i].data, name.data, name.size)))
        return slots[i];
  }
  Array<Slice> slots;
  size_t count = 0;
};

/// Goes over what a module has, a line each: "M PREFIX" for a module, "T SIZES
/// NAME" for a tensor, "B SIZES NAME" for a counter of batches, which older
/// files do not have. SIZES have commas behind each.
class Comparison {
public:
  Comparison(const Stored &stored, int64_t dict, const tine_string *expected)
      : stored(stored), dict(dict), expected(expected) {}

  void run(bool wantsErrors) {
    eachLine([&](char kind, Slice, Slice name) {
      (kind == 'M' ? modules : tensors).add(name);
    });
    eachLine([&](char kind, Slice sizes, Slice name) {
      if (kind != 'M')
        checkTensor(kind == 'B', sizes, name, wantsErrors);
      else
        findUnexpected(name);
    });
  }

  Text missing, unexpected, errors;
  char separator = '\n';

private:
  template <typename Visit> void eachLine(Visit visit) {
    const char *at = expected->data, *end = at + expected->length;
    while (at != end) {
      const auto *stop =
          static_cast<const char *>(memchr(at, '\n', size_t(end - at)));
      if (!stop)
        return;
      char kind = *at;
      at += 2;
      Slice sizes = {at, 0};
      if (kind != 'M') {
        const auto *space =
            static_cast<const char *>(memchr(at, ' ', size_t(stop - at)));
        sizes.size = size_t(space - at);
        at = space + 1;
      }
      visit(kind, sizes, Slice{at, size_t(stop - at)});
      at = stop + 1;
    }
  }

  void addName(Text &text, Slice name) const {
    if (separator == '\n') {
      text.add(text.size ? "\n" : "");
      text.add(name.data, name.size);
      return;
    }
    text.add(text.size ? ", \"" : "\"");
    text.add(name.data, name.size);
    text.add('"');
  }
  void beginError() { errors.add(errors.size ? "\n\t" : ""); }

  /// PyTorch counts batches from the second version of the layer on.
  bool isOlder(Slice name) const {
    int64_t metadata = stored.node(dict).more;
    if (metadata < 0)
      return true;
    size_t length = name.size;
    while (length && name.data[length - 1] != '.')
      --length;
    int64_t own = stored.find(metadata, name.data, length ? length - 1 : 0);
    int64_t version = own < 0 ? -1 : stored.find(own, "version", 7);
    return version < 0 || stored.node(version).kind != STORED_INT ||
           stored.node(version).value < 2;
  }

  void checkTensor(bool isCounter, Slice sizes, Slice name, bool wantsErrors) {
    int64_t number = stored.find(dict, name.data, name.size);
    if (number < 0) {
      if (!isCounter || !isOlder(name))
        addName(missing, name);
      return;
    }
    if (!wantsErrors)
      return;
    const StoredNode &node = stored.node(number);
    if (node.kind != STORED_TENSOR) {
      const char *kinds[] = {"NoneType", "bool", "int",  "float", "str",
                             "list",     "dict", "dict", "object"};
      beginError();
      errors.add("While copying the parameter named \"");
      errors.add(name.data, name.size);
      errors.addf("\", expected torch.Tensor or Tensor-like object from "
                  "checkpoint but received <class '%s'>",
                  kinds[node.kind]);
      return;
    }
    int64_t wanted[TINE_MAX_RANK];
    int rank = 0;
    const char *at = sizes.data;
    while (at != sizes.data + sizes.size && rank < TINE_MAX_RANK) {
      wanted[rank++] = strtoll(at, nullptr, 10);
      while (*at++ != ',') {
      }
    }
    const int64_t *own = stored.sizes(node);
    if (fitSizes(own, node.rank, wanted, rank) ||
        (!rank && node.rank == 1 && *own))
      return;
    beginError();
    errors.add("size mismatch for ");
    errors.add(name.data, name.size);
    errors.add(": copying a param with shape torch.Size(");
    addSizes(errors, own, node.rank);
    errors.add(") from checkpoint, the shape in current model is torch.Size(");
    addSizes(errors, wanted, rank);
    errors.add(").");
  }

  void findUnexpected(Slice prefix) {
    const StoredNode &parent = stored.node(dict);
    for (int64_t i = 0; i + 1 < parent.count; i += 2) {
      const StoredNode &key = stored.node(stored.child(parent, i));
      Slice name = {stored.text(key), size_t(key.count)};
      if (key.kind != STORED_TEXT || !startsWith(name, prefix))
        continue;
      const auto *dot = static_cast<const char *>(
          memchr(name.data + prefix.size, '.', name.size - prefix.size));
      bool isKnown = dot ? modules.has({name.data, size_t(dot + 1 - name.data)})
                         : tensors.has(name);
      if (!isKnown)
        addName(unexpected, name);
    }
  }

  const Stored &stored;
  int64_t dict;
  const tine_string *expected;
  Names modules, tensors;
};

/// The dict; raises if it is none.
void needDict(const Stored &stored, int64_t node, tine_string *name,
              const char *where) {
  if (node >= 0 && stored.node(node).kind == STORED_DICT)
    return;
  Text text;
  text.add(stored.path(), size_t(stored.pathLength()));
  text.add(": ");
  text.add(name->length ? name->data : "it");
  text.add(" is no state_dict()");
  text.add('\0');
  tine_abi_raise_text("TypeError", text.data, where);
}

} // namespace

tine_string *tine_abi_stored_state_errors(tine_string *string, int64_t node,
                                          tine_string *expected,
                                          int64_t isStrict, tine_string *name,
                                          const char *where) {
  Stored stored(string);
  needDict(stored, node, name, where);
  Comparison comparison(stored, node, expected);
  comparison.separator = ',';
  comparison.run(/*wantsErrors=*/true);
  Text text;
  auto add = [&](const char *what, const Text &names) {
    if (!names.size || !isStrict)
      return;
    text.add(text.size ? "\n\t" : "");
    text.add(what);
    text.add(" key(s) in state_dict: ");
    text.add(names.data, names.size);
    text.add(". ");
  };
  add("Missing", comparison.missing);
  add("Unexpected", comparison.unexpected);
  if (comparison.errors.size) {
    text.add(text.size ? "\n\t" : "");
    text.add(comparison.errors.data, comparison.errors.size);
  }
  return text.string();
}

static tine_string *keysOf(tine_string *string, int64_t node,
                           tine_string *expected, bool wantsMissing,
                           tine_string *name, const char *where) {
  Stored stored(string);
  needDict(stored, node, name, where);
  Comparison comparison(stored, node, expected);
  comparison.run(/*wantsErrors=*/false);
  return (wantsMissing ? comparison.missing : comparison.unexpected).string();
}

tine_string *tine_abi_stored_missing_keys(tine_string *string, int64_t node,
                                          tine_string *expected,
                                          tine_string *name,
                                          const char *where) {
  return keysOf(string, node, expected, true, name, where);
}

tine_string *tine_abi_stored_unexpected_keys(tine_string *string, int64_t node,
                                             tine_string *expected,
                                             tine_string *name,
                                             const char *where) {
  return keysOf(string, node, expected, false, name, where);
}
