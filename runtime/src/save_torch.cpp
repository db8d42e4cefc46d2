//===- save_torch.cpp - torch.save() ----------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A zip archive with a pickle of the value, and a member for each storage, as
// PyTorch's torch.load(weights_only=True) reads it.
//
//===----------------------------------------------------------------------===//

#include "objects.h"
#include "saving.h"
#include "zip_writer.h"

#include <stdio.h>

using namespace tine;

namespace {

void addNumber(Text &text, uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i)
    text.add(char(number >> 8 * i & 255));
}

/// As PyTorch calls the storage of a dtype.
const char *storageOf(int dtype) {
  switch (dtype) {
#define TINE_DTYPE(SYMBOL, NUMBER, NAME, METHOD, KERNEL, FILE, SHORT)          \
  case TINE_##SYMBOL:                                                          \
    return KERNEL "Storage\n";
#include "tine/dtypes.def"
  default:
    return "ByteStorage\n";
  }
}

/// Writes the pickle of slots by a pattern (tine_abi_save_torch in abi.h).
class Pickler {
public:
  Pickler(const char *pattern, const uint64_t *slots)
      : at(pattern), slots(slots) {}

  void run() {
    out.add("\x80\2", 2); // protocol 2
    value();
    out.add('.');
  }

  Text out;
  Array<const tine_tensor *> storages;

private:
  /// One value of the pattern and its slots; nothing is written where it is
  /// skipped.
  void value() {
    switch (*at++) {
    case 'n':
      return put("N", 1);
    case 'i':
      return integer(int64_t(*slots++));
    case 'b':
      return put(*slots++ ? "\x88" : "\x89", 1);
    case 'f':
      return real(*slots++);
    case 's':
      return text(reinterpret_cast<const tine_string *>(*slots++));
    case 't':
    case 'T':
    case 'P':
      return tensor(at[-1], reinterpret_cast<const tine_tensor *>(*slots++));
    case '(':
      put("(", 1);
      return items(')', "t");
    case '[':
      put("](", 2);
      return items(']', "e");
    case '{':
      put("}(", 2);
      return items('}', "u");
    case 'O':
      put("ccollections\nOrderedDict\n)R(", 28);
      ++at;
      return items('}', "u");
    case 'l':
      return list(reinterpret_cast<const tine_list *>(*slots++));
    case 'd':
      return dict(reinterpret_cast<tine_dict *>(*slots++));
    case 'o': {
      bool isThere = *slots++ != 0;
      if (!isThere)
        put("N", 1);
      return choose(isThere);
    }
    case 'x': {
      bool isFirst = *slots++ != 0;
      choose(isFirst);
      return choose(!isFirst);
    }
    default:
      return;
    }
  }
  /// A value that is written or not.
  void choose(bool isWritten) {
    skipped += !isWritten;
    value();
    skipped -= !isWritten;
  }
  void items(char end, const char *last) {
    while (*at != end) {
      // A key and value that may not be there.
      bool isThere = true;
      if (*at == 'm') {
        ++at;
        isThere = *slots++ != 0;
        choose(isThere);
      }
      choose(isThere);
    }
    ++at;
    put(last, 1);
  }
  /// A list of the run: its elements have the pattern that follows.
  void list(const tine_list *list) {
    const char *element = at;
    const uint64_t *behind = slots;
    put("](", 2);
    for (int64_t i = 0; !skipped && i < list->length; ++i) {
      at = element;
      slots = elementOf(list, i);
      value();
    }
    put("e", 1);
    at = endOf(element);
    slots = behind;
  }
  void dict(tine_dict *dict) {
    const char *element = at;
    const uint64_t *behind = slots;
    put("}(", 2);
    int64_t count = skipped ? 0 : tine_abi_dict_length(dict);
    for (int64_t i = 0; i < count; ++i) {
      at = element;
      uint64_t key = tine_abi_dict_key(dict, i);
      slots = &key;
      value();
      slots = tine_abi_dict_value(dict, i);
      value();
    }
    put("u", 1);
    at = endOf(endOf(element));
    slots = behind;
  }
  /// Where the pattern of a value ends.
  static const char *endOf(const char *from) {
    switch (*from++) {
    case '(':
    case '[':
    case '{': {
      while (*from != ')' && *from != ']' && *from != '}')
        from = endOf(from);
      return from + 1;
    }
    case 'O':
    case 'l':
    case 'o':
    case 'm':
      return endOf(from);
    case 'd':
    case 'x':
      return endOf(endOf(from));
    default:
      return from;
    }
  }

  void put(const char *bytes, size_t size) {
    if (!skipped)
      out.add(bytes, size);
  }
  void integer(int64_t number) {
    if (skipped)
      return;
    bool isNarrow = number == int32_t(number);
    out.add(isNarrow ? "J" : "\x8a\x08");
    addNumber(out, uint64_t(number), isNarrow ? 4 : 8);
  }
  void real(uint64_t bits) {
    if (skipped)
      return;
    out.add('G');
    for (int i = 7; i >= 0; --i)
      out.add(char(bits >> 8 * i & 255));
  }
  void bytes(const char *data, size_t size) {
    out.add('X');
    addNumber(out, size, 4);
    out.add(data, size);
  }
  void text(const tine_string *text) {
    if (!skipped)
      bytes(text->data, size_t(text->length));
  }
  void numbers(const int64_t *values, int count) {
    out.add('(');
    for (int i = 0; i < count; ++i)
      integer(values[i]);
    out.add('t');
  }
  /// Each tensor has a storage of its own: those of the run that are equal may
  /// be one, though the program changes them apart.
  size_t storageNumber(const tine_tensor *tensor) {
    storages.add(tensor);
    return storages.size() - 1;
  }
  void tensor(char kind, const tine_tensor *tensor) {
    if (skipped)
      return;
    if (kind == 'P')
      out.add("ctorch._utils\n_rebuild_parameter\n(");
    out.add("ctorch._utils\n_rebuild_tensor_v2\n((");
    bytes("storage", 7);
    out.add("ctorch\n");
    out.add(storageOf(tensor->head.dtype));
    char key[24];
    bytes(key,
          size_t(snprintf(key, sizeof(key), "%zu", storageNumber(tensor))));
    bytes("cpu", 3);
    integer(elementCount(tensor));
    out.add("tQ");
    integer(0);
    int64_t strides[TINE_MAX_RANK], stride = 1;
    for (int i = tensor->head.rank - 1; i >= 0; --i) {
      strides[i] = stride;
      stride *= tensor->sizes[i] ? tensor->sizes[i] : 1;
    }
    numbers(tensor->sizes, tensor->head.rank);
    numbers(strides, tensor->head.rank);
    out.add(kind == 'T' ? "\x88" : "\x89");
    out.add("ccollections\nOrderedDict\n)RtR");
    if (kind == 'P')
      out.add("\x88"
              "ccollections\nOrderedDict\n)RtR");
  }

  const char *at;
  const uint64_t *slots;
  int skipped = 0; // values around that are not written
};

/// The name of the folder in the archive: that of the file without its
/// extension.
void addFolder(Text &text, const tine_string *path) {
  const char *name = path->data, *end = path->data + path->length;
  for (const char *at = name; at != end; ++at)
    if (*at == '/')
      name = at + 1;
  const char *dot = end;
  for (const char *at = name; at != end; ++at)
    if (*at == '.' && at != name)
      dot = at;
  text.add(name, size_t(dot - name));
  if (!text.size)
    text.add("archive");
  text.add('/');
}

} // namespace

void tine_abi_save_torch(tine_string *path, const char *pattern,
                         const uint64_t *slots, const char *where) {
  Pickler pickler(pattern, slots);
  pickler.run();
  SavedFile file(path, where);
  ZipWriter zip(file.descriptor);
  Text name;
  addFolder(name, path);
  size_t folder = name.size;
  auto member = [&](const char *own) {
    name.size = folder;
    name.add(own);
  };
  auto addText = [&](const char *own, const char *text) {
    member(own);
    return zip.add(name.data, name.size, text, strlen(text), nullptr, 0, 64);
  };
  member("data.pkl");
  bool good = zip.add(name.data, name.size, pickler.out.data, pickler.out.size,
                      nullptr, 0, 64) &&
              addText(".format_version", "1") &&
              addText(".storage_alignment", "64") &&
              addText("byteorder", "little");
  for (size_t i = 0; good && i < pickler.storages.size(); ++i) {
    const tine_tensor *tensor = pickler.storages[i];
    char own[32];
    snprintf(own, sizeof(own), "data/%zu", i);
    member(own);
    good = zip.add(name.data, name.size, nullptr, 0,
                   static_cast<const char *>(elements(tensor)),
                   uint64_t(elementsBytes(tensor)), 64);
  }
  good = good && addText("version", "3\n") && zip.finish();
  file.finish(good);
}
