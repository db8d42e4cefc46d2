//===- ConversionOps.cpp - Conversions, copies and queries ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types, devices, copies, and what a tensor says of itself.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/CreationOps.h"
#include "dialects/nn/DerivativeOps.h"
#include "frontend/builtins/Methods.h"
#include "frontend/builtins/Registry.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/services/Containers.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Program.h"
#include "frontend/services/TensorBuilder.h"
#include "tine/abi.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

SmallVector<mlir::Value> dynamicSizes(Context &e, const Value &x) {
  RankedTensorType type = e.tensors.tensorType(x);
  SmallVector<mlir::Value> sizes;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (type.isDynamicDim(d))
      sizes.push_back(e.tensors.sizeIndex(x, d));
  return sizes;
}

mlir::Value fullLike(Context &e, const Value &x, const Value &number,
                     mlir::Type element, ast::Range range) {
  SmallVector<mlir::Value> sizes = dynamicSizes(e, x);
  return nn::FullOp::create(
      e.b, e.loc(range), e.tensors.tensorType(x).clone(element),
      e.numbers.exactScalar(number, element, range), sizes);
}

StringRef kernelTypeName(mlir::Type element) {
  switch (Numbers::dtypeOf(element)) {
#define TINE_DTYPE(symbol, number, name, method, kernel, file, ...)            \
  case number:                                                                 \
    return kernel;
#include "tine/dtypes.def"
  }
  llvm_unreachable("not an element of a tensor");
}

bool deviceAttr(Context &e, const Value &device, ast::Range range,
                Attribute &out) {
  StringRef text = device.text;
  if (device.is(Kind::Int))
    text = "cuda";
  auto [kind, index] = text.split(':');
  int64_t number = device.is(Kind::Int) ? device.integer : 0;
  if (kind == "cuda" && index.empty() && !device.is(Kind::Int)) {
    number = e.objects.knownMode(Mode::Cuda, range);
    if (e.stopped())
      return false;
  }
  if ((kind != "cpu" && kind != "cuda") ||
      (!index.empty() && index.getAsInteger(10, number)) || number < 0)
    return e.error(
        range, "'" + text + "' is no device; write 'cpu', 'cuda' or 'cuda:1'");
  // cpu:0 is the default and has no encoding.
  out = kind == "cpu" && number == 0
            ? Attribute()
            : Attribute(DeviceAttr::get(e.getContext(), kind, number));
  if (out)
    e.program.devices.insert(deviceName(out));
  return true;
}

namespace {

Value moveTo(Context &e, const Value &x, const Value &device,
             const Value &dtype, bool copy, ast::Range range) {
  mlir::Value v = e.tensors.read(x);
  mlir::Value before = v;
  if (dtype.is(Kind::DType) || dtype.is(Kind::Int)) {
    mlir::Type element = e.numbers.elementTypeOf(dtype.integer);
    if (!element)
      return e.error(range, "this dtype is not supported; floats of 16, 32 "
                            "and 64 bits, bfloat16, int64 to int8, uint8 and "
                            "bool are");
    v = e.tensors.castTensor(v, element);
  }
  if (device && !device.is(Kind::None)) {
    Attribute encoding;
    if (!deviceAttr(e, device, range, encoding))
      return {};
    auto type = cast<RankedTensorType>(v.getType());
    if (encoding != type.getEncoding())
      v = ToOp::create(e.b, e.loc(range),
                       RankedTensorType::get(type.getShape(),
                                             type.getElementType(), encoding),
                       v);
  }
  // Nothing to do: the tensor itself.
  if (v.getType() == before.getType() && !copy)
    return x;
  bool grad =
      e.grads.gradOf({x}) &&
      isa<FloatType>(cast<RankedTensorType>(v.getType()).getElementType());
  return e.tensors.keepLayout(e.tensors.newTensor(v, grad, "ToCopyBackward"),
                              {x});
}

Value to(Context &e, Bound &a) {
  Value device, dtype;
  for (size_t i : {1, 2}) {
    const Value &v = a[i];
    if (v.is(Kind::DType) || (v.is(Kind::Int) && e.script()))
      dtype = v;
    else if (v.is(Kind::Device) || v.is(Kind::Str) || v.is(Kind::Int))
      device = v;
    else if (v.is(Kind::Tensor)) {
      dtype =
          makeDType(Numbers::dtypeOf(e.tensors.tensorType(v).getElementType()));
      device = tensorAttribute(e, v, "device", a.range);
    } else if (v && !v.is(Kind::None) && !v.is(Kind::Bool))
      return e.error(a.ranges[i], "to() takes a device, a dtype or a tensor");
  }
  if (a.given(5))
    device = a[5];
  if (a.given(6))
    dtype = a[6];
  bool copy;
  if (!knownFlag(e, a, 4, copy))
    return {};
  return moveTo(e, a[0], device, dtype, copy, a.range);
}

/// torch.as_tensor and torch.asarray: a tensor or an array itself where it has
/// the dtype and device, else a copy; a tensor of what is none.
Value asTensor(Context &e, Bound &a) {
  Value data = a[0];
  if (isArray(e, data))
    data = e.model.getAttribute(data, "_t", a.range);
  bool copies = false;
  if (e.stopped() || (a.values.size() > 3 && !knownFlag(e, a, 3, copies)))
    return {};
  if (data.is(Kind::Tensor)) {
    Value device = a.given(2) ? a[2] : defaultDevice(e, a.range);
    return e.stopped() ? Value()
                       : moveTo(e, data, device, a[1], copies, a.range);
  }
  CallArgs make(a.range, {data}, {a.range});
  make.keywords = {{"dtype", a[1]}, {"device", a[2]}};
  return e.run.callBuiltin(makeBuiltin("torch.tensor"), make);
}

Value castMethod(Context &e, Bound &a) {
  static const std::map<std::string, int64_t> table = {
#define TINE_DTYPE(symbol, number, name, method, ...) {method, number},
#include "tine/dtypes.def"
  };
  return moveTo(e, a[0], Value(), makeDType(table.at(a.name)), false, a.range);
}

Value clone(Context &e, Bound &a) {
  Value copy = e.tensors.contiguousCopy(a[0], "CloneBackward");
  // torch.contiguous_format is 0.
  return a.given(1) && a[1].integer == 0 ? copy
                                         : e.tensors.keepLayout(copy, {a[0]});
}

Value contiguous(Context &e, Bound &a) { return contiguousOrCopy(e, a[0]); }

Value detach(Context &e, Bound &a) {
  return tensorAttribute(e, a[0], "data", a.range);
}

/// _tine.kinked(input, output): the output, of whose derivative PyTorch has one
/// by the input, which is zero.
Value kinked(Context &e, Bound &a) {
  mlir::Value input = e.tensors.read(a[0]), output = e.tensors.read(a[1]);
  if (!e.grads.gradOf({a[0]}) || input.getType() != output.getType())
    return a[1];
  auto made = nn::OverwriteOp::create(e.b, e.loc(a.range), output.getType(),
                                      input, output, /*kinked=*/true);
  return e.tensors.newTensor(made, true, e.get(a[1].id).gradFn);
}

/// _tine.saves_nothing(output): the output of an operation for whose derivative
/// PyTorch keeps no tensor.
Value markSavesNothing(Context &e, Bound &a) {
  e.tensors.read(a[0]).getDefiningOp()->setAttr(nn::savesNothing,
                                                e.b.getUnitAttr());
  return a[0];
}

Value detachInPlace(Context &e, Bound &a) {
  if (!e.get(a[0].id).path.empty())
    return e.fault("RuntimeError", a.range,
                   "Can't detach views in-place. Use detach() instead.");
  if (!e.grads.requiresGrad(a[0]))
    return a[0];
  if (!e.objects.aliases(a[0].id).empty())
    return e.error(a.range, "this tensor may be one of several that a branch "
                            "or loop chooses from, and another is still in "
                            "use; use detach()");
  e.grads.startGraph(a[0], a.range);
  e.grads.detach(a[0]);
  return a[0];
}

Value requiresGradInPlace(Context &e, Bound &a) {
  if (!a[1].is(Kind::Bool))
    return e.error(a.ranges[1], "requires_grad is True or False");
  return e.grads.setRequiresGrad(a[0], a[1], a.range) ? a[0] : Value();
}

Value copyInPlace(Context &e, Bound &a) {
  if (!e.tensors.mayWrite(a[0], a.range) ||
      !mayReadInPlace(e, a[0], a[1], a.range))
    return {};
  bool grad = e.grads.gradOf({a[1]}) &&
              isa<FloatType>(e.tensors.tensorType(a[0]).getElementType());
  mlir::Value v = e.tensors.castTensor(
      e.tensors.read(a[1]), e.tensors.tensorType(a[0]).getElementType());
  Value source = e.tensors.newTensor(v);
  RankedTensorType wanted = e.tensors.tensorType(a[0]);
  // Equal sizes of the run are known to be equal only there.
  if (e.tensors.tensorType(source) != wanted || !wanted.hasStaticShape()) {
    source = e.tensors.expandTo(source, e.tensors.sizes(a[0]).items, a.range);
    if (e.stopped())
      return {};
  }
  v = e.tensors.read(source);
  if (v.getType() != wanted) {
    if (cast<RankedTensorType>(v.getType()).getEncoding() !=
        wanted.getEncoding())
      v = ToOp::create(e.b, e.loc(a.range), wanted, v);
    else
      v = tensor::CastOp::create(e.b, e.loc(a.range), wanted, v);
  }
  if (!e.tensors.overwrite(a[0], v, a.range, "CopyBackwards"))
    return {};
  if (grad)
    e.grads.becomeGraded(a[0], e.get(a[0].id).path.empty() ? "CopyBackwards"
                                                           : "CopySlices");
  return a[0];
}

Value fillInPlace(Context &e, Bound &a) {
  if (!e.tensors.mayWrite(a[0], a.range))
    return {};
  Value number = a.name == "zero_" ? makeInt(int64_t(0)) : a[1];
  if (number.is(Kind::Tensor) && e.grads.gradOf({number}) &&
      e.tensors.rank(number) == 0)
    return copyInPlace(e, a);
  if (isTensor(number))
    number = e.numbers.item(number, a.range);
  if (e.stopped())
    return {};
  if (!number.isNumber())
    return e.error(a.range, "fill_ takes a number");
  mlir::Value v = fullLike(
      e, a[0], number, e.tensors.tensorType(a[0]).getElementType(), a.range);
  StringRef gradFn = a.name == "zero_" ? "ZeroBackward0" : "FillBackward0";
  return e.tensors.overwrite(a[0], v, a.range, gradFn) ? a[0] : Value();
}

Value itemOp(Context &e, Bound &a) { return e.numbers.item(a[0], a.range); }

Value tolist(Context &e, Bound &a) {
  RankedTensorType type = e.tensors.tensorType(a[0]);
  if (type.getRank() == 0)
    return e.numbers.item(a[0], a.range);
  std::function<Value(Value)> toItems = [&](Value t) -> Value {
    if (e.tensors.rank(t) == 0)
      return e.numbers.item(t, a.range);
    std::vector<Value> items;
    for (int64_t i = 0;
         i < e.tensors.tensorType(t).getDimSize(0) && !e.stopped(); ++i)
      items.push_back(
          toItems(e.tensors.selectIndex(t, 0, makeInt(i), a.range)));
    return e.containers.newList(items, {}, nullptr, a.range);
  };
  if (type.hasStaticShape() && type.getNumElements() <= 4096)
    return toItems(a[0]);
  return e.run.callLibrary("torch._shapes.list_of", {a[0]}, a.range);
}

Value sizeOp(Context &e, Bound &a) {
  if (!a.given(1))
    return e.tensors.sizes(a[0]);
  int64_t dim;
  if (e.tensors.rank(a[0]) == 0 ||
      !e.numbers.normalizeDim(a[1], e.tensors.rank(a[0]), a.range, dim))
    return e.stopped()
               ? Value()
               : e.fault(
                     "IndexError", a.range,
                     "dimension specified as 0 but tensor has no dimensions");
  return e.tensors.size(a[0], dim);
}

Value stride(Context &e, Bound &a) {
  int64_t rank = e.tensors.rank(a[0]);
  std::vector<Value> strides;
  if (auto known = e.tensors.strides(a[0])) {
    for (int64_t s : *known)
      strides.push_back(makeInt(s));
  } else if (e.get(a[0].id).layout.dense) {
    Value made = e.run.callLibrary("torch._shapes.row_major",
                                   {e.tensors.sizes(a[0])}, a.range);
    if (e.stopped() || !e.containers.staticItems(made, strides))
      return {};
  } else {
    return e.error(a.range, "the strides of this view depend on sizes that are "
                            "not known at compile time");
  }
  if (!a.given(1))
    return e.script() ? e.containers.newList(strides, {}, nullptr, a.range)
                      : makeTuple(strides);
  int64_t dim;
  return e.numbers.normalizeDim(a[1], rank, a.range, dim) ? strides[dim]
                                                          : Value();
}

Value storageOffset(Context &e, Bound &a) {
  int64_t offset = e.get(a[0].id).layout.offset;
  if (ShapedType::isDynamic(offset))
    return e.error(a.range,
                   "the offset of this view is not known at compile time");
  return makeInt(offset);
}

/// type() names the type; type(dtype) converts.
Value typeOp(Context &e, Bound &a) {
  if (!a.given(1))
    return makeStr(
        ("torch." +
         kernelTypeName(e.tensors.tensorType(a[0]).getElementType()) + "Tensor")
            .str());
  Value dtype = a[1];
  // torch.FloatTensor is a type, too.
  if (dtype.is(Kind::Builtin))
    dtype = makeStr(dtype.text);
  if (dtype.is(Kind::Str))
    for (int64_t number :
         {TINE_FLOAT32, TINE_FLOAT64, TINE_INT64, TINE_INT32, TINE_BOOL,
          TINE_UINT8, TINE_INT16, TINE_INT8, TINE_FLOAT16, TINE_BFLOAT16})
      if (dtype.text ==
          ("torch." + kernelTypeName(e.numbers.elementTypeOf(number)) +
           "Tensor")
              .str())
        dtype = makeDType(number);
  if (!dtype.is(Kind::DType) && !dtype.is(Kind::Int))
    return e.error(a.ranges[1], "type() takes a dtype");
  return moveTo(e, a[0], Value(), dtype, false, a.range);
}

/// Where the run knows sizes, a dimension of one place may stand anywhere.
Value isContiguous(Context &e, Bound &a) {
  const Layout &layout = e.get(a[0].id).layout;
  if (layout.dense || !layout.strides.empty())
    return makeBool(layout.dense);
  if (layout.order.empty())
    return e.error(a.range, "whether this is contiguous is not known at "
                            "compile time; contiguous() and reshape() take "
                            "both");
  std::vector<Value> order;
  for (int64_t dim : layout.order)
    order.push_back(makeInt(dim));
  return e.run.callLibrary("torch._shapes.is_row_major",
                           {e.tensors.sizes(a[0]), makeTuple(order)}, a.range);
}

Value simpleQuery(Context &e, Bound &a) {
  mlir::Type element = e.tensors.tensorType(a[0]).getElementType();
  if (a.name == "dim" || a.name == "ndimension")
    return makeInt(e.tensors.rank(a[0]));
  if (a.name == "numel" || a.name == "nelement")
    return e.tensors.numel(a[0]);
  if (a.name == "is_complex")
    return makeBool(false);
  if (a.name == "is_signed")
    return makeBool(!element.isInteger(1) && !element.isSignlessInteger(8));
  if (a.name == "is_floating_point")
    return makeBool(isa<FloatType>(element));
  if (a.name == "element_size")
    return makeInt(static_cast<int64_t>(
        std::max(8u, element.getIntOrFloatBitWidth()) / 8));
  return makeBool(false);
}

} // namespace

void registerConversionOps(Registry &r) {
  r.add("_tine.kinked", "input, output", kinked);
  r.add("_tine.saves_nothing", "output", markSavesNothing);
  r.add("stride", Method, "input: Tensor, dim=None", stride);
  r.add("storage_offset", Method, "input: Tensor", storageOffset);
  r.add("type", Method, "input: Tensor, dtype=None, non_blocking=False",
        typeOp);
  r.add("to", Method,
        "input: Tensor, device=None, dtype=None, non_blocking=False, "
        "copy=False, *, memory_format=None",
        [](Context &e, Bound &a) -> Value {
          // Normal form: two anonymous values, flags, then device and dtype by
          // name.
          Bound full = a;
          full.values = {a[0], a[1], a[2], a[3], a[4], Value(), Value()};
          full.ranges.resize(7, a.range);
          return to(e, full);
        });
  r.add("float double half bfloat16 long int short char bool byte", Method,
        "input: Tensor", castMethod);
  r.add("cpu", Method, "input: Tensor", [](Context &e, Bound &a) {
    return moveTo(e, a[0], makeDevice("cpu"), Value(), false, a.range);
  });
  r.add("cuda", Method, "input: Tensor, device=None", [](Context &e, Bound &a) {
    bool named = a.given(1) && !a[1].is(Kind::None);
    return moveTo(e, a[0], named ? a[1] : makeDevice("cuda"), Value(), false,
                  a.range);
  });
  r.add("type_as", Method, "input: Tensor, other: Tensor",
        [](Context &e, Bound &a) {
          return moveTo(e, a[0], Value(),
                        makeDType(Numbers::dtypeOf(
                            e.tensors.tensorType(a[1]).getElementType())),
                        false, a.range);
        });
  r.add("as_tensor", Function, "data, dtype=None, device=None", asTensor);
  r.add("asarray", Function, "obj, *, dtype=None, device=None, copy=None",
        asTensor);
  r.add("clone", Both, "input: Tensor, *, memory_format=None", clone);
  r.add("contiguous", Method, "input: Tensor, memory_format=0", contiguous);
  r.add("detach", Both, "input: Tensor", detach);
  r.add("detach_", Method, "input: Tensor", detachInPlace);
  r.add("requires_grad_", Method, "input: Tensor, requires_grad=True",
        requiresGradInPlace);
  r.add("copy_", Method, "input: Tensor, src: Tensor, non_blocking=False",
        copyInPlace);
  r.add("fill_", Method, "input: Tensor, value", fillInPlace);
  r.add("zero_", Method, "input: Tensor", fillInPlace);
  r.add("item", Method, "input: Tensor", itemOp);
  r.add("tolist", Method, "input: Tensor", tolist);
  r.add("size", Method, "input: Tensor, dim=None", sizeOp);
  r.add("is_contiguous", Method, "input: Tensor", isContiguous);
  r.add("dim ndimension numel nelement is_floating_point is_complex is_signed "
        "element_size",
        Both, "input: Tensor", simpleQuery);
}

} // namespace tine::elaborate
