//===- Heap.cpp - Objects by number, in copies that share -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/values/Heap.h"

namespace tine::elaborate {

Heap::Table &Heap::own() {
  if (table->UseCount() != 1)
    table = llvm::makeIntrusiveRefCnt<Table>(*table);
  return *table;
}

Heap::Chunk &Heap::own(size_t index) {
  llvm::IntrusiveRefCntPtr<Chunk> &chunk = own().chunks[index];
  if (chunk->UseCount() != 1)
    chunk = llvm::makeIntrusiveRefCnt<Chunk>(*chunk);
  return *chunk;
}

size_t Heap::add(Entry object) {
  size_t id = count;
  grow(count + 1);
  set(id, std::move(object));
  return id;
}

void Heap::grow(size_t size) {
  count = std::max(count, size);
  while (table->chunks.size() * width < count)
    own().chunks.push_back(llvm::makeIntrusiveRefCnt<Chunk>());
}

} // namespace tine::elaborate
