//===- ElementTypes.cpp - Element types of functions' operands ------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of functions of PyTorch, by their names, for what the operations that
// they are made of would accept and PyTorch does not. test/values compares all
// functions with all dtypes.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/ElementTypes.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/TensorBuilder.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

struct Rule {
  bool bools = true, ints = true, halves = true, floats = true; ///< has kernels
  bool boolOperands = true; ///< also beside operands of another type
  bool numbers = true;      ///< the second operand may be one
  bool differ = true;       ///< the operands may be of two types
  bool inFloat = false;     ///< computes with floats, if given integers
};

constexpr StringLiteral withoutBools =
    "frac positive round threshold selu celu elu gelu glu hardsigmoid "
    "hardswish leaky_relu prelu searchsorted hardtanh relu6 mish silu "
    "softplus softshrink tanhshrink var std var_mean std_mean nanmean "
    "logcumsumexp median nanmedian kthvalue topk bincount histc cov corrcoef "
    "trapezoid cumulative_trapezoid trace cdist dot mm bmm addmm matmul "
    "mvlgamma multigammaln addcmul addcdiv hypot logaddexp logaddexp2 "
    "nextafter igamma igammac gammainc gammaincc lerp dist mse_loss "
    "smooth_l1_loss huber_loss gcd lcm square_";
constexpr StringLiteral withoutInts =
    "frac leaky_relu prelu selu celu elu gelu glu hardshrink hardsigmoid "
    "hardswish logsigmoid mish silu softplus softshrink var std var_mean "
    "std_mean nanmean logcumsumexp histc cdist addcdiv hypot logaddexp "
    "logaddexp2 nextafter igamma igammac gammainc gammaincc lerp dist "
    "mse_loss l1_loss smooth_l1_loss huber_loss";
constexpr StringLiteral withoutHalves =
    "bessel_j0 bessel_j1 bessel_y0 bessel_y1 erfcx log_ndtr ndtri zeta "
    "modified_bessel_i0 modified_bessel_i1 modified_bessel_k0 "
    "modified_bessel_k1 scaled_modified_bessel_k0 scaled_modified_bessel_k1 "
    "spherical_bessel_j0 chebyshev_polynomial_t chebyshev_polynomial_u "
    "chebyshev_polynomial_v chebyshev_polynomial_w "
    "shifted_chebyshev_polynomial_t shifted_chebyshev_polynomial_u "
    "shifted_chebyshev_polynomial_v shifted_chebyshev_polynomial_w "
    "hermite_polynomial_h hermite_polynomial_he laguerre_polynomial_l "
    "legendre_polynomial_p quantile nanquantile cdist";
constexpr StringLiteral withoutFloats = "gcd lcm";
constexpr StringLiteral withoutBoolOperands =
    "sub subtract rsub rsub_scalar isin l1_loss dist";
constexpr StringLiteral ofTensors =
    "atan2 arctan2 hypot logaddexp logaddexp2 nextafter igamma igammac "
    "gammainc gammaincc gcd lcm maximum minimum fmax fmin logical_and "
    "logical_or logical_xor heaviside isclose allclose ldexp addcmul addcdiv "
    "lerp dist equal mse_loss l1_loss smooth_l1_loss huber_loss";
constexpr StringLiteral ofOneType = "heaviside isclose allclose lerp prelu";
constexpr StringLiteral inFloats =
    "acosh asinh atanh exp2 deg2rad rad2deg sinc logit lgamma gammaln digamma "
    "psi polygamma mvlgamma multigammaln erfc erfcx erfinv ndtr ndtri "
    "log_ndtr entr i0 i0e i1 i1e xlogy xlog1py zeta copysign hypot logaddexp "
    "logaddexp2 nextafter igamma igammac gammainc gammaincc bessel_j0 "
    "bessel_j1 bessel_y0 bessel_y1 modified_bessel_i0 modified_bessel_i1 "
    "modified_bessel_k0 modified_bessel_k1 scaled_modified_bessel_k0 "
    "scaled_modified_bessel_k1 spherical_bessel_j0";

const llvm::StringMap<Rule> &rules() {
  static const llvm::StringMap<Rule> table = rulesByName<Rule>({
      {withoutBools, [](Rule &r) { r.bools = false; }},
      {withoutInts, [](Rule &r) { r.ints = false; }},
      {withoutHalves, [](Rule &r) { r.halves = false; }},
      {withoutFloats, [](Rule &r) { r.floats = r.halves = false; }},
      {withoutBoolOperands, [](Rule &r) { r.boolOperands = false; }},
      {ofTensors, [](Rule &r) { r.numbers = false; }},
      {ofOneType, [](Rule &r) { r.differ = false; }},
      {inFloats, [](Rule &r) { r.inFloat = true; }},
  });
  return table;
}

bool isNumber(const Value &v) {
  return v.is(Kind::Int) || v.is(Kind::Float) || v.is(Kind::Bool);
}

bool hasKernel(const Rule &rule, mlir::Type element) {
  if (element.isInteger(1))
    return rule.bools && rule.boolOperands;
  if (isa<IntegerType>(element))
    return rule.ints;
  return element.isF16() || element.isBF16() ? rule.halves : rule.floats;
}

} // namespace

bool hasElementRule(StringRef function) { return rules().count(function); }

bool prepareElements(Context &e, StringRef function, CallOperands &operands,
                     ast::Range range) {
  auto known = rules().find(function);
  if (known == rules().end())
    return true;
  const Rule &rule = known->second;
  std::vector<Value> tensors;
  for (Value *v : operands.values)
    if (v->is(Kind::Tensor))
      tensors.push_back(*v);
  if (tensors.empty())
    return true;
  if (!rule.numbers && operands.values.size() > 1 &&
      (isNumber(*operands.values[0]) || isNumber(*operands.values[1])))
    return e.fault("TypeError", range,
                   function + "() takes tensors, not numbers");
  auto own = [&](const Value &v) {
    return e.tensors.tensorType(v).getElementType();
  };
  mlir::Type element = e.tensors.promote(tensors);
  if (!rule.boolOperands &&
      llvm::any_of(ArrayRef(operands.values).take_front(2), [&](Value *v) {
        return v->is(Kind::Bool) ||
               (v->is(Kind::Tensor) && own(*v).isInteger(1));
      }))
    element = e.b.getI1Type();
  if (!hasKernel(rule, element)) {
    notDefined(e, function, element, range);
    return false;
  }
  if (!rule.differ && tensors.size() > 1 && own(tensors[0]) != own(tensors[1]))
    return e.fault("RuntimeError", range,
                   function + "() takes tensors of one dtype");
  mlir::Type floats =
      isa<FloatType>(element) ? element : e.numbers.defaultFloat();
  if (rule.inFloat)
    for (Value *v : operands.values)
      if (v->is(Kind::Tensor) && isa<IntegerType>(own(*v)))
        *v = e.tensors.newTensor(
            e.tensors.castTensor(e.tensors.read(*v), floats));
  return !e.stopped();
}

} // namespace tine::elaborate
