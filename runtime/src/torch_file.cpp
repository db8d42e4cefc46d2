//===- torch_file.cpp - What torch.save() writes ----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "torch_file.h"
#include "objects.h"

#include <errno.h>

using namespace tine;

using Kind = PickleValue::Kind;

const PickleValue *tine::tensorCall(const PickleValue &value) {
  const PickleValue *call = &value;
  if (call->is(Kind::Call) && call->count > 1 &&
      call->items[0]->isText("torch._utils._rebuild_parameter"))
    call = call->items[1];
  bool isTensor = call->is(Kind::Call) && call->count >= 5 &&
                  (call->items[0]->isText("torch._utils._rebuild_tensor_v2") ||
                   call->items[0]->isText("torch._utils._rebuild_tensor_v3"));
  return isTensor ? call : nullptr;
}

static bool readSizes(const PickleValue &value, int64_t *sizes, int32_t &rank) {
  if (!value.is(Kind::Tuple) || value.count > TINE_MAX_RANK)
    return false;
  rank = int32_t(value.count);
  for (int32_t i = 0; i < rank; ++i) {
    if (!value.items[i]->is(Kind::Int) || value.items[i]->integer < 0)
      return false;
    sizes[i] = value.items[i]->integer;
  }
  return true;
}

/// Adds to the tensor how far its elements reach from the first one; false if
/// that is no number of bytes.
static bool setExtent(FileTensor &tensor, uint64_t &extent) {
  uint64_t width = elementBytes(tensor.dtype), last = 0, dense = 1;
  bool isEmpty = false, isPlain = true;
  for (int32_t i = 0; i < tensor.rank; ++i)
    isEmpty |= tensor.sizes[i] == 0;
  for (int32_t i = tensor.rank - 1; i >= 0; --i) {
    auto count = uint64_t(tensor.sizes[i] ? tensor.sizes[i] : 1);
    auto stride = uint64_t(tensor.strides[i]);
    uint64_t reach = 0;
    if (__builtin_mul_overflow(count - 1, stride, &reach) ||
        __builtin_add_overflow(last, reach, &last) ||
        __builtin_mul_overflow(dense, count, &dense))
      return false;
    isPlain &= count == 1 || stride == dense / count;
  }
  tensor.isStrided = !isPlain && !isEmpty;
  bool isSane = !__builtin_add_overflow(last, 1, &last) &&
                !__builtin_mul_overflow(last, width, &last) &&
                !__builtin_mul_overflow(dense, width, &dense) &&
                dense <= uint64_t(INT64_MAX);
  extent = isEmpty ? 0 : last;
  return isSane;
}

bool TorchFile::checkOrder(int descriptor, Text &problem) const {
  Text order;
  order.add(folder.data, folder.size);
  order.add("byteorder");
  const ZipMember *bytes = zip.find(order.data, order.size);
  if (!bytes)
    return true;
  uint64_t offset = 0;
  char text[6];
  if (!zip.locate(*bytes, offset, problem))
    return false;
  if (bytes->size == 6 && readAt(descriptor, text, 6, offset) &&
      !memcmp(text, "little", 6))
    return true;
  problem.add("its numbers have the order of bytes of another machine");
  return false;
}

bool TorchFile::open(int descriptor, uint64_t size, Text &problem) {
  if (!zip.open(descriptor, size, problem))
    return false;
  // All members are in one folder.
  constexpr const char *data = "/data.pkl";
  size_t dataLength = strlen(data);
  const ZipMember *member = nullptr;
  for (const ZipMember &other : zip.members())
    if (other.nameLength > dataLength &&
        !memchr(other.name, '/', other.nameLength - dataLength) &&
        !memcmp(other.name + other.nameLength - dataLength, data, dataLength))
      member = &other;
  if (!member) {
    problem.add("it is a zip archive, but not one of torch.save()");
    return false;
  }
  folder.add(member->name, member->nameLength - dataLength + 1);
  uint64_t offset = 0;
  if (!checkOrder(descriptor, problem) || !zip.locate(*member, offset, problem))
    return false;
  if (member->size > maxPickleBytes) {
    problem.add("its pickle is too large");
    return false;
  }
  content.fill(member->size, 0);
  errno = 0;
  if (member->size && !readAt(descriptor, content.data, member->size, offset)) {
    problem.add(errno ? strerror(errno) : "the file ends too early");
    return false;
  }
  problem.add("data.pkl: ");
  root = pickle.read(content.data, content.size, problem);
  if (root)
    problem.size -= strlen("data.pkl: ");
  return root != nullptr;
}

bool TorchFile::describe(const PickleValue &call, FileTensor &tensor,
                         uint64_t &storage, uint64_t &bytes,
                         Text &problem) const {
  auto damaged = [&] {
    problem.add("the tensor ");
    addName(problem, tensor.name, tensor.nameLength);
    problem.add(" is damaged");
    return false;
  };
  const PickleValue &reference = *call.items[1];
  const PickleValue *id =
      reference.is(Kind::Reference) ? reference.items[0] : nullptr;
  if (!id || !id->is(Kind::Tuple) || id->count != 5 ||
      !id->items[0]->isText("storage") || !id->items[2]->is(Kind::Text) ||
      !call.items[2]->is(Kind::Int) || call.items[2]->integer < 0)
    return damaged();
  int32_t strideCount = 0;
  if (!readSizes(*call.items[3], tensor.sizes, tensor.rank) ||
      !readSizes(*call.items[4], tensor.strides, strideCount) ||
      strideCount != tensor.rank)
    return damaged();
  tensor.dtype = -1;
  bool isUntyped = id->items[1]->isText("torch.storage.UntypedStorage");
  const PickleValue *type = id->items[1];
  for (size_t j = 5; j < call.count && isUntyped; ++j)
    if (call.items[j]->is(Kind::Global))
      type = call.items[j];
  if (type->is(Kind::Global))
    tensor.dtype = dtypeOfTorch(type->text, type->length);
  if (tensor.dtype < 0) {
    problem.add("the tensor ");
    addName(problem, tensor.name, tensor.nameLength);
    problem.add(" has a dtype that is not supported");
    return false;
  }
  const PickleValue &key = *id->items[2];
  Text memberName;
  memberName.add(folder.data, folder.size);
  memberName.add("data/");
  memberName.add(key.text, key.length);
  const ZipMember *member = zip.find(memberName.data, memberName.size);
  uint64_t extent = 0, before = 0;
  if (!member) {
    problem.add("'data/");
    problem.add(key.text, key.length < 100 ? key.length : 100);
    problem.add("' is missing");
    return false;
  }
  if (!zip.locate(*member, storage, problem))
    return false;
  bytes = member->size;
  if (!setExtent(tensor, extent) ||
      __builtin_mul_overflow(uint64_t(call.items[2]->integer),
                             elementBytes(tensor.dtype), &before))
    return damaged();
  if (before > bytes || extent > bytes - before) {
    problem.add("'data/");
    problem.add(key.text, key.length);
    problem.addf("' has %llu bytes, the tensor ",
                 static_cast<unsigned long long>(bytes));
    addName(problem, tensor.name, tensor.nameLength);
    problem.add(" needs more");
    return false;
  }
  tensor.begin = storage + before;
  tensor.end = tensor.begin + extent;
  return true;
}
