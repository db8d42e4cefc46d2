//===- GradNames.cpp - What PyTorch calls the derivatives of functions ----===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `print(loss)` shows `grad_fn=<MseLossBackward0>`. Functions that are one
// operation in PyTorch are written in the language here, and their last step
// has another name.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Context.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/TensorBuilder.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static const llvm::StringMap<StringRef> &names() {
  static const llvm::StringMap<StringRef> table = {
      // Losses
      {"binary_cross_entropy", "BinaryCrossEntropy"},
      {"binary_cross_entropy_with_logits", "BinaryCrossEntropyWithLogits"},
      {"huber_loss", "HuberLoss"},
      {"mse_loss", "MseLoss"},
      {"multi_margin_loss", "MultiMarginLoss"},
      {"nll_loss", "NllLoss"},
      {"smooth_l1_loss", "SmoothL1Loss"},
      {"soft_margin_loss", "SoftMarginLoss"},
      // Activations
      {"celu", "Celu"},
      {"elu", "Elu"},
      {"gelu", "Gelu"},
      {"glu", "Glu"},
      {"hardshrink", "Hardshrink"},
      {"hardsigmoid", "Hardsigmoid"},
      {"hardswish", "Hardswish"},
      {"hardtanh", "Hardtanh"},
      {"leaky_relu", "LeakyRelu"},
      {"logsigmoid", "LogSigmoid"},
      {"mish", "Mish"},
      {"prelu", "PreluKernel"},
      {"relu6", "Hardtanh"},
      {"selu", "Elu"},
      {"silu", "Silu"},
      {"softplus", "Softplus"},
      {"softshrink", "Softshrink"},
      {"threshold", "Threshold"},
      // Layers
      {"_pad_constant", "ConstantPadNd"},
      {"batch_norm", "NativeBatchNorm"},
      {"cdist", "Cdist"},
      {"conv_tbc", "ConvTbc"},
      {"embedding", "Embedding"},
      {"group_norm", "NativeGroupNorm"},
      {"layer_norm", "NativeLayerNorm"},
      // Functions of torch
      {"cumprod", "Cumprod"},
      {"diagonal", "Diagonal"},
      {"windows_of", "Unfold"},
      {"dist", "Dist"},
      {"erfinv", "Erfinv"},
      {"fmax", "Fmax"},
      {"fmin", "Fmin"},
      {"hypot", "Hypot"},
      {"index_add_", "IndexAdd"},
      {"index_copy_", "IndexCopy"},
      {"index_fill_", "IndexFill"},
      {"index_put_", "IndexPut"},
      {"logaddexp", "Logaddexp"},
      {"logcumsumexp", "Logcumsumexp"},
      {"logit", "Logit"},
      {"logsumexp", "Logsumexp"},
      {"masked_select", "MaskedSelect"},
      {"median", "Median"},
      {"sinc", "Sinc"},
      {"sort", "Sort"},
      {"std_mean", "StdMean"},
      {"take", "Take"},
      {"topk", "Topk"},
      {"trace", "Trace"},
      {"var_mean", "VarMean"},
      {"xlogy", "Xlogy"},
  };
  return table;
}

void GradFlags::nameGradFn(StringRef function, const Value &result,
                           size_t older) {
  auto known = names().find(function);
  if (known == names().end())
    return;
  bool isInPlace = function.ends_with("_");
  auto name = [&](const Value &value) {
    if (!value.is(Kind::Tensor) || (value.id < older && !isInPlace) ||
        !requiresGrad(value) ||
        (get(value.id).isLeaf && get(value.id).requiresGrad))
      return;
    // What the function has made and given another shape is nobody else's.
    if (!get(value.id).path.empty()) {
      bool isReshaped =
          llvm::all_of(get(value.id).path, [](const ViewStep &step) {
            return step.kind == ViewStep::Kind::Reshape;
          });
      if (get(value.id).storage < older || !isReshaped)
        return;
      Value own = tensors.newTensor(tensors.read(value), true, "");
      Object made = get(own.id);
      made.layout = get(value.id).layout;
      mutate(value.id) = std::move(made);
    }
    // What it was written to may have been made as a leaf.
    Object &made = mutate(value.id);
    made.requiresGrad = true;
    made.isLeaf = false;
    made.gradFn = (known->second + "Backward0").str();
  };
  name(result);
  if (result.is(Kind::Tuple))
    llvm::for_each(result.items, name);
}

} // namespace tine::elaborate
