//===- ModuleLocations.cpp - Modules in locations -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Marks are metadata of fused locations, as names of operations are.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/ModuleLocations.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace tine;

static constexpr StringLiteral moduleMark = "module", backwardMark = "backward";

/// The mark of the location itself, or null.
static DictionaryAttr markOf(Location loc) {
  auto fused = dyn_cast<FusedLoc>(loc);
  return fused ? dyn_cast_or_null<DictionaryAttr>(fused.getMetadata())
               : DictionaryAttr();
}

static Location mark(Location loc, StringRef name, Attribute value) {
  MLIRContext *context = loc.getContext();
  auto metadata = DictionaryAttr::get(
      context, NamedAttribute(StringAttr::get(context, name), value));
  return FusedLoc::get({loc}, metadata, context);
}

Location tine::inModule(Location loc, StringRef path) {
  // The call within says more than the one around it.
  if (DictionaryAttr known = markOf(loc); known && known.contains(moduleMark))
    loc = cast<FusedLoc>(loc).getLocations().front();
  return mark(loc, moduleMark, StringAttr::get(loc.getContext(), path));
}

Location tine::inBackward(Location loc) {
  if (DictionaryAttr known = markOf(loc); known && known.contains(backwardMark))
    return loc;
  return mark(loc, backwardMark, UnitAttr::get(loc.getContext()));
}

Location tine::withoutModules(Location loc) {
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return CallSiteLoc::get(withoutModules(call.getCallee()),
                            withoutModules(call.getCaller()));
  if (auto named = dyn_cast<NameLoc>(loc))
    return NameLoc::get(named.getName(), withoutModules(named.getChildLoc()));
  auto fused = dyn_cast<FusedLoc>(loc);
  if (!fused)
    return loc;
  auto parts = llvm::map_to_vector(fused.getLocations(), withoutModules);
  return FusedLoc::get(parts, markOf(loc) ? Attribute() : fused.getMetadata(),
                       loc.getContext());
}

namespace {

/// What is found on the way from the innermost call outwards.
struct Found {
  StringAttr module, function;
  bool backward = false;
};

} // namespace

static void find(Location loc, Found &found) {
  if (DictionaryAttr known = markOf(loc)) {
    found.backward |= known.contains(backwardMark);
    if (auto path = known.getAs<StringAttr>(moduleMark); path && !found.module)
      found.module = path;
    return find(cast<FusedLoc>(loc).getLocations().front(), found);
  }
  if (found.module)
    return;
  if (auto fused = dyn_cast<FusedLoc>(loc)) {
    // One of its parts tells where it is, as in messages.
    if (!fused.getLocations().empty())
      find(fused.getLocations().front(), found);
  } else if (auto named = dyn_cast<NameLoc>(loc)) {
    if (!found.function)
      found.function = named.getName();
    find(named.getChildLoc(), found);
  } else if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    find(call.getCallee(), found);
    if (!found.module)
      find(call.getCaller(), found);
  }
}

std::string tine::describeModule(Location loc) {
  Found found;
  find(loc, found);
  StringAttr name = found.module ? found.module : found.function;
  std::string text = name ? name.str() : "";
  if (found.backward)
    text += text.empty() ? "(backward)" : " (backward)";
  return text;
}

void BackwardListener::notifyOperationInserted(
    Operation *op, OpBuilder::InsertPoint previous) {
  if (!previous.isSet())
    op->setLoc(inBackward(op->getLoc()));
  if (before)
    before->notifyOperationInserted(op, previous);
}
