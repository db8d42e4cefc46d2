//===- ExpandNarrowFloats.cpp - Conversions of f16 and bf16 ---------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts half floats by arithmetic on their bits, which vectorises: LLVM
// would call functions of a library that executables do not have, and the
// instructions for bf16 take subnormal numbers for 0, which PyTorch does not.
//
// Input:  conversions of scalars, also those of integers that upstream's folds
//   make of two.
// Output: none from or to bf16; those of f16 are from or to f32, and none where
//   the target does not convert f16.
// How:    a bf16 is the upper half of an f32. What is cut off is rounded to the
//   nearest, halves to even, by adding just less than half to the bits; a NaN
//   becomes 0x7fc0. f64 and integers go through f32, as in PyTorch. Of f16,
//   numbers below its smallest normal one are rounded by an addition in f32.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tine {
#define GEN_PASS_DEF_EXPANDNARROWFLOATS
#include "lowering/cpu/Passes.h.inc"
} // namespace tine

using namespace mlir;

namespace {

/// Arithmetic on the bits of an f32, with short names.
struct Bits {
  ImplicitLocOpBuilder b;

  using P = arith::CmpIPredicate;

  explicit Bits(Operation *op) : b(op->getLoc(), op) {}
  Value num(uint32_t value) {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(int32_t(value)));
  }
  Value of(Value x) { return arith::BitcastOp::create(b, b.getI32Type(), x); }
  Value asFloat(Value bits) {
    return arith::BitcastOp::create(b, b.getF32Type(), bits);
  }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, x, y); }
  Value sub(Value x, Value y) { return arith::SubIOp::create(b, x, y); }
  Value mask(Value x, uint32_t bits) {
    return arith::AndIOp::create(b, x, num(bits));
  }
  Value join(Value x, Value y) { return arith::OrIOp::create(b, x, y); }
  Value up(Value x, uint32_t by) {
    return arith::ShLIOp::create(b, x, num(by));
  }
  Value down(Value x, uint32_t by) {
    return arith::ShRUIOp::create(b, x, num(by));
  }
  Value is(P how, Value x, uint32_t y) {
    return arith::CmpIOp::create(b, how, x, num(y));
  }
  Value pick(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }
  /// The bits of a half float, and back.
  Value widened(Value half) {
    Value bits = arith::BitcastOp::create(b, b.getI16Type(), half);
    return arith::ExtUIOp::create(b, b.getI32Type(), bits);
  }
  Value narrowed(Value bits, Type half) {
    bits = arith::TruncIOp::create(b, b.getI16Type(), bits);
    return arith::BitcastOp::create(b, half, bits);
  }
};

Value fromBFloat(Bits &m, Value x) { return m.asFloat(m.up(m.widened(x), 16)); }

Value toBFloat(Bits &m, Value x, Type to) {
  Value bits = m.of(x);
  Value isNaN = arith::CmpFOp::create(m.b, arith::CmpFPredicate::UNO, x, x);
  Value odd = m.mask(m.down(bits, 16), 1);
  Value rounded = m.down(m.add(m.add(bits, m.num(0x7fff)), odd), 16);
  return m.narrowed(m.pick(isNaN, m.num(0x7fc0), rounded), to);
}

Value fromHalf(Bits &m, Value x) {
  Value half = m.widened(x);
  Value bits = m.up(m.mask(half, 0x7fff), 13);
  Value exponent = m.mask(bits, 0x7c00u << 13);
  Value normal = m.add(bits, m.num((127 - 15) << 23));
  Value special = m.add(normal, m.num((128 - 16) << 23));
  Value small =
      m.of(arith::SubFOp::create(m.b, m.asFloat(m.add(normal, m.num(1 << 23))),
                                 m.asFloat(m.num(113u << 23))));
  Value result = m.pick(
      m.is(Bits::P::eq, exponent, 0), small,
      m.pick(m.is(Bits::P::eq, exponent, 0x7c00u << 13), special, normal));
  return m.asFloat(m.join(result, m.up(m.mask(half, 0x8000), 16)));
}

Value toHalf(Bits &m, Value x, Type to) {
  Value all = m.of(x);
  Value bits = m.mask(all, 0x7fffffff);
  Value odd = m.mask(m.down(bits, 13), 1);
  constexpr uint32_t bias = uint32_t(15 - 127) << 23;
  Value normal = m.down(m.add(m.add(bits, m.num(bias + 0xfff)), odd), 13);
  // 0.5, whose last bit counts the subnormal numbers of f16.
  Value magic = m.num(126u << 23);
  Value small =
      m.sub(m.of(arith::AddFOp::create(m.b, m.asFloat(bits), m.asFloat(magic))),
            magic);
  Value special = m.pick(m.is(Bits::P::ugt, bits, 0x7f800000), m.num(0x7e00),
                         m.num(0x7c00));
  Value result = m.pick(m.is(Bits::P::ult, bits, 113u << 23), small, normal);
  result = m.pick(m.is(Bits::P::uge, bits, 143u << 23), special, result);
  return m.narrowed(m.join(result, m.down(m.mask(all, 0x80000000u), 16)), to);
}

struct ExpandNarrowFloats
    : tine::impl::ExpandNarrowFloatsBase<ExpandNarrowFloats> {
  using ExpandNarrowFloatsBase::ExpandNarrowFloatsBase;

  bool isNarrow(Type type) { return type.isF16() || type.isBF16(); }

  Value extend(Bits &m, Value x, Type to) {
    Value wide;
    if (x.getType().isBF16())
      wide = fromBFloat(m, x);
    else if (hasHalf)
      wide = arith::ExtFOp::create(m.b, m.b.getF32Type(), x);
    else
      wide = fromHalf(m, x);
    return to.isF32() ? wide : arith::ExtFOp::create(m.b, to, wide).getResult();
  }

  Value truncate(Bits &m, Value x, Type to) {
    if (!x.getType().isF32())
      x = arith::TruncFOp::create(m.b, m.b.getF32Type(), x);
    if (to.isBF16())
      return toBFloat(m, x, to);
    if (hasHalf)
      return arith::TruncFOp::create(m.b, to, x);
    return toHalf(m, x, to);
  }

  void runOnOperation() override {
    SmallVector<Operation *> found;
    getOperation()->walk([&](Operation *op) {
      if (isa<arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp, arith::UIToFPOp,
              arith::FPToSIOp, arith::FPToUIOp>(op) &&
          (isNarrow(op->getOperand(0).getType()) ||
           isNarrow(op->getResult(0).getType())))
        found.push_back(op);
    });
    for (Operation *op : found) {
      Bits m(op);
      Value x = op->getOperand(0);
      Type to = op->getResult(0).getType();
      if (isa<arith::FPToSIOp, arith::FPToUIOp>(op)) {
        op->setOperand(0, extend(m, x, m.b.getF32Type()));
        continue;
      }
      Value result;
      if (isa<arith::ExtFOp>(op)) {
        result = extend(m, x, to);
      } else {
        if (isa<arith::SIToFPOp>(op))
          x = arith::SIToFPOp::create(m.b, m.b.getF32Type(), x);
        else if (isa<arith::UIToFPOp>(op))
          x = arith::UIToFPOp::create(m.b, m.b.getF32Type(), x);
        result = truncate(m, x, to);
      }
      op->getResult(0).replaceAllUsesWith(result);
      op->erase();
    }
  }
};

} // namespace
