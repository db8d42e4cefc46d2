//===- argument_memory.cpp - Containers of arguments ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory and texts of the argument parser.
//
//===----------------------------------------------------------------------===//

#include "argument_model.h"
#include "unicode.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

using namespace tine;
using namespace tine::arguments;

[[noreturn]] static void endForLackOfMemory() {
  fputs("out of memory for the arguments of the command line\n", stderr);
  _exit(1);
}

size_t Arena::checked(size_t count, size_t bytes) {
  size_t all;
  if (__builtin_mul_overflow(count, bytes, &all) || all > PTRDIFF_MAX / 2)
    endForLackOfMemory();
  return all;
}

void *Arena::get(size_t bytes) {
  bytes = (checked(bytes, 1) + 15) & ~size_t(15);
  if (bytes > left) {
    size_t all = bytes > 4096 ? bytes : 4096;
    auto *block = static_cast<Block *>(calloc(1, sizeof(Block) + all));
    if (!block)
      endForLackOfMemory();
    block->next = blocks;
    blocks = block;
    at = reinterpret_cast<char *>(block + 1);
    left = all;
  }
  void *result = at;
  at += bytes;
  left -= bytes;
  return result;
}

Arena::~Arena() { free(blocks); }

void *Arena::release() {
  void *memory = blocks;
  blocks = nullptr;
  left = 0;
  return memory;
}

void Arena::free(void *memory) {
  while (memory) {
    void *block = memory;
    memory = static_cast<Block *>(memory)->next;
    ::free(block);
  }
}

size_t View::find(View text) const {
  for (size_t i = 0; i + text.size <= size; ++i)
    if (from(i).startsWith(text))
      return i;
  return size;
}

size_t arguments::firstPoint(View text) {
  if (text.isEmpty())
    return 0;
  const char *at = text.begin();
  decode(at, text.end());
  return size_t(at - text.begin());
}

size_t arguments::countPoints(View text) {
  size_t count = 0;
  for (const char *at = text.begin(); at != text.end(); ++count)
    decode(at, text.end());
  return count;
}

View arguments::strip(View text) {
  const char *begin = text.begin(), *end = begin;
  bool started = false;
  for (const char *at = text.begin(); at != text.end();) {
    const char *here = at;
    if (properties(decode(at, text.end())) & isWhite)
      continue;
    if (!started)
      begin = here;
    started = true;
    end = at;
  }
  return started ? View(begin, size_t(end - begin)) : View("");
}

void Buffer::reserve(size_t more) {
  if (more <= capacity - size)
    return;
  if (__builtin_add_overflow(size, more, &more))
    endForLackOfMemory();
  capacity = more > 2 * capacity ? more : 2 * capacity;
  capacity = capacity < 64 ? 64 : capacity;
  char *bytes = arena.make<char>(capacity);
  if (size)
    memcpy(bytes, data, size);
  data = bytes;
}

void Buffer::addNumber(size_t number) {
  char digits[24];
  int length = snprintf(digits, sizeof digits, "%zu", number);
  add(View(digits, size_t(length)));
}
