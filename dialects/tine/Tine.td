//===- Tine.td - Futures, containers, strings, devices -----*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `tine` dialect: what a TorchScript program does around its tensors.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECT
#define TINE_DIALECT

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"

def Tine_Dialect : Dialect {
  let name = "tine";
  let cppNamespace = "::tine";
  let summary = "Futures, containers, strings, errors and devices";
  let description = [{
    What a TorchScript program does around its tensors: forks and waits, lists
    and dicts that exist at run time, strings, errors, output, and the devices
    that tensors live on.

    ```
      import             place                 buffer             target
    tine.fork {..}  ->  tine.spawn @body  ->  the same on boxes  ->  omp.task
    tensor values       tensor values         !tine.box            runtime calls
    ```

    A value of the source language is a sequence of *leaves*: an int is one
    `i64`, a float one `f64`, a bool one `i1`, a string, list, dict or future one
    value of the type below, a tensor one `tensor`; a tuple is its elements' leaves
    one after the other, an Optional is one `i1` (true when present) and then
    the leaves of its value, None has none. Containers and futures therefore take
    lists of types, and there is no tuple or optional type.

    Containers are mutable references. Everything else is a value. Through the
    *tensor* phase tensors stand for themselves; the pass
    `box-escaping-tensors` turns those that cross a function, future, container
    or cell into counted boxes.

    An op that can fail leaves the current task with an error (see
    `tine.raise`); it has the effect of writing to the default resource, so that it is neither
    removed nor moved over another effect.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::arith::ArithDialect"];
}

//===----------------------------------------------------------------------===//
// Attributes and enums
//===----------------------------------------------------------------------===//

def Tine_DeviceAttr : AttrDef<Tine_Dialect, "Device"> {
  let mnemonic = "device";
  let summary = "a logical device";
  let description = [{
    A logical device, used as the encoding of a tensor type in the dialects
    `nn` and `tine`. A tensor without encoding lives on `cpu:0`, the default device. Behind the phase *place* tensors
    and boxes are on the device of their function, and only leaves of futures name one.

    Example: `tensor<20x10xf32, #tine.device<cuda : 1>>`
  }];
  let parameters = (ins StringRefParameter<"cpu or cuda">:$kind, "int64_t":$index);
  let assemblyFormat = "`<` custom<Word>($kind) `:` $index `>`";
  let genVerifyDecl = 1;
}

class Tine_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::tine";
  let genSpecializedAttr = 0;
}
class Tine_EnumAttr<Tine_Enum e, string name> : EnumAttr<Tine_Dialect, e, name>;

def Tine_Mode : Tine_Enum<"Mode", "whose rules of printing hold", [
  I32EnumAttrCase<"eager", 0>, I32EnumAttrCase<"script", 1>]>;
def Tine_ModeAttr : Tine_EnumAttr<Tine_Mode, "mode">;

/// Numbers as enum tine_compare in abi.h.
def Tine_Compare : Tine_Enum<"Compare", "how elements are compared", [
  I32EnumAttrCase<"by_int", 0, "int">, I32EnumAttrCase<"by_float", 1, "float">,
  I32EnumAttrCase<"by_string", 2, "string">,
  I32EnumAttrCase<"by_identity", 3, "identity">]>;
def Tine_CompareAttr : Tine_EnumAttr<Tine_Compare, "compare">;

/// Numbers as enum tine_clock in abi.h.
def Tine_Clock : Tine_Enum<"Clock", "what a clock counts", [
  I32EnumAttrCase<"realtime", 0>, I32EnumAttrCase<"monotonic", 1>,
  I32EnumAttrCase<"process", 2>, I32EnumAttrCase<"trace", 3>]>;
def Tine_ClockAttr : Tine_EnumAttr<Tine_Clock, "clock">;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

class Tine_Type<string name, string typeMnemonic> : TypeDef<Tine_Dialect, name> {
  let mnemonic = typeMnemonic;
}

class Tine_LeavesType<string name, string typeMnemonic> : Tine_Type<name, typeMnemonic> {
  let parameters = (ins OptionalArrayRefParameter<"::mlir::Type">:$leaves);
  let assemblyFormat = "`<` (`>`) : ($leaves^ `>`)?";
}

def Tine_StringType : Tine_Type<"String", "str"> {
  let summary = "an immutable string of bytes";
}

def Tine_FutureType : Tine_LeavesType<"Future", "future"> {
  let summary = "the results of a task";
  let description = "Example: `!tine.future<tensor<2xf32>, i64>`";
}

def Tine_ListType : Tine_LeavesType<"List", "list"> {
  let summary = "a mutable list that exists at run time";
  let description = "Each element has the given leaves. Example: `!tine.list<i64>`";
}

def Tine_DictType : Tine_Type<"Dict", "dict"> {
  let summary = "a mutable dict that exists at run time, in order of insertion";
  let description = "Example: `!tine.dict<!tine.str, tensor<?xf32>>`";
  let parameters = (ins "::mlir::Type":$key,
                        OptionalArrayRefParameter<"::mlir::Type">:$values);
  let assemblyFormat = "`<` $key (`>`) : (`,` $values^ `>`)?";
}

def Tine_BoxType : Tine_Type<"Box", "box"> {
  let summary = "a counted, immutable, contiguous tensor on the heap";
  let description = [{
    What a tensor becomes where it crosses a function, future or container.
    Sizes are stored in the box. Example: `!tine.box<tensor<?x3xf32>>`
  }];
  let parameters = (ins "::mlir::RankedTensorType":$tensor);
  let assemblyFormat = "`<` $tensor `>`";
}

def Tine_AnyTensor : AnyTypeOf<[AnyRankedTensor, Tine_BoxType], "tensor or box">;
#endif // TINE_DIALECT

include "dialects/tine/TineOps.td"
include "dialects/tine/TineContainerOps.td"
include "dialects/tine/TineImageOps.td"
include "dialects/tine/TineOutsideOps.td"
include "dialects/tine/TineStoredOps.td"
include "dialects/tine/TineFileOps.td"
