//===- Heap.h - Objects by number, in copies that share ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every branch and loop keeps copies of the heap, which has tens of thousands
// of objects, and changes a few of them. Objects lie in chunks that copies
// share until one of them changes something there, and so does the table of the
// chunks. A copy that is only read costs nothing, and what differs between two
// copies is found in the chunks that they do not share.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_VALUES_HEAP_H
#define TINE_FRONTEND_VALUES_HEAP_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/iterator.h"
#include <array>
#include <memory>
#include <vector>

namespace tine::elaborate {

struct Object;

class Heap {
public:
  using Entry = std::shared_ptr<const Object>;

  size_t size() const { return count; }
  bool empty() const { return count == 0; }

  const Entry &operator[](size_t id) const {
    return table->chunks[id / width]->entries[id % width];
  }
  void set(size_t id, Entry object) {
    own(id / width).entries[id % width] = std::move(object);
  }
  /// Gives the object the next number.
  size_t add(Entry object);
  /// Numbers below `size` are there, if for no object.
  void grow(size_t size);

  /// Whether no other heap has the object of this number.
  bool isOnlyHolder(size_t id) const {
    return table->UseCount() == 1 &&
           table->chunks[id / width]->UseCount() == 1 &&
           (*this)[id].use_count() == 1;
  }

  /// Calls `visit` for the numbers below `size`, ascending, that are of other
  /// objects in `other`. It may change either heap at that number.
  template <typename Visit>
  void forEachChange(const Heap &other, size_t size, Visit visit) const {
    if (table == other.table)
      return;
    for (size_t chunk = 0; chunk * width < size; ++chunk) {
      if (table->chunks[chunk] == other.table->chunks[chunk])
        continue;
      size_t end = std::min(size, (chunk + 1) * width);
      for (size_t id = chunk * width; id < end; ++id)
        if ((*this)[id] != other[id])
          visit(id);
    }
  }

  class iterator : public llvm::iterator_facade_base<
                       iterator, std::random_access_iterator_tag, const Entry> {
  public:
    iterator(const Heap &heap, size_t id) : heap(&heap), id(id) {}
    const Entry &operator*() const { return (*heap)[id]; }
    bool operator==(const iterator &other) const { return id == other.id; }
    bool operator<(const iterator &other) const { return id < other.id; }
    ptrdiff_t operator-(const iterator &other) const { return id - other.id; }
    iterator &operator+=(ptrdiff_t n) {
      id += n;
      return *this;
    }
    iterator &operator-=(ptrdiff_t n) {
      id -= n;
      return *this;
    }

  private:
    const Heap *heap;
    size_t id;
  };
  iterator begin() const { return {*this, 0}; }
  iterator end() const { return {*this, count}; }

private:
  static constexpr size_t width = 64;
  struct Chunk : llvm::RefCountedBase<Chunk> {
    std::array<Entry, width> entries;
  };

  struct Table : llvm::RefCountedBase<Table> {
    std::vector<llvm::IntrusiveRefCntPtr<Chunk>> chunks;
  };

  /// The table or chunk, which no other heap shares.
  Table &own();
  Chunk &own(size_t index);

  llvm::IntrusiveRefCntPtr<Table> table = llvm::makeIntrusiveRefCnt<Table>();
  size_t count = 0;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_VALUES_HEAP_H
