//===- TineFileOps.td - Text files and their data ----------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FILE_OPS
#define TINE_FILE_OPS

def Tine_FileOp : Tine_EffectOp<"file"> {
  let summary = "reads or writes a text file, or asks for names in folders";
  let description = [{
    What `open`, `input` and the modules `os`, `glob` and `pathlib` are made of, by the runtime's
    functions `tine_abi_file_WHAT` (abi.h). An open file is a number; 0, 1 and 2 are the standard streams.

    Example:

    ```mlir
    func.func @f(%path: !tine.str, %zero: i64) -> !tine.str {
      %file = tine.file "open"(%path, %zero, %zero) : (!tine.str, i64, i64) -> i64
      %more = tine.file "advance"(%file) : (i64) -> i64
      %line = tine.file "line"(%file) : (i64) -> !tine.str
      tine.file "close"(%file) : (i64) -> ()
      return %line : !tine.str
    }
    ```
  }];
  let arguments = (ins StrAttr:$what, Variadic<AnyTypeOf<[I64, Tine_StringType]>>:$arguments);
  let results = (outs Optional<AnyTypeOf<[I64, F64, Tine_StringType]>>:$result);
  let assemblyFormat = "$what `(` $arguments `)` attr-dict `:` functional-type($arguments, $result)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The type of what the request gives, or none; not set of a name that is no request.
    static std::optional<::mlir::Type> typeOf(::mlir::MLIRContext *context, ::llvm::StringRef what);
  }];
}

def Tine_DataOp : Tine_EffectOp<"data"> {
  let summary = "reads text that is JSON or CSV, or by regular expressions, and bytes";
  let description = [{
    What the modules `json`, `csv` and `re` and the class `bytes` are made of, by the runtime's functions
    `tine_abi_WHAT` (abi.h). A value of JSON is a string, and so are bytes, which need not be text, and a tuple that is
    the key of a dict (`"key_add_int"`, ...).

    Example:

    ```mlir
    func.func @f(%text: !tine.str, %zero: i64) -> !tine.str {
      %value = tine.data "json_parse"(%text) : (!tine.str) -> !tine.str
      %items = tine.data "json_items"(%value) : (!tine.str) -> !tine.list<!tine.str>
      %first = tine.data "json_item"(%value, %zero) : (!tine.str, i64) -> !tine.str
      return %first : !tine.str
    }
    ```
  }];
  let arguments = (ins StrAttr:$what, Variadic<AnyTypeOf<[I64, F64, Tine_StringType, Tine_ListType]>>:$arguments);
  let results = (outs AnyTypeOf<[I64, F64, Tine_StringType, Tine_ListType]>:$result);
  let assemblyFormat = "$what `(` $arguments `)` attr-dict `:` functional-type($arguments, $result)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The type of what the request gives; null of a name that is no request.
    static ::mlir::Type typeOf(::mlir::MLIRContext *context, ::llvm::StringRef what);
  }];
}

#endif // TINE_FILE_OPS
