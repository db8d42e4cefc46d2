//===- Trigonometry.cpp - Sine and cosine of f32 --------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How: |x| = m 2^k is multiplied by 2/pi in f64. Multiples of four quarter
//   turns change nothing, so that for k > 0, where m is an integer of 24 bits,
//   a table has 2^k 2/pi modulo 4. It is in two parts: the first has 29 bits,
//   so its product with m is exact, and so is taking the nearest integer from
//   that. What is
//   left is an angle of at most pi/4, for which polynomials in f32 are
//   evaluated; they are minimax fits as those of ExpandMath.
//   Gathering from the table would take most of the time of a vectorised loop.
//   So the loop calls a function, of which LLVM's vectoriser knows variants for
//   vectors: they look at the table only if one of their numbers needs it.
//
//===----------------------------------------------------------------------===//

#include "lowering/target/Trigonometry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tine {
namespace {

constexpr StringLiteral tableName = "tine.quarter_turns";
/// Below 2^24 the table's first row, 2/pi, is exact enough.
constexpr int64_t firstExponent = 24;
constexpr int64_t rows = 1 + 128 - firstExponent;

/// 2^row 2/pi modulo 4 in two parts.
struct Turns {
  double high, low;
};

Turns turnsOf(int64_t row) {
  // 2/pi after the point.
  const uint64_t words[] = {0xfe5163abdebbc561, 0xdb6295993c439041,
                            0xfc2757d1f534ddc0, 0xa2f9836e4e441529};
  // Two bits in front of the point, 256 behind it.
  llvm::APInt turns =
      llvm::APInt(256, words).zext(512).shl(unsigned(row)).trunc(258);
  uint64_t high = turns.extractBitsAsZExtValue(29, 229);
  uint64_t low = turns.extractBitsAsZExtValue(53, 176);
  return {std::ldexp(double(high), 229 - 256),
          std::ldexp(double(low), 176 - 256)};
}

/// Arithmetic on one f32 or a vector of them.
class Angles {
public:
  Angles(ImplicitLocOpBuilder &b, Value x, bool useFma)
      : b(b), x(x), vector(dyn_cast<VectorType>(x.getType())), useFma(useFma),
        i32(of(b.getI32Type())), i64(of(b.getI64Type())),
        f32(of(b.getF32Type())), f64(of(b.getF64Type())) {}

  /// Of any finite x, by the table.
  Value any(memref::GlobalOp table, bool cosine);
  /// Of |x| < 2^24 and of NaN; the same result.
  Value near(bool cosine) { return finish(near(), cosine); }

  Value toBits(Value x) { return arith::BitcastOp::create(b, i32, x); }
  Value number(Type type, double value) {
    return constant(type, b.getFloatAttr(getElementTypeOrSelf(type), value));
  }

private:
  Type of(Type element) { return vector ? vector.clone(element) : element; }
  Value constant(Type type, TypedAttr value) {
    if (auto shaped = dyn_cast<ShapedType>(type))
      value = DenseElementsAttr::get(shaped, Attribute(value));
    return arith::ConstantOp::create(b, value);
  }
  Value bits(Type type, int64_t value) {
    return constant(type, b.getIntegerAttr(getElementTypeOrSelf(type), value));
  }
  Value fma(Value x, Value y, Value z) {
    if (useFma)
      return math::FmaOp::create(b, x, y, z);
    return arith::AddFOp::create(b, arith::MulFOp::create(b, x, y), z);
  }
  /// c0 + c1 z + c2 z^2 + ...
  Value poly(Value z, ArrayRef<double> coefficients) {
    Value sum = number(f32, coefficients.back());
    for (double c : llvm::reverse(coefficients.drop_back()))
      sum = fma(sum, z, number(f32, c));
    return sum;
  }
  Value widen(Value x) {
    return arith::ExtFOp::create(b, TypeRange{f64}, ValueRange{x});
  }
  /// What is left of an angle, at most pi/4, and in the last bits of the other
  /// how many quarter turns were taken from it.
  struct Rest {
    Value angle, shifted;
  };
  /// Of m times high + low quarter turns.
  Rest turned(Value m, Value high, Value low);
  /// Of x, if it is less than 2^24.
  Rest near();
  Value finish(Rest rest, bool cosine);

  ImplicitLocOpBuilder &b;
  Value x;
  VectorType vector;
  bool useFma;
  Type i32, i64, f32, f64;
};

Angles::Rest Angles::turned(Value m, Value high, Value low) {
  // Rounds by adding 1.5 * 2^52, whose low bits are then the integer.
  Value magic = number(f64, 6755399441055744.0);
  Value whole = arith::MulFOp::create(b, m, high);
  Value more = arith::MulFOp::create(b, m, low);
  Value shifted =
      arith::AddFOp::create(b, arith::AddFOp::create(b, whole, more), magic);
  Value nearest = arith::SubFOp::create(b, shifted, magic);
  Value rest =
      arith::AddFOp::create(b, arith::SubFOp::create(b, whole, nearest), more);
  return {arith::MulFOp::create(b, rest, number(f64, 1.5707963267948966)),
          shifted};
}

Value Angles::finish(Rest rest, bool cosine) {
  Value quarters = arith::TruncIOp::create(
      b, i32, arith::BitcastOp::create(b, i64, rest.shifted).getResult());
  if (cosine)
    quarters = arith::AddIOp::create(b, quarters, bits(i32, 1));
  Value r = arith::TruncFOp::create(b, f32, rest.angle);
  Value z = arith::MulFOp::create(b, r, r);
  Value s = arith::MulFOp::create(
      b, z,
      poly(z, {-0.16666654942764544, 0.0083321781004899516,
               -0.00019517293826616995}));
  s = fma(r, s, r);
  Value c = poly(z, {1.0, -0.49999999725081716, 0.041666623322003076,
                     -0.0013886763732354273, 2.4390445609407163e-5});
  Value odd = arith::CmpIOp::create(
      b, arith::CmpIPredicate::ne,
      arith::AndIOp::create(b, quarters, bits(i32, 1)), bits(i32, 0));
  Value result = arith::SelectOp::create(b, odd, c, s);
  // Two quarters change the sign, and so does a negative x.
  Value half = arith::ShLIOp::create(
      b, arith::AndIOp::create(b, quarters, bits(i32, 2)), bits(i32, 30));
  if (!cosine)
    half = arith::XOrIOp::create(
        b, half, arith::AndIOp::create(b, toBits(x), bits(i32, 0x80000000)));
  result = arith::XOrIOp::create(b, toBits(result), half);
  return arith::BitcastOp::create(b, f32, result);
}

Angles::Rest Angles::near() {
  Value m = widen(math::AbsFOp::create(b, x));
  if (!useFma) {
    Turns turns = turnsOf(0);
    return turned(m, number(f64, turns.high), number(f64, turns.low));
  }
  // No product is rounded.
  Value magic = number(f64, 6755399441055744.0);
  Value shifted = fma(m, number(f64, 0.63661977236758134), magic);
  Value nearest = arith::SubFOp::create(b, shifted, magic);
  Value r = fma(nearest, number(f64, -1.5707963267948966), m);
  return {fma(nearest, number(f64, -6.123233995736766e-17), r), shifted};
}

Value Angles::any(memref::GlobalOp table, bool cosine) {
  Value magnitude = toBits(math::AbsFOp::create(b, x));
  Value exponent =
      arith::ShRUIOp::create(b, magnitude, bits(i32, 23)).getResult();
  Value row =
      arith::SubIOp::create(b, exponent, bits(i32, 127 + firstExponent - 1));
  row = arith::MaxSIOp::create(b, row, bits(i32, 0));
  row = arith::MinSIOp::create(b, row, bits(i32, rows - 1));
  Value mantissa = arith::OrIOp::create(
      b, arith::AndIOp::create(b, magnitude, bits(i32, 0x7fffff)),
      bits(i32, 0x4b000000));
  Value large =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sgt, row, bits(i32, 0));
  Value m = arith::SelectOp::create(b, large, mantissa, magnitude);
  m = widen(arith::BitcastOp::create(b, f32, m));

  Value turns =
      memref::GetGlobalOp::create(b, table.getType(), table.getSymName());
  Value at = arith::IndexCastOp::create(b, b.getIndexType(), row);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value high = memref::LoadOp::create(b, turns, ValueRange{at, zero});
  Value low = memref::LoadOp::create(b, turns, ValueRange{at, one});
  Rest far = turned(m, high, low), here = near();
  auto choose = [&](Value x, Value y) -> Value {
    return arith::SelectOp::create(b, large, x, y);
  };
  Value result =
      finish({choose(far.angle, here.angle), choose(far.shifted, here.shifted)},
             cosine);
  // NaN where x is not finite.
  Value finite =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OLT,
                            math::AbsFOp::create(b, x), number(f32, INFINITY));
  return arith::SelectOp::create(b, finite, result,
                                 arith::SubFOp::create(b, x, x));
}

memref::GlobalOp quarterTurnTable(ModuleOp module) {
  if (auto old = module.lookupSymbol<memref::GlobalOp>(tableName))
    return old;
  SmallVector<double> values;
  for (int64_t row = 0; row < rows; ++row) {
    Turns turns = turnsOf(row);
    values.push_back(turns.high);
    values.push_back(turns.low);
  }
  OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
  auto type = MemRefType::get({rows, 2}, b.getF64Type());
  auto tensor = RankedTensorType::get(type.getShape(), b.getF64Type());
  return memref::GlobalOp::create(
      b, module.getLoc(), tableName, b.getStringAttr("private"), type,
      DenseElementsAttr::get(tensor, ArrayRef<double>(values)),
      /*constant=*/true, /*alignment=*/b.getI64IntegerAttr(16));
}

func::FuncOp makeFunction(ModuleOp module, const Twine &name, Type type) {
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  auto function = func::FuncOp::create(b, module.getLoc(), name.str(),
                                       b.getFunctionType(type, type));
  function.setPrivate();
  function.addEntryBlock();
  return function;
}

/// The same function of `lanes` numbers. Where one of them needs the table,
/// each goes by itself.
void makeVectorFunction(ModuleOp module, func::FuncOp plain, StringRef name,
                        bool cosine, int64_t lanes, bool useFma) {
  MLIRContext *context = module.getContext();
  auto type = VectorType::get({lanes}, Float32Type::get(context));
  func::FuncOp function = makeFunction(module, name, type);
  ImplicitLocOpBuilder b(module.getLoc(), context);
  b.setInsertionPointToStart(&function.front());
  Value x = function.getArgument(0);
  Angles angles(b, x, useFma);
  Value far = arith::CmpFOp::create(b, arith::CmpFPredicate::OGE,
                                    math::AbsFOp::create(b, x),
                                    angles.number(type, 16777216.0));
  Value someFar =
      vector::ReductionOp::create(b, vector::CombiningKind::OR, far);
  auto branch = scf::IfOp::create(b, type, someFar, /*withElseRegion=*/true);
  func::ReturnOp::create(b, branch.getResults());
  b.setInsertionPointToStart(branch.thenBlock());
  auto loop = scf::ForOp::create(b, arith::ConstantIndexOp::create(b, 0),
                                 arith::ConstantIndexOp::create(b, lanes),
                                 arith::ConstantIndexOp::create(b, 1), x);
  scf::YieldOp::create(b, loop.getResults());
  b.setInsertionPointToStart(loop.getBody());
  Value lane = loop.getInductionVar();
  Value one = vector::ExtractOp::create(b, x, OpFoldResult(lane));
  Value result = func::CallOp::create(b, plain, one).getResult(0);
  scf::YieldOp::create(b, vector::InsertOp::create(b, result,
                                                   loop.getRegionIterArg(0),
                                                   OpFoldResult(lane))
                              .getResult());
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, angles.near(cosine));
}

} // namespace

func::FuncOp angleFunction(ModuleOp module, bool cosine, unsigned vectorBits) {
  std::string name = cosine ? "tine_cos" : "tine_sin";
  if (auto old = module.lookupSymbol<func::FuncOp>(name))
    return old;
  MLIRContext *context = module.getContext();
  bool useFma = vectorBits > 128;
  // A loop that calls the function with variants would become a call of one of
  // them, in the variants themselves, too.
  Type f32 = Float32Type::get(context);
  func::FuncOp plain = makeFunction(module, name + "_plain", f32);
  ImplicitLocOpBuilder b(module.getLoc(), context);
  b.setInsertionPointToStart(&plain.front());
  Value result = Angles(b, plain.getArgument(0), useFma)
                     .any(quarterTurnTable(module), cosine);
  func::ReturnOp::create(b, result);
  func::FuncOp single = makeFunction(module, name, f32);
  b.setInsertionPointToStart(&single.front());
  func::ReturnOp::create(
      b, func::CallOp::create(b, plain, single.getArgument(0)).getResults());
  std::string variants;
  for (int64_t lanes : {vectorBits / 32, vectorBits / 64}) {
    std::string number = std::to_string(lanes), wide = name + "_v" + number;
    makeVectorFunction(module, plain, wide, cosine, lanes, useFma);
    variants += (variants.empty() ? "" : ",") +
                ("_ZGV_LLVM_N" + number + "v_" + name + "(" + wide + ")");
  }
  // The vectoriser has to meet the call and to know what it does.
  single->setAttr(
      "passthrough",
      b.getArrayAttr(
          {b.getStringAttr("noinline"), b.getStringAttr("willreturn"),
           b.getStrArrayAttr({"memory", "0"}),
           b.getStrArrayAttr({"vector-function-abi-variant", variants})}));
  return single;
}

} // namespace tine
