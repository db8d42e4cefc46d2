//===- StoredOps.cpp - Files that programs load and save ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What can be asked, and the types of that.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"

using namespace mlir;
using namespace tine;

/// The types of a request: s string, i int, f float; the result comes first.
static StringRef typesOfRequest(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("load_numpy", "ss")
      .Case("load_raw", "ssiii")
      .Case("load_bytes", "ssiiii")
      .Case("load_pickle", "sssi")
      .Case("load_text", "sssssiiiii")
      .Case("load_safetensors", "ss")
      .Case("load_torch", "ss")
      .Case("kind", "isi")
      .Case("length", "isi")
      .Case("find", "isis")
      .Case("find_bytes", "isis")
      .Case("find_int", "isii")
      .Case("item", "isii")
      .Case("size", "isii")
      .Case("key", "isii")
      .Case("entry", "isii")
      .Case("int", "isis")
      .Case("bool", "isis")
      .Case("float", "fsis")
      .Case("text", "ssis")
      .Case("bytes", "ssis")
      .Case("path", "ss")
      .Case("state_errors", "ssisis")
      .Case("missing_keys", "ssiss")
      .Case("unexpected_keys", "ssiss")
      .Default("");
}

static Type typeOf(MLIRContext *context, char letter) {
  return letter == 's'   ? Type(StringType::get(context))
         : letter == 'i' ? Type(IntegerType::get(context, 64))
                         : Type(Float64Type::get(context));
}

Type tine::typeOfStored(MLIRContext *context, StringRef name) {
  StringRef types = typesOfRequest(name);
  return types.empty() ? Type() : typeOf(context, types.front());
}

LogicalResult StoredOp::verify() {
  StringRef types = typesOfRequest(getWhat());
  if (types.empty())
    return emitOpError("knows no '") << getWhat() << "'";
  SmallVector<Type> wanted;
  for (char letter : types)
    wanted.push_back(typeOf(getContext(), letter));
  if (getArguments().getTypes() != TypeRange(wanted).drop_front() ||
      getResult().getType() != wanted.front())
    return emitOpError("has other types than '") << getWhat() << "' takes";
  return success();
}

LogicalResult StoredTensorOp::verify() {
  auto tensor = dyn_cast<RankedTensorType>(getResult().getType());
  if (tensor && getFlat() && (tensor.getRank() != 1 || !tensor.isDynamicDim(0)))
    return emitOpError("gives one dimension of any size if it is flat");
  return success();
}

LogicalResult SaveFileOp::verify() {
  if (!llvm::is_contained(
          {"torch", "npy", "raw", "npz", "npz_packed", "safetensors", "text"},
          getFormat()))
    return emitOpError("knows no format '") << getFormat() << "'";
  return success();
}
