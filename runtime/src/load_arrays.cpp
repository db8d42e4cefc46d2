//===- load_arrays.cpp - np.load() and its like -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files of NumPy, of one array or of several in a zip archive, .safetensors,
// and bytes without a header.
//
//===----------------------------------------------------------------------===//

#include "npy.h"
#include "objects.h"
#include "opened.h"
#include "stored.h"
#include "zip.h"

#include <errno.h>
#include <stdlib.h>
#include <zlib.h>

using namespace tine;

namespace {

bool failed(Text &problem) {
  problem.add(errno ? strerror(errno) : "it ends too early");
  return false;
}

int64_t addArray(StoredBuilder &builder, const NpyArray &array, int64_t data) {
  StoredNode node;
  node.kind = STORED_TENSOR;
  node.dtype = uint8_t(array.dtype);
  node.rank = uint8_t(array.rank);
  node.isSwapped = array.isSwapped;
  node.value = data;
  node.more = int64_t(builder.sizes.size());
  addShape(builder.sizes, array.sizes, array.rank, array.isFortran);
  builder.nodes.add(node);
  return int64_t(builder.nodes.size()) - 1;
}

/// A text as a node.
int64_t addKey(StoredBuilder &builder, const char *text, size_t length) {
  StoredNode node;
  node.kind = STORED_TEXT;
  node.value = builder.addText(text, length);
  node.count = int64_t(length);
  builder.nodes.add(node);
  return int64_t(builder.nodes.size()) - 1;
}

/// The root, a dict, whose entries come behind.
void addRoot(StoredBuilder &builder) {
  StoredNode root;
  root.kind = STORED_DICT;
  builder.nodes.add(root);
}

void setEntries(StoredBuilder &builder, const Array<int64_t> &entries) {
  builder.nodes[0].value = int64_t(builder.children.size());
  builder.nodes[0].count = int64_t(entries.size());
  for (int64_t entry : entries)
    builder.children.add(entry);
}

//===-- .npy --------------------------------------------------------------===//

/// Reads a header in the first bytes of a file, and how long it is.
bool readHead(const Text &head, NpyArray &array, uint64_t &front,
              Text &problem) {
  size_t begin = 0, length = 0;
  if (!findNpyHeader(reinterpret_cast<const unsigned char *>(head.data),
                     head.size, begin, length, problem))
    return false;
  if (head.size - begin < length || head.size < begin) {
    problem.add("it ends within its header");
    return false;
  }
  front = begin + length;
  return readNpyHeader(head.data + begin, length, array, problem);
}

constexpr uint64_t longestHead = npyPrefix + maxNpyHeader;

tine_string *loadNpy(OpenedFile &file, StoredBuilder &builder, Text &problem) {
  Text head;
  head.fill(file.size < longestHead ? file.size : longestHead, 0);
  errno = 0;
  NpyArray array;
  uint64_t front = 0;
  if (head.size && !readAt(file.descriptor, head.data, head.size, 0)) {
    failed(problem);
    return nullptr;
  }
  if (!readHead(head, array, front, problem))
    return nullptr;
  if (file.size - front < array.bytes) {
    problem.addf("it ends too early: %llu of %llu bytes",
                 static_cast<unsigned long long>(file.size),
                 static_cast<unsigned long long>(front + array.bytes));
    return nullptr;
  }
  addArray(builder, array, builder.addData(array.bytes));
  char *data = nullptr;
  tine_string *string = builder.finish(data);
  errno = 0;
  if (!array.bytes || readAt(file.descriptor, data, array.bytes, front))
    return string;
  tine_abi_release(string);
  failed(problem);
  return nullptr;
}

//===-- .npz --------------------------------------------------------------===//

/// Reads the first `size` bytes of what a member holds.
bool readMember(const OpenedFile &file, const ZipFile &zip,
                const ZipMember &member, char *to, uint64_t size,
                Text &problem) {
  uint64_t offset = 0;
  if (!zip.locatePacked(member, offset, problem))
    return false;
  errno = 0;
  if (member.method == 0)
    return !size || readAt(file.descriptor, to, size, offset) ||
           failed(problem);
  z_stream stream = {};
  if (inflateInit2(&stream, -15) != Z_OK) {
    problem.add("out of memory");
    return false;
  }
  Text packed;
  uint64_t left = member.packed;
  packed.reserve(1 << 16);
  int result = Z_OK;
  stream.next_out = reinterpret_cast<Bytef *>(to);
  uint64_t done = 0;
  while (done < size && result == Z_OK) {
    if (!stream.avail_in) {
      uint64_t part = left < 1 << 16 ? left : 1 << 16;
      if (!part || !readAt(file.descriptor, packed.data, part, offset))
        break;
      offset += part;
      left -= part;
      stream.next_in = reinterpret_cast<Bytef *>(packed.data);
      stream.avail_in = uInt(part);
    }
    uint64_t room = size - done < 1 << 30 ? size - done : 1 << 30;
    stream.avail_out = uInt(room);
    result = inflate(&stream, Z_NO_FLUSH);
    done += room - stream.avail_out;
    stream.next_out = reinterpret_cast<Bytef *>(to + done);
  }
  inflateEnd(&stream);
  if (done == size)
    return true;
  problem.add("the member '");
  problem.add(member.name, member.nameLength < 200 ? member.nameLength : 200);
  problem.add("' is damaged");
  return false;
}

/// What deflate makes of a byte at most.
constexpr uint64_t mostInflated = 1032;

bool addMember(const OpenedFile &file, const ZipFile &zip,
               const ZipMember &member, StoredBuilder &builder,
               Array<int64_t> &entries, Text &problem) {
  auto fail = [&](const char *what) {
    problem.add("the member '");
    problem.add(member.name, member.nameLength < 200 ? member.nameLength : 200);
    problem.add("' ");
    problem.add(what);
    return false;
  };
  if (member.method != 0 && member.method != 8)
    return fail("is compressed in a way that is not supported");
  if (member.method == 0 ? member.size != member.packed
                         : member.size / mostInflated > member.packed)
    return fail("is damaged");
  Text head;
  head.fill(member.size < longestHead ? member.size : longestHead, 0);
  NpyArray array;
  uint64_t front = 0;
  size_t before = problem.size;
  if (!readMember(file, zip, member, head.data, head.size, problem))
    return false;
  if (!readHead(head, array, front, problem)) {
    Text why;
    why.add("cannot be read: ");
    why.add(problem.data + before, problem.size - before);
    why.add('\0');
    problem.size = before;
    return fail(why.data);
  }
  if (member.size - front < array.bytes)
    return fail("ends too early");
  size_t length = member.nameLength;
  if (length > 4 && !memcmp(member.name + length - 4, ".npy", 4))
    length -= 4;
  entries.add(addKey(builder, member.name, length));
  // The whole member, so that it is unpacked in place.
  int64_t data = builder.addData(member.size);
  entries.add(addArray(builder, array, data + int64_t(front)));
  return true;
}

int compareOffsets(const void *a, const void *b) {
  uint64_t x = (*static_cast<const ZipMember *const *>(a))->header;
  uint64_t y = (*static_cast<const ZipMember *const *>(b))->header;
  return x < y ? -1 : x > y;
}

tine_string *loadNpz(OpenedFile &file, StoredBuilder &builder, Text &problem) {
  ZipFile zip;
  if (!zip.open(file.descriptor, file.size, problem))
    return nullptr;
  addRoot(builder);
  Array<int64_t> entries;
  uint64_t packed = 0;
  // As in the file, which the directory of this reader is not.
  Array<const ZipMember *> members;
  for (const ZipMember &member : zip.members())
    members.add(&member);
  if (members.size())
    qsort(static_cast<void *>(members.begin()), members.size(),
          sizeof(ZipMember *), compareOffsets);
  for (const ZipMember *member : members) {
    packed += member->packed;
    if (packed > file.size) {
      problem.add("its members share bytes");
      return nullptr;
    }
    if (!addMember(file, zip, *member, builder, entries, problem))
      return nullptr;
  }
  setEntries(builder, entries);
  char *data = nullptr;
  tine_string *string = builder.finish(data);
  uint64_t at = 0;
  for (const ZipMember *member : members) {
    char *to = data + at;
    at += (member->size + 63) & ~uint64_t(63);
    bool good = readMember(file, zip, *member, to, member->size, problem);
    if (good) {
      uLong sum = 0;
      for (uint64_t i = 0; i < member->size; i += 1 << 30) {
        uint64_t part = member->size - i < 1 << 30 ? member->size - i : 1 << 30;
        sum = crc32(sum, reinterpret_cast<const Bytef *>(to + i), uInt(part));
      }
      good = sum == member->check;
      if (!good) {
        problem.add("the member '");
        problem.add(member->name,
                    member->nameLength < 200 ? member->nameLength : 200);
        problem.add("' is damaged: its sum is another one");
      }
    }
    if (!good) {
      tine_abi_release(string);
      return nullptr;
    }
  }
  return string;
}

} // namespace

tine_string *tine_abi_stored_load_numpy(tine_string *path, const char *where) {
  OpenedFile file(path, where);
  StoredBuilder builder(path);
  Text problem;
  char magic[4] = {};
  if (file.size >= 4)
    (void)readAt(file.descriptor, magic, 4, 0);
  bool isZip = !memcmp(magic, "PK\3\4", 4) || !memcmp(magic, "PK\5\6", 4);
  tine_string *string =
      isZip ? loadNpz(file, builder, problem) : loadNpy(file, builder, problem);
  file.shut();
  if (!string)
    raiseOfContents("ValueError", path, problem, where);
  return string;
}

tine_string *tine_abi_stored_load_raw(tine_string *path, int64_t dtype,
                                      int64_t count, int64_t offset,
                                      const char *where) {
  OpenedFile file(path, where);
  auto width = elementBytes(int(dtype));
  uint64_t start = offset < 0 ? 0 : uint64_t(offset);
  uint64_t there = file.size < start ? 0 : (file.size - start) / width;
  StoredBuilder builder(path);
  NpyArray array;
  array.dtype = int32_t(dtype);
  array.rank = 1;
  array.sizes[0] =
      count >= 0 && uint64_t(count) < there ? count : int64_t(there);
  array.bytes = uint64_t(array.sizes[0]) * width;
  addArray(builder, array, builder.addData(array.bytes));
  char *data = nullptr;
  tine_string *string = builder.finish(data);
  errno = 0;
  bool good = !array.bytes || readAt(file.descriptor, data, array.bytes, start);
  if (good)
    return string;
  Text problem;
  failed(problem);
  file.shut();
  tine_abi_release(string);
  raiseOfContents("OSError", path, problem, where);
}

tine_string *tine_abi_stored_load_bytes(tine_string *bytes, int64_t dtype,
                                        int64_t count, int64_t offset,
                                        int64_t isBig, const char *) {
  tine_string *path = tine_abi_string_new("", 0);
  StoredBuilder builder(path);
  NpyArray array;
  array.dtype = int32_t(dtype);
  array.rank = 1;
  array.sizes[0] = count;
  array.bytes = uint64_t(count) * elementBytes(int(dtype));
  array.isSwapped = isBig != 0;
  addArray(builder, array, builder.addData(array.bytes));
  char *data = nullptr;
  tine_string *string = builder.finish(data);
  tine_abi_release(path);
  if (array.bytes)
    memcpy(data, bytes->data + offset, array.bytes);
  return string;
}

static tine_string *loadSafetensors(OpenedFile &file, StoredBuilder &builder,
                                    Text &problem) {
  unsigned char prefix[8] = {};
  errno = 0;
  if (file.size < sizeof(prefix)) {
    problem.add("it is too short for a .safetensors file");
    return nullptr;
  }
  if (!readAt(file.descriptor, prefix, sizeof(prefix), 0)) {
    failed(problem);
    return nullptr;
  }
  uint64_t bytes = 0;
  for (int i = 7; i >= 0; --i)
    bytes = bytes << 8 | prefix[i];
  if (bytes > maxHeaderBytes || bytes > file.size - sizeof(prefix)) {
    problem.add("it is no .safetensors file");
    return nullptr;
  }
  Text header;
  header.fill(bytes + 1, 0);
  FileTensors tensors;
  uint64_t start = sizeof(prefix) + bytes;
  if (!readAt(file.descriptor, header.data, bytes, sizeof(prefix))) {
    failed(problem);
    return nullptr;
  }
  if (!readHeader(header.data, bytes, file.size - start, tensors, problem))
    return nullptr;
  addRoot(builder);
  Array<int64_t> entries;
  int64_t first = builder.addData(file.size - start);
  for (size_t i = 0; i < tensors.count; ++i) {
    const FileTensor &tensor = tensors.items[i];
    NpyArray array;
    array.dtype = tensor.dtype;
    array.rank = tensor.rank;
    memcpy(array.sizes, tensor.sizes, sizeof(array.sizes));
    entries.add(addKey(builder, tensor.name, tensor.nameLength));
    entries.add(addArray(builder, array, first + int64_t(tensor.begin)));
  }
  setEntries(builder, entries);
  char *data = nullptr;
  tine_string *string = builder.finish(data);
  errno = 0;
  if (file.size == start ||
      readAt(file.descriptor, data, file.size - start, start))
    return string;
  tine_abi_release(string);
  failed(problem);
  return nullptr;
}

tine_string *tine_abi_stored_load_safetensors(tine_string *path,
                                              const char *where) {
  OpenedFile file(path, where);
  StoredBuilder builder(path);
  Text problem;
  tine_string *string = loadSafetensors(file, builder, problem);
  file.shut();
  if (!string)
    raiseOfContents("safetensors.SafetensorError", path, problem, where);
  return string;
}
