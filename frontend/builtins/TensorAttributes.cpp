//===- TensorAttributes.cpp - x.shape, x.grad, x.T and their like ---------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a tensor says of itself.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Methods.h"
#include "frontend/services/Context.h"
#include "frontend/services/Frames.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/TensorBuilder.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Value tensorAttribute(Context &e, const Value &self, StringRef name,
                      ast::Range range) {
  RankedTensorType type = e.tensors.tensorType(self);
  // A tensor that was written to through a view is none, either.
  bool isLeaf = e.get(self.id).isLeaf &&
                e.grads.requiresGrad(self) == e.get(self.id).requiresGrad;
  if (name == "shape")
    return e.tensors.sizes(self);
  if (name == "dtype")
    return makeDType(Numbers::dtypeOf(type.getElementType()));
  if (name == "device")
    return makeDevice(deviceName(type.getEncoding()));
  if (name == "ndim")
    return makeInt(type.getRank());
  // Which gradient a choice has is told below.
  bool isOfLeaf =
      name == "is_leaf" || (name == "grad" && !e.get(self.id).isJoined);
  if (isOfLeaf && !e.grads.knowsLeaf(self, range))
    return {};
  bool asksGrad =
      name == "requires_grad" || name == "is_leaf" || name == "grad_fn";
  if (asksGrad && !e.frames.back().scope->isLibrary &&
      !e.grads.knowsGrad(self, range))
    return {};
  if (name == "requires_grad") {
    mlir::Value flag = e.grads.requiresGradFlag(self);
    return flag ? makeBool(flag) : makeBool(e.grads.requiresGrad(self));
  }
  if (name == "is_leaf")
    return makeBool(isLeaf);
  if (name == "is_cuda")
    return makeBool(
        StringRef(deviceName(type.getEncoding())).starts_with("cuda"));
  if (name == "grad") {
    auto it = e.get(self.id).attributes.find("grad");
    // A gradient is computed wherever there may be one.
    if (e.get(self.id).isLeaf && e.get(self.id).unsureGrad &&
        !e.grads.knowsGrad(self, range))
      return {};
    if (it == e.get(self.id).attributes.end())
      return e.frames.back().scope->isLibrary || e.grads.knowsGrad(self, range)
                 ? makeNone()
                 : Value();
    if (it->second.is(Kind::Undefined))
      return e.error(range,
                     "the gradient of this tensor is not known here: a "
                     "branch or loop chose between it and others, and "
                     "went on with the choice; take the gradient of that "
                     "one, or give each variable a tensor of its own by "
                     "detach().clone()");
    return it->second;
  }
  if (name == "grad_fn")
    return isLeaf || !e.grads.requiresGrad(self)
               ? makeNone()
               : makeNamespace(e.get(self.id).gradFn);
  if (name == "retains_grad")
    return e.get(self.id).retains == GradFacts::Retains::OnSomePaths
               ? e.error(range,
                         "whether this tensor retains its gradient depends "
                         "on the path that data takes")
               : makeBool(e.get(self.id).retains == GradFacts::Retains::Yes);
  if (name == "layout")
    return e.model.qualified("torch.strided");
  if (name == "data") {
    Object made = e.get(self.id);
    made.requiresGrad = made.isParameter = made.isBuffer = false;
    made.retains = GradFacts::Retains::No;
    made.isLeaf = made.detached = true;
    made.attributes.clear();
    made.Sharing::clear();
    return makeRef(Kind::Tensor, e.objects.allocate(std::move(made)));
  }
  if (name == "is_sparse" || name == "is_quantized" || name == "is_mps" ||
      name == "is_xpu" || name == "is_mkldnn" || name == "is_meta" ||
      name == "is_nested")
    return makeBool(false);
  if (name == "is_cpu")
    return makeBool(
        StringRef(deviceName(type.getEncoding())).starts_with("cpu"));
  if (name == "itemsize" || name == "nbytes") {
    unsigned bits = type.getElementType().getIntOrFloatBitWidth();
    Value bytes = makeInt(static_cast<int64_t>(std::max(8u, bits) / 8));
    return name == "itemsize"
               ? bytes
               : e.model.binary(ast::BinaryOp::Mul, e.tensors.numel(self),
                                bytes, range);
  }
  if (name == "real")
    return self;
  // Of real tensors H is T.
  if (name == "H" || name == "mH")
    return tensorAttribute(e, self, name == "H" ? "T" : "mT", range);
  if (name == "T" || name == "mT") {
    CallArgs args(range, {self});
    if (name == "mT" || type.getRank() != 2) {
      if (type.getRank() < 2)
        return self;
      if (name == "T")
        return e.error(
            range,
            ".T of a tensor that is not a matrix is deprecated; use permute");
      args.positional = {self, makeInt(int64_t(-2)), makeInt(int64_t(-1))};
      return e.run.callBuiltin(makeBuiltin("torch.transpose"), args);
    }
    return e.run.callBuiltin(makeBuiltin("torch.t"), args);
  }
  return {};
}

} // namespace tine::elaborate
