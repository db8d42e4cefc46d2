//===- load_torch.cpp - torch.load() ----------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of the pickle become nodes; each storage is read once.
//
//===----------------------------------------------------------------------===//

#include "objects.h"
#include "opened.h"
#include "stored.h"
#include "torch_file.h"

#include <errno.h>

using namespace tine;

namespace {

using Kind = PickleValue::Kind;

class Converter {
public:
  Converter(const OpenedFile &file, const TorchFile &torch,
            StoredBuilder &builder, Text &problem)
      : file(file), torch(torch), builder(builder), problem(problem) {}

  bool run() {
    number(*torch.root);
    // Values that come twice are one node, so that this ends.
    for (size_t i = 0; i < values.size(); ++i)
      if (!convert(*values[i], int64_t(i)))
        return false;
    return true;
  }

  /// Reads the storages; false with a message.
  bool readStorages(char *data) const {
    errno = 0;
    for (const Storage &storage : storages)
      if (storage.bytes && !readAt(file.descriptor, data + storage.data,
                                   storage.bytes, storage.offset)) {
        problem.add(errno ? strerror(errno) : "it ends too early");
        return false;
      }
    return true;
  }

private:
  struct Storage {
    uint64_t offset, bytes; // in the file
    int64_t data;
  };
  struct Slot {
    const void *key;
    int64_t value;
  };

  /// The number of what is known by an address; its slot is empty if it is new.
  static Slot &slotOf(Array<Slot> &table, size_t &known, const void *key) {
    if (2 * (known + 1) > table.size()) {
      Array<Slot> old;
      for (const Slot &slot : table)
        old.add(slot);
      table.zeros(table.size() ? 2 * table.size() : 256);
      for (const Slot &slot : old)
        if (slot.key)
          place(table, slot.key) = slot;
    }
    Slot &slot = place(table, key);
    if (!slot.key) {
      ++known;
      slot.key = key;
      slot.value = -1;
    }
    return slot;
  }
  static Slot &place(Array<Slot> &table, const void *key) {
    size_t mask = table.size() - 1;
    size_t i = (uint64_t(uintptr_t(key)) * 0x9e3779b97f4a7c15ull >> 20) & mask;
    while (table[i].key && table[i].key != key)
      i = (i + 1) & mask;
    return table[i];
  }

  int64_t number(const PickleValue &value) {
    Slot &slot = slotOf(numbers, numberCount, &value);
    if (slot.value < 0) {
      slot.value = int64_t(values.size());
      values.add(&value);
      builder.nodes.add(StoredNode());
    }
    return slot.value;
  }

  void setChildren(int64_t number, StoredNode node, const PickleValue &value,
                   size_t first) {
    node.value = int64_t(builder.children.size());
    node.count = int64_t(value.count - first);
    for (size_t i = first; i < value.count; ++i) {
      int64_t child = this->number(*value.items[i]);
      builder.children.add(child);
    }
    builder.nodes[size_t(number)] = node;
  }

  bool convert(const PickleValue &value, int64_t number) {
    StoredNode node = plainNode(value);
    switch (value.kind) {
    case Kind::Text:
      node.kind = STORED_TEXT;
      node.value = builder.addText(value.text, value.length);
      node.count = int64_t(value.length);
      break;
    case Kind::Tuple:
      node.kind = STORED_LIST;
      setChildren(number, node, value, 0);
      return true;
    case Kind::Dict: {
      node.kind = STORED_DICT;
      const PickleValue *more =
          value.state ? value.state->get("_metadata") : nullptr;
      if (more)
        node.more = this->number(*more);
      setChildren(number, node, value, 0);
      return true;
    }
    case Kind::Call:
      return convertCall(value, number);
    default:
      break;
    }
    builder.nodes[size_t(number)] = node;
    return true;
  }

  bool convertCall(const PickleValue &value, int64_t number) {
    StoredNode node;
    if (const PickleValue *call = tensorCall(value))
      return convertTensor(*call, number);
    node.kind = STORED_OTHER;
    if (value.count == 2 && value.items[1]->is(Kind::Tuple) &&
        (value.items[0]->isText("torch.Size") ||
         value.items[0]->isText("builtins.set"))) {
      node.kind = STORED_LIST;
      setChildren(number, node, *value.items[1], 0);
      return true;
    }
    builder.nodes[size_t(number)] = node;
    return true;
  }

  bool convertTensor(const PickleValue &call, int64_t number) {
    FileTensor tensor = {};
    tensor.name = "";
    uint64_t offset = 0, bytes = 0;
    if (!torch.describe(call, tensor, offset, bytes, problem))
      return false;
    int64_t data = storageAt(offset, bytes);
    if (data < 0)
      return false;
    StoredNode node;
    node.kind = STORED_TENSOR;
    node.dtype = uint8_t(tensor.dtype);
    node.rank = uint8_t(tensor.rank);
    node.value = data + int64_t(tensor.begin - offset);
    node.more = int64_t(builder.sizes.size());
    for (int32_t i = 0; i < tensor.rank; ++i)
      builder.sizes.add(tensor.sizes[i]);
    for (int32_t i = 0; i < tensor.rank; ++i)
      builder.sizes.add(tensor.sizes[i] > 1 ? tensor.strides[i] : 0);
    builder.nodes[size_t(number)] = node;
    return true;
  }

  int64_t storageAt(uint64_t offset, uint64_t bytes) {
    Slot &slot = slotOf(byOffset, storageCount,
                        reinterpret_cast<const void *>(uintptr_t(offset + 1)));
    if (slot.value >= 0 && storages[size_t(slot.value)].bytes == bytes)
      return storages[size_t(slot.value)].data;
    all += bytes;
    if (slot.value >= 0 || all > file.size) {
      problem.add("its members share bytes");
      return -1;
    }
    slot.value = int64_t(storages.size());
    storages.add({offset, bytes, builder.addData(bytes)});
    return storages.back().data;
  }

  const OpenedFile &file;
  const TorchFile &torch;
  StoredBuilder &builder;
  Text &problem;
  Array<const PickleValue *> values;
  Array<Slot> numbers, byOffset;
  size_t numberCount = 0, storageCount = 0;
  Array<Storage> storages;
  uint64_t all = 0; // bytes of storages
};

tine_string *load(OpenedFile &file, StoredBuilder &builder, Text &problem) {
  char magic[4] = {};
  if (file.size >= 4)
    (void)readAt(file.descriptor, magic, 4, 0);
  if (!memcmp(magic, "\x80\2\x8a\n", 4)) {
    problem.add("it is of the format before PyTorch 1.6; write it anew with "
                "torch.save(torch.load(FILE), FILE)");
    return nullptr;
  }
  if (memcmp(magic, "PK", 2) != 0) {
    problem.add("it is no file of torch.save()");
    return nullptr;
  }
  TorchFile torch;
  if (!torch.open(file.descriptor, file.size, problem))
    return nullptr;
  Converter converter(file, torch, builder, problem);
  if (!converter.run())
    return nullptr;
  char *data = nullptr;
  tine_string *string = builder.finish(data);
  if (converter.readStorages(data))
    return string;
  tine_abi_release(string);
  return nullptr;
}

} // namespace

tine_string *tine_abi_stored_load_torch(tine_string *path, const char *where) {
  OpenedFile file(path, where);
  StoredBuilder builder(path);
  Text problem;
  tine_string *string = load(file, builder, problem);
  file.shut();
  if (!string)
    raiseOfContents("UnpicklingError", path, problem, where);
  return string;
}
