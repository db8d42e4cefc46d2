//===- Matrices.cpp - Tensor cores ----------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrices that lie in registers of a warp, as PTX describes them: with the
// lane's group (lane / 4) and its place in it (lane % 4), a group has a row of
// A and of the sum, and a column of B. Products are exact; they are added to
// the sum in the order of k, each sum rounded to 32 bits.
//
//===----------------------------------------------------------------------===//

#include "Halves.h"

using namespace simulated;

namespace {

/// Rows of 8 elements of 16 bits; lane 8 n + r has the address of row r of
/// matrix n.
void loadMatrices(const Instruction &i, Block &block) {
  bool isTransposed = i.has("trans");
  auto count = unsigned(i.results.size());
  std::vector<uint64_t> *values[4];
  for (unsigned n = 0; n < count; ++n)
    values[n] = &block.scratch(n);
  const std::vector<unsigned> &threads = block.stepping();
  for (size_t first = 0; first < threads.size(); first += warpSize) {
    unsigned begin = threads[first];
    for (unsigned n = 0; n < count; ++n) {
      uint16_t elements[8][8];
      for (unsigned row = 0; row < 8; ++row)
        memcpy(elements[row],
               block.at(i, i.operands[0], begin + 8 * n + row, 16,
                        Block::Use::Read),
               16);
      for (unsigned lane = 0; lane < warpSize; ++lane) {
        unsigned group = lane / 4, pair = lane % 4 * 2;
        uint32_t low =
            isTransposed ? elements[pair][group] : elements[group][pair];
        uint32_t high = isTransposed ? elements[pair + 1][group]
                                     : elements[group][pair + 1];
        (*values[n])[begin + lane] = high << 16 | low;
      }
    }
  }
  for (unsigned n = 0; n < count; ++n) {
    uint64_t *to = block.result(i.results[n]);
    for (unsigned t : threads)
      to[t] = (*values[n])[t];
  }
}

struct HalfElement {
  static constexpr unsigned perRegister = 2;
  static float of(uint32_t bits, unsigned n) {
    return halfToFloat(uint16_t(bits >> 16 * n));
  }
};
struct NarrowElement {
  static constexpr unsigned perRegister = 2;
  static float of(uint32_t bits, unsigned n) {
    return narrowToFloat(uint16_t(bits >> 16 * n));
  }
};
/// The last 13 bits are ignored.
struct Tf32Element {
  static constexpr unsigned perRegister = 1;
  static float of(uint32_t bits, unsigned) {
    return bitsAs<float>(bits & ~uint32_t(0x1fff));
  }
};

/// 16 x k by k x 8.
template <typename Element, unsigned k>
void multiply(const Instruction &i, Block &block) {
  // Registers of a lane, and the columns of A that a part of them has.
  constexpr unsigned each = Element::perRegister, part = 4 * each,
                     ofA = 2 * k / part, ofB = k / part;
  Source a[4], b[2], c[4];
  for (unsigned n = 0; n < ofA; ++n)
    a[n] = block.source(i.operands[n]);
  for (unsigned n = 0; n < ofB; ++n)
    b[n] = block.source(i.operands[ofA + n]);
  for (unsigned n = 0; n < 4; ++n)
    c[n] = block.source(i.operands[ofA + ofB + n]);
  std::vector<uint64_t> *values[4];
  for (unsigned n = 0; n < 4; ++n)
    values[n] = &block.scratch(n);
  const std::vector<unsigned> &threads = block.stepping();
  for (size_t first = 0; first < threads.size(); first += warpSize) {
    unsigned begin = threads[first];
    float left[16][k], right[k][8];
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      unsigned t = begin + lane, group = lane / 4, column = lane % 4 * each;
      // Registers 0 and 1: the upper and the lower 8 rows; 2 and 3: of the
      // following columns.
      for (unsigned n = 0; n < ofA; ++n)
        for (unsigned e = 0; e < each; ++e)
          left[group + n % 2 * 8][column + n / 2 * part + e] =
              Element::of(uint32_t(a[n][t]), e);
      for (unsigned n = 0; n < ofB; ++n)
        for (unsigned e = 0; e < each; ++e)
          right[column + n * part + e][group] =
              Element::of(uint32_t(b[n][t]), e);
    }
    for (unsigned lane = 0; lane < warpSize; ++lane)
      for (unsigned n = 0; n < 4; ++n) {
        unsigned row = lane / 4 + n / 2 * 8, column = lane % 4 * 2 + n % 2;
        auto sum = valueOf<float>(c[n][begin + lane]);
        for (unsigned at = 0; at < k; ++at)
          sum += left[row][at] * right[at][column];
        (*values[n])[begin + lane] = bitsOf(sum);
      }
  }
  for (unsigned n = 0; n < 4; ++n) {
    uint64_t *to = block.result(i.results[n]);
    for (unsigned t : threads)
      to[t] = (*values[n])[t];
  }
}

Execute chooseProduct(const Instruction &i) {
  // mma.sync.aligned.SHAPE.row.col.f32.TYPE.TYPE.f32
  const std::vector<std::string> &m = i.modifiers;
  if (m.size() != 9 || m[0] != "sync" || m[1] != "aligned" || m[3] != "row" ||
      m[4] != "col" || m[5] != "f32" || m[6] != m[7] || m[8] != "f32" ||
      i.results.size() != 4)
    return nullptr;
  auto sized = [&](unsigned operands, Execute found) {
    return i.operands.size() == operands ? found : nullptr;
  };
  std::string which = m[2] + " " + m[6];
  if (which == "m16n8k16 f16")
    return sized(10, multiply<HalfElement, 16>);
  if (which == "m16n8k8 f16")
    return sized(7, multiply<HalfElement, 8>);
  if (which == "m16n8k16 bf16")
    return sized(10, multiply<NarrowElement, 16>);
  if (which == "m16n8k8 bf16")
    return sized(7, multiply<NarrowElement, 8>);
  if (which == "m16n8k8 tf32")
    return sized(10, multiply<Tf32Element, 8>);
  if (which == "m16n8k4 tf32")
    return sized(7, multiply<Tf32Element, 4>);
  return nullptr;
}

} // namespace

Execute simulated::chooseMatrices(Instruction &i) {
  if (i.name != "mma" && i.name != "ldmatrix")
    return nullptr;
  i.control = Control::WarpWide;
  if (i.name == "mma")
    return chooseProduct(i);
  size_t count = i.has("x1") ? 1 : i.has("x2") ? 2 : i.has("x4") ? 4 : 0;
  return i.has("m8n8") && i.type == Type::B16 && i.results.size() == count &&
                 i.has("sync") && i.has("aligned")
             ? loadMatrices
             : nullptr;
}
