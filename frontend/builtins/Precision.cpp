//===- Precision.cpp - Calls at another precision -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of functions of PyTorch, by their names: those that are one kernel
// there and several operations here, and the lists of autocast, on the CPU and,
// where they differ, on cuda devices.
//
//   kernel: half floats become float32, and the result a half float again
//   lower:  under autocast, float32 becomes the dtype of autocast
//   full:   under autocast, half floats become float32
//   unless given: so if the caller gives no dtype
//   widest: under autocast, all become the widest dtype
//   inner:  what the function calls is not under autocast
//   refused: a part of it would be
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/ElementTypes.h"
#include "frontend/builtins/Registry.h"
#include "frontend/services/Arithmetic.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Program.h"
#include "frontend/services/TensorBuilder.h"
#include "tine/abi.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

struct Rule {
  bool kernel = false;              ///< one kernel
  bool ofF16 = true, ofBF16 = true; ///< of these
  bool asFirst = false; ///< the result has the dtype of the first tensor
  bool expands = false; ///< one without dimensions is a tensor as others are
  enum Cast : uint8_t {
    None,
    Lower,
    Full,
    FullUnlessGiven,
    Widest,
    Inner,
    Refused
  };
  Cast cast = None, onCuda = None;
};

/// The modes of autocast for tensors of a kind of device.
struct Autocast {
  Mode enabled, isF16;
};
constexpr Autocast ofCpu = {Mode::Autocast, Mode::AutocastF16},
                   ofCuda = {Mode::AutocastCuda, Mode::AutocastCudaF16};

constexpr StringLiteral kernels =
    "mean var std norm addcmul addcdiv lerp round "
    "renorm linear addmm baddbmm addbmm addmv "
    "hardtanh relu6 hardsigmoid hardswish leaky_relu prelu rrelu threshold elu "
    "celu selu silu mish softplus softshrink hardshrink logsigmoid glu "
    "acosh asinh atanh exp2 deg2rad rad2deg sinc logaddexp logaddexp2 "
    "hypot logcumsumexp cumprod nanmean frexp ldexp "
    "lgamma digamma polygamma erfc erfcx erfinv ndtri zeta "
    "igamma igammac i0 i0e i1 i1e var_mean std_mean "
    "nll_loss multi_margin_loss multilabel_margin_loss "
    "avg_pool1d avg_pool2d avg_pool3d adaptive_avg_pool1d adaptive_avg_pool2d "
    "adaptive_avg_pool3d interpolate fold scaled_dot_product_attention "
    "conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d";
constexpr StringLiteral kernelsAsFirst =
    "rms_norm group_norm native_group_norm";
constexpr StringLiteral kernelsOfF16 = "huber_loss";
constexpr StringLiteral kernelsOfBF16 = "smooth_l1_loss";
constexpr StringLiteral lower =
    "conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d "
    "bmm mm baddbmm addmm addbmm linear matmul prelu vecdot "
    "scaled_dot_product_attention";
constexpr StringLiteral full =
    "avg_pool3d binary_cross_entropy grid_sample grid_sampler grid_sampler_2d "
    "grid_sampler_3d prod quantile nanquantile cdist trace cholesky "
    "cholesky_of_torch cholesky_ex cholesky_inverse cholesky_solve inv inv_ex "
    "lu_solve lu_solve_of_torch orgqr ormqr householder_product geqrf qr "
    "qr_of_torch svd svdvals svd_of_torch eigh eigvalsh lstsq solve solve_ex "
    "tensorinv tensorsolve cond matrix_rank triangular_solve max_pool3d "
    "max_unpool2d max_unpool3d adaptive_avg_pool3d adaptive_max_pool3d "
    "fractional_max_pool2d fractional_max_pool3d mse_loss "
    "cosine_embedding_loss nll_loss hinge_embedding_loss poisson_nll_loss "
    "smooth_l1_loss cross_entropy l1_loss huber_loss margin_ranking_loss "
    "soft_margin_loss triplet_margin_loss multi_margin_loss ctc_loss kl_div "
    "multilabel_margin_loss binary_cross_entropy_with_logits";
constexpr StringLiteral widest = "stack cat concat concatenate index_copy";
constexpr StringLiteral inner = "bilinear matrix_exp kron mv dot addmv addr "
                                "det slogdet logdet lu interpolate";
constexpr StringLiteral refused = "pinv pinverse";
constexpr StringLiteral lowerOnCuda = "mv addmv addr";
constexpr StringLiteral fullOnCuda =
    "acos arccos asin arcsin cosh erfinv exp expm1 log log10 log2 log1p "
    "reciprocal rsqrt sinh tan pow softplus layer_norm group_norm "
    "native_group_norm cosine_similarity dist pdist renorm logsumexp "
    "interpolate";
constexpr StringLiteral fullUnlessGivenOnCuda =
    "sum prod softmax log_softmax cumsum cumprod norm vector_norm matrix_norm";
constexpr StringLiteral widestOnCuda =
    "addcdiv addcmul atan2 arctan2 bilinear cross dot vdot tensordot "
    "scatter_add grid_sample grid_sampler grid_sampler_2d grid_sampler_3d";
constexpr StringLiteral noneOnCuda =
    "avg_pool3d max_pool3d adaptive_avg_pool3d adaptive_max_pool3d "
    "fractional_max_pool2d fractional_max_pool3d max_unpool2d max_unpool3d "
    "trace index_copy";

const llvm::StringMap<Rule> &rules() {
  // What holds on the host holds on a GPU, too, unless a row behind it differs.
  static const llvm::StringMap<Rule> table = rulesByName<Rule>({
      {kernels, [](Rule &r) { r.kernel = true; }},
      {kernelsAsFirst, [](Rule &r) { r.kernel = r.asFirst = true; }},
      {kernelsOfF16, [](Rule &r) { r.kernel = true, r.ofBF16 = false; }},
      {kernelsOfBF16,
       [](Rule &r) {
         r.kernel = r.expands = true;
         r.ofF16 = false;
       }},
      {lower, [](Rule &r) { r.cast = r.onCuda = Rule::Lower; }},
      {full, [](Rule &r) { r.cast = r.onCuda = Rule::Full; }},
      {widest, [](Rule &r) { r.cast = r.onCuda = Rule::Widest; }},
      {inner, [](Rule &r) { r.cast = r.onCuda = Rule::Inner; }},
      {refused, [](Rule &r) { r.cast = r.onCuda = Rule::Refused; }},
      {lowerOnCuda, [](Rule &r) { r.onCuda = Rule::Lower; }},
      {fullOnCuda, [](Rule &r) { r.onCuda = Rule::Full; }},
      {fullUnlessGivenOnCuda,
       [](Rule &r) { r.onCuda = Rule::FullUnlessGiven; }},
      {widestOnCuda, [](Rule &r) { r.onCuda = Rule::Widest; }},
      {noneOnCuda, [](Rule &r) { r.onCuda = Rule::None; }},
  });
  return table;
}

bool isHalf(mlir::Type type) { return type.isF16() || type.isBF16(); }

/// The element type of a tensor of floats, else null.
mlir::Type floatOf(Context &e, const Value &v) {
  if (!v.is(Kind::Tensor))
    return {};
  mlir::Type element = e.tensors.tensorType(v).getElementType();
  return isa<FloatType>(element) ? element : mlir::Type();
}

/// The tensor with other elements; its node in the graph keeps its name.
Value withElements(Context &e, const Value &tensor, mlir::Type element,
                   StringRef gradFn) {
  return e.tensors.keepLayout(
      e.tensors.newTensor(e.tensors.castTensor(e.tensors.read(tensor), element),
                          e.grads.gradOf({tensor}), gradFn),
      {tensor});
}

void castAll(Context &e, CallOperands &operands, mlir::Type to,
             llvm::function_ref<bool(mlir::Type)> wanted) {
  for (Value *v : operands.values)
    if (mlir::Type own = floatOf(e, *v); own && own != to && wanted(own))
      *v = withElements(e, *v, to, "ToCopyBackward");
}

/// Of a list of tensors, a list of them in the widest of their dtypes.
bool widenList(Context &e, CallOperands &operands) {
  std::vector<Value> items, all;
  for (Value *v : operands.values) {
    if (v->is(Kind::Tensor))
      all.push_back(*v);
    else if ((v->is(Kind::List) || v->is(Kind::Tuple)) &&
             e.containers.staticItems(*v, items))
      llvm::append_range(all, items);
  }
  mlir::Type to;
  bool differ = false;
  for (const Value &v : all) {
    mlir::Type own = floatOf(e, v);
    if (!own)
      continue;
    differ |= to && own != to;
    to = !to ? own : own == to ? to : mlir::Type(e.b.getF32Type());
    if (own.isF64())
      to = own;
  }
  if (!differ)
    return false;
  for (Value *v : operands.values) {
    if (mlir::Type own = floatOf(e, *v); own && own != to) {
      *v = withElements(e, *v, to, "ToCopyBackward");
    } else if (v->is(Kind::List) || v->is(Kind::Tuple)) {
      std::vector<Value> cast;
      if (!e.containers.staticItems(*v, cast))
        continue;
      for (Value &item : cast)
        if (mlir::Type type = floatOf(e, item); type && type != to)
          item = withElements(e, item, to, "ToCopyBackward");
      *v = makeTuple(cast);
    }
  }
  return true;
}

/// Results in float32 become half floats.
void narrow(Context &e, Value &result, mlir::Type to) {
  if (mlir::Type own = floatOf(e, result); own && own.isF32())
    result = withElements(e, result, to, e.get(result.id).gradFn);
  if (result.is(Kind::Tuple))
    for (Value &item : result.items)
      narrow(e, item, to);
}

/// Computes in float32 what is one kernel.
Value asKernel(Context &e, const Rule &rule, CallOperands &operands,
               ast::Range range, llvm::function_ref<Value()> call) {
  mlir::Type to, expanded;
  bool anyHalf = false, differ = false;
  std::vector<Value> tensors;
  for (Value *v : operands.values) {
    mlir::Type own = floatOf(e, *v);
    if (!own)
      continue;
    tensors.push_back(*v);
    anyHalf |= own.isF16() ? rule.ofF16 : own.isBF16() && rule.ofBF16;
    if (to && own != to && !rule.asFirst)
      differ = true;
    if (!to)
      to = own;
    expanded = promoteTypes(expanded, own);
  }
  // Of several dtypes the operations find a common one.
  if (differ)
    to = rule.expands ? expanded : e.tensors.promote(tensors);
  if (!anyHalf || operands.hasDtype || (differ && !isHalf(to)))
    return call();
  if (differ)
    castAll(e, operands, to, [](mlir::Type) { return true; });
  Value input;
  if (operands.inPlace && operands.inPlace->isConst() &&
      operands.inPlace->integer) {
    input = *operands.values.front();
    *operands.inPlace = makeBool(false);
  }
  castAll(e, operands, e.b.getF32Type(), isHalf);
  Value result = call();
  if (e.stopped())
    return {};
  if (isHalf(to))
    narrow(e, result, to);
  if (!input)
    return result;
  return e.run.callBuiltin(makeBuiltin("Tensor.copy_"),
                           CallArgs(range, {input, result}, {range, range}));
}

/// The values of a call, which it may replace, and may be called with again.
Value callAgain(CallOperands &operands, llvm::function_ref<Value()> call) {
  SmallVector<Value *> places(operands.values);
  if (operands.inPlace)
    places.push_back(operands.inPlace);
  SmallVector<Value> given;
  for (Value *place : places)
    given.push_back(*place);
  Value result = call();
  for (auto [place, value] : llvm::zip_equal(places, given))
    *place = value;
  return result;
}

/// Whether a tensor of the call is on a cuda device.
bool isOnCuda(Context &e, const CallOperands &operands) {
  auto isThere = [&](const Value &v) {
    return v.is(Kind::Tensor) && deviceOf(e.tensors.tensorType(v));
  };
  return llvm::any_of(operands.values, [&](Value *v) {
    std::vector<Value> items;
    return isThere(*v) || ((v->is(Kind::List) || v->is(Kind::Tuple)) &&
                           e.containers.staticItems(*v, items) &&
                           llvm::any_of(items, isThere));
  });
}

/// The dtype of autocast, where that is on.
Value autocastDtype(Context &e, const Autocast &autocast, ast::Range range) {
  return e.objects.underMode(autocast.isF16, range, [](bool isF16) {
    return makeDType(isF16 ? TINE_FLOAT16 : TINE_BFLOAT16);
  });
}

Value autocastState(Context &e, const Autocast &autocast, ast::Range range) {
  Value dtype = autocastDtype(e, autocast, range);
  return makeTuple({e.objects.mode(autocast.enabled), dtype});
}

Value setAutocast(Context &e, Bound &a) {
  const Autocast &autocast = a[0].integer ? ofCuda : ofCpu;
  if (!a[1].is(Kind::Bool))
    return e.error(a.range, "whether autocast is enabled is a bool");
  int64_t dtype = a[2].is(Kind::DType) ? a[2].integer : -1;
  if (dtype != TINE_FLOAT16 && dtype != TINE_BFLOAT16)
    return e.error(a.range, "autocast to float16 and bfloat16 is supported");
  Value before = autocastState(e, autocast, a.range);
  e.objects.exchangeMode(autocast.enabled, a[1]);
  e.objects.exchangeMode(autocast.isF16, makeBool(dtype == TINE_FLOAT16));
  return before;
}

/// The call on operands of the element types that it takes.
Value callOnElements(Context &e, StringRef function, const Rule &rule,
                     CallOperands &operands, ast::Range range,
                     llvm::function_ref<Value()> call) {
  if (!prepareElements(e, function, operands, range))
    return {};
  return rule.kernel ? asKernel(e, rule, operands, range, call) : call();
}

/// The call where autocast is on.
Value callUnderAutocast(Context &e, StringRef function, const Rule &rule,
                        Rule::Cast cast, const Autocast &autocast,
                        CallOperands &operands, ast::Range range,
                        llvm::function_ref<Value()> call) {
  auto isNarrower = [](mlir::Type own) { return !own.isF64(); };
  if (cast == Rule::Lower)
    castAll(e, operands,
            e.numbers.elementTypeOf(autocastDtype(e, autocast, range).integer),
            isNarrower);
  else if (cast == Rule::Full ||
           (cast == Rule::FullUnlessGiven && !operands.hasDtype))
    castAll(e, operands, e.b.getF32Type(), isNarrower);
  else if (cast == Rule::Widest)
    widenList(e, operands);
  Value enabled = e.objects.exchangeMode(autocast.enabled, makeBool(false));
  Value result = callOnElements(e, function, rule, operands, range, call);
  e.objects.exchangeMode(autocast.enabled, enabled);
  return result;
}

} // namespace

Value callAtPrecision(Context &e, StringRef function, CallOperands operands,
                      ast::Range range, llvm::function_ref<Value()> call) {
  if (e.stopped())
    return call();
  Rule rule = rules().lookup(function);
  auto plainly = [&] {
    return callOnElements(e, function, rule, operands, range, call);
  };
  if (rule.cast == Rule::None && rule.onCuda == Rule::None)
    return plainly();
  bool isCuda = isOnCuda(e, operands);
  const Autocast &autocast = isCuda ? ofCuda : ofCpu;
  Rule::Cast cast = isCuda ? rule.onCuda : rule.cast;
  if (cast == Rule::None)
    return plainly();
  return e.objects.underMode(
      autocast.enabled, range, [&](bool isEnabled) -> Value {
        if (!isEnabled)
          return callAgain(operands, plainly);
        if (cast == Rule::Refused)
          return e.error(range,
                         "'" + function +
                             "' under autocast is not supported; switch it "
                             "off around it");
        auto once = [&] {
          return callUnderAutocast(e, function, rule, cast, autocast, operands,
                                   range, call);
        };
        auto here = [&](bool) { return callAgain(operands, once); };
        return cast == Rule::Lower
                   ? e.objects.underMode(autocast.isF16, range, here)
                   : here(false);
      });
}

Value invoke(Context &e, const BuiltinInfo &builtin, Bound &a) {
  StringRef name = a.name;
  if (!rules().count(name) && !hasElementRule(name))
    return builtin.handler(e, a);
  CallOperands operands;
  for (Value &v : a.values)
    operands.values.push_back(&v);
  SmallVector<StringRef> parameters;
  StringRef(builtin.signature).split(parameters, ',');
  llvm::erase_if(parameters, [](StringRef p) { return p.trim() == "*"; });
  for (auto [i, parameter] : llvm::enumerate(parameters))
    if (parameter.trim().starts_with("dtype") && i < a.values.size())
      operands.hasDtype = a.given(i);
  return callAtPrecision(e, name, operands, a.range,
                         [&] { return builtin.handler(e, a); });
}

void registerPrecision(Registry &r) {
  r.add("_tine.autocast_state", "is_cuda", [](Context &e, Bound &a) {
    return autocastState(e, a[0].integer ? ofCuda : ofCpu, a.range);
  });
  r.add("_tine.set_autocast", "is_cuda, enabled, dtype", setAutocast);
  // Whether a GPU is there, or named.
  r.add("_tine.uses_cuda", "", [](Context &e, Bound &) {
    return makeBool(e.decisions.facts.cudaDevices != 0 ||
                    !e.program.devices.empty());
  });
}

} // namespace tine::elaborate
