//===- InPlaceForms.cpp - add_ of add, and the like -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x.f_() computes f, and writes the result to x.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ViewOps.h"
#include "frontend/builtins/Precision.h"
#include "frontend/builtins/Registry.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Layouts.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Raises unless the result of an operation has the sizes of the tensor that it
/// is written to: here where they are known, else in the run.
static bool sameSizes(Context &e, const Value &result, const Value &self,
                      ast::Range range) {
  RankedTensorType made = e.tensors.tensorType(result),
                   own = e.tensors.tensorType(self);
  SizesText wanted(e.tensors.sizes(self).items),
      found(e.tensors.sizes(result).items);
  std::string text = "output with shape " + wanted.text +
                     " doesn't match the broadcast shape " + found.text;
  if (failed(verifyCompatibleShape(made, own)))
    return e.fault("RuntimeError", range, text);
  SmallVector<mlir::Value> numbers = wanted.numbers;
  numbers.append(found.numbers);
  for (int64_t d = 0; d < own.getRank(); ++d)
    if (made.isDynamicDim(d) || own.isDynamicDim(d))
      e.check(arith::CmpIOp::create(e.b, e.loc(range), arith::CmpIPredicate::eq,
                                    e.ssa(e.tensors.size(result, d)),
                                    e.ssa(e.tensors.size(self, d))),
              "RuntimeError", text, range, numbers);
  return true;
}

/// The part of a value that a view has room for, which is all of it once its
/// sizes were checked: it may be computed where the view is, before that.
static mlir::Value ofSize(Context &e, mlir::Value v, const Value &view,
                          ast::Range range) {
  auto made = cast<RankedTensorType>(v.getType());
  RankedTensorType own = e.tensors.tensorType(view);
  if (e.get(view.id).path.empty())
    return v;
  Location where = e.loc(range);
  for (int64_t d = 0; d < own.getRank(); ++d) {
    if (!made.isDynamicDim(d) && !own.isDynamicDim(d))
      continue;
    SmallVector<int64_t> shape(made.getShape());
    shape[d] = own.getDimSize(d);
    made = made.clone(shape);
    mlir::Value size = arith::IndexCastOp::create(
        e.b, where, e.b.getIndexType(), e.ssa(e.tensors.size(view, d)));
    v = nn::SliceOp::create(e.b, where, made, v, e.b.getI64IntegerAttr(d),
                            arith::ConstantIndexOp::create(e.b, where, 0),
                            e.b.getI64IntegerAttr(1),
                            made.isDynamicDim(d) ? size : mlir::Value());
  }
  return v;
}

bool mayReadInPlace(Context &e, const Value &changed, const Value &read,
                    ast::Range range) {
  if (!read.is(Kind::Tensor) ||
      !overlapInPart(e.get(changed.id), e.get(read.id)))
    return true;
  return e.fault(
      "RuntimeError", range,
      "unsupported operation: some elements of the input tensor and the "
      "written-to tensor refer to a single memory location. Please clone() "
      "the tensor before performing the operation.");
}

Value applyInPlace(Context &e, Bound &a) {
  std::string base = a.name.substr(0, a.name.size() - 1);
  const Registry &registry = e.run.builtins();
  const BuiltinInfo *function = registry.find("Tensor." + base);
  if (!function)
    function = registry.find("torch." + base);
  Value self = a[0];
  if (!self.is(Kind::Tensor))
    return e.error(a.range, "'" + a.name +
                                "' changes a tensor in place; this is a '" +
                                toString(e.types.typeOf(self)) + "'");
  if (!e.tensors.mayWrite(self, a.range))
    return {};
  static const std::set<std::string> pointwise = {"add", "sub", "mul", "div"};
  if (pointwise.count(base) && !mayReadInPlace(e, self, a[1], a.range))
    return {};
  Bound inner = a;
  inner.name = base;
  // Names that are not given stand at the end.
  std::vector<Value> given;
  llvm::copy_if(a.values, std::back_inserter(given),
                [](const Value &value) { return value.kind != Kind::Invalid; });
  Value result = function ? invoke(e, *function, inner)
                          : e.run.callLibrary("torch." + base, given, a.range);
  // A number of the host does not hold what others of a device have made of it.
  Attribute device;
  if (e.stopped() || !e.tensors.sameDevice({self, result}, a.range, device))
    return {};
  RankedTensorType own = e.tensors.tensorType(self),
                   made = e.tensors.tensorType(result);
  bool becomesBool = own.getElementType().isInteger(1);
  if (isa<IntegerType>(own.getElementType()) &&
      isa<FloatType>(made.getElementType()))
    return e.fault("RuntimeError", a.range,
                   Twine("result type Float can't be cast to the desired "
                         "output type ") +
                       (becomesBool ? "Bool" : "Long"));
  if (becomesBool && !made.getElementType().isInteger(1))
    return e.fault(
        "RuntimeError", a.range,
        "result type Long can't be cast to the desired output type Bool");
  mlir::Value v =
      e.tensors.castTensor(e.tensors.read(result), own.getElementType());
  if (!sameSizes(e, result, self, a.range))
    return {};
  v = ofSize(e, v, self, a.range);
  if (v.getType() != own)
    v = tensor::CastOp::create(e.b, e.loc(a.range), own, v);
  bool grad = e.grads.requiresGrad(result);
  std::string gradFn = e.get(result.id).gradFn;
  if (!e.tensors.write(self, v, a.range))
    return {};
  if (grad)
    e.grads.becomeGraded(self, gradFn);
  return self;
}

/// Another name of a function that is built in, `arccos` of `acos`.
static Value applyAlias(Context &e, Bound &a) {
  static const std::map<std::string, std::string> names = {{"arccos", "acos"},
                                                           {"arcsin", "asin"},
                                                           {"arctan", "atan"},
                                                           {"arctan2", "atan2"},
                                                           {"fix", "trunc"}};
  Bound inner = a;
  inner.name = names.at(a.name);
  return invoke(e, *e.run.builtins().find("Tensor." + inner.name), inner);
}

/// A product that is written in the library. It is registered, so that its
/// arguments are bound here (NumberFirst.cpp).
static Value applyLibraryProduct(Context &e, Bound &a) {
  return e.run.callLibrary("torch._products." + a.name, a.values, a.range);
}

void registerInPlaceForms(Registry &r) {
  static const struct {
    const char *names, *signature;
    bool isFunction; // of torch, too
    Handler handler; // of the form that is not in place; null: the library's
  } forms[] = {
      {"acosh asinh atanh arccosh arcsinh arctanh deg2rad erfc exp2 i0 rad2deg "
       "sinc",
       "input", true, nullptr},
      {"digamma erfinv lgamma", "input", false, nullptr},
      {"arccos arcsin arctan fix", "input: Tensor", true, applyAlias},
      {"arctan2", "input, other", false, applyAlias},
      {"gcd lcm ldexp xlogy", "input, other", true, nullptr},
      {"copysign greater greater_equal heaviside hypot igamma igammac less "
       "less_equal not_equal",
       "input, other", false, nullptr},
      {"addmv", "input, mat, vec, *, beta=1, alpha=1", true,
       applyLibraryProduct},
      {"addr", "input, vec1, vec2, *, beta=1, alpha=1", false,
       applyLibraryProduct},
      {"addbmm", "input, batch1, batch2, *, beta=1, alpha=1", false,
       applyLibraryProduct},
      {"cumprod", "input, dim", false, nullptr},
      {"logit", "input, eps=None", true, nullptr},
      {"nan_to_num", "input, nan=0.0, posinf=None, neginf=None", true, nullptr},
      {"renorm", "input, p, dim, maxnorm", false, nullptr},
  };
  for (auto &form : forms) {
    for (StringRef name : llvm::split(form.names, ' ')) {
      r.add(("Tensor." + name + "_").str(), form.signature, applyInPlace);
      if (form.isFunction)
        r.add(("torch." + name + "_").str(), form.signature, applyInPlace);
    }
    if (form.handler)
      r.add(form.names, Both, form.signature, form.handler);
  }
}

} // namespace tine::elaborate
