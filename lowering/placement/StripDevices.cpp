//===- StripDevices.cpp - Leave devices to functions and futures ----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function runs on one device, which its attribute says: its tensors are
// plain, as the passes of the later phases need them. A future is made by one
// function and awaited by another, so its type keeps the device of its tensors.
//
//   %y = tine.wait %x : !tine.future<tensor<2xf32, D>> -> tensor<2xf32>
//
// Input:  tensors with `#tine.device` encodings, copies between devices.
// Output: tensors without encoding, but for the leaves of futures; no
//         `tine.to`, the module attribute `tine.devices` with every device's
//         name ("cpu:0", "cuda:1"), sorted; what it had already stays.
// How:    1. collect the devices of all types; 2. replace `tine.to` by its
//         operand; 3. drop the encoding in every type and type attribute; that
//         of the host in the leaves of futures, too.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/placement/DeviceContainers.h"
#include "lowering/placement/Passes.h"
#include "lowering/support/DeviceNames.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include <set>

namespace tine {
#define GEN_PASS_DEF_STRIPDEVICES
#include "lowering/placement/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

struct StripDevices : tine::impl::StripDevicesBase<StripDevices> {
  void runOnOperation() override {
    std::set<std::string> devices{"cpu:0"};
    if (auto known = getOperation()->getAttrOfType<ArrayAttr>("tine.devices"))
      for (llvm::StringRef name : known.getAsValueRange<StringAttr>())
        devices.insert(name.str());
    AttrTypeReplacer replacer;
    replacer.addReplacement([&](RankedTensorType type) -> std::optional<Type> {
      auto device = dyn_cast_or_null<DeviceAttr>(type.getEncoding());
      if (!device)
        return std::nullopt;
      devices.insert(nameOf(device));
      return withoutDevice(type);
    });
    using Replaced = std::optional<std::pair<Type, WalkResult>>;
    replacer.addReplacement([&](FutureType type) -> Replaced {
      auto leaves = llvm::map_to_vector(type.getLeaves(), [&](Type leaf) {
        DeviceAttr device = deviceOf(leaf);
        if (!device)
          return replacer.replace(leaf);
        devices.insert(nameOf(device));
        return leaf;
      });
      return std::make_pair(Type(FutureType::get(type.getContext(), leaves)),
                            WalkResult::skip());
    });
    // A chain of copies collapses onto its source before the types do.
    getOperation().walk([](ToOp op) {
      // The intermediate type differs from the source's by its encoding only,
      // which goes away below.
      op.getResult().replaceAllUsesWith(op.getTensor());
    });
    // The types of the copies count as devices too.
    replacer.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
    getOperation().walk([](ToOp op) { op.erase(); });
    SmallVector<Attribute> names;
    for (const std::string &name : devices)
      names.push_back(StringAttr::get(&getContext(), name));
    getOperation()->setAttr("tine.devices",
                            ArrayAttr::get(&getContext(), names));
  }
};

} // namespace
