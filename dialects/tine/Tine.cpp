//===- Tine.cpp - The tine dialect ----------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the dialect's types, attributes and operations.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "tine/abi.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tine;

#include "dialects/tine/TineDialect.cpp.inc"
#include "dialects/tine/TineEnums.cpp.inc"

/// A name without quotes: `cuda` in `#tine.device<cuda : 1>`.
static ParseResult parseWord(AsmParser &parser, std::string &word) {
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  word = keyword.str();
  return success();
}

static void printWord(AsmPrinter &printer, StringRef word) { printer << word; }

#define GET_ATTRDEF_CLASSES
#include "dialects/tine/TineAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/tine/TineTypes.cpp.inc"

void TineDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/tine/TineAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/tine/TineTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/tine/TineOps.cpp.inc"
      >();
}

LogicalResult DeviceAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef kind, int64_t index) {
  if (kind != "cpu" && kind != "cuda")
    return emitError() << "device kind must be cpu or cuda, not '" << kind
                       << "'";
  if (index < 0)
    return emitError() << "device index must not be negative";
  return success();
}

int32_t tine::getDtype(Type element) {
  if (element.isF32())
    return TINE_FLOAT32;
  if (element.isF64())
    return TINE_FLOAT64;
  if (element.isF16())
    return TINE_FLOAT16;
  if (element.isBF16())
    return TINE_BFLOAT16;
  if (element.isInteger(64))
    return TINE_INT64;
  if (element.isInteger(32))
    return TINE_INT32;
  if (element.isInteger(16))
    return TINE_INT16;
  if (element.isSignedInteger(8))
    return TINE_INT8;
  // i8 is PyTorch's uint8 (see the dialect nn).
  if (element.isSignlessInteger(8))
    return TINE_UINT8;
  if (element.isInteger(1))
    return TINE_BOOL;
  return -1;
}

bool tine::isCounted(Type type) {
  return isa<StringType, FutureType, ListType, DictType, BoxType>(type);
}

DeviceAttr tine::deviceOf(Type type) {
  if (auto box = dyn_cast<BoxType>(type))
    type = box.getTensor();
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto device =
      tensor ? dyn_cast_or_null<DeviceAttr>(tensor.getEncoding()) : nullptr;
  return device && device.getKind() != "cpu" ? device : DeviceAttr();
}

Type tine::withoutDevice(Type type) {
  if (auto box = dyn_cast<BoxType>(type))
    return BoxType::get(type.getContext(),
                        cast<RankedTensorType>(withoutDevice(box.getTensor())));
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa_and_nonnull<DeviceAttr>(tensor.getEncoding())
             ? RankedTensorType::get(tensor.getShape(), tensor.getElementType())
             : type;
}
