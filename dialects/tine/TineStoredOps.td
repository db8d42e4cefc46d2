//===- TineStoredOps.td - Files that programs load and save -*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a file holds is a string that only `tine.stored` and
// `tine.stored_tensor` read, a tree of nodes with numbers; 0 is the root.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_STORED_OPS
#define TINE_STORED_OPS

def Tine_StoredOp : Tine_EffectOp<"stored"> {
  let summary = "loads a file, or asks what is in one";
  let description = [{
    `"load_numpy"` and its like read a file, which must not be changed by the
    program for that; the others read what these give. The functions
    `tine_abi_stored_*` in abi.h say what each of them takes and gives.

    Example:

    ```mlir
    func.func @f(%path: !tine.str, %key: !tine.str) -> i64 {
      %root = arith.constant 0 : i64
      %file = tine.stored "load_torch"(%path) : (!tine.str) -> !tine.str
      %node = tine.stored "find"(%file, %root, %key) : (!tine.str, i64, !tine.str) -> i64
      return %node : i64
    }
    ```
  }];
  let arguments = (ins StrAttr:$what, Variadic<AnyTypeOf<[I64, F64, Tine_StringType]>>:$arguments);
  let results = (outs AnyTypeOf<[I64, F64, Tine_StringType]>:$result);
  let assemblyFormat = "$what `(` $arguments `)` attr-dict `:` functional-type($arguments, $result)";
  let hasVerifier = 1;
}

def Tine_StoredTensorOp : Tine_EffectOp<"stored_tensor"> {
  let summary = "a tensor of a file that was loaded";
  let description = [{
    Dynamic sizes are those of the file. With `converts` the file may have any
    dtype, with `flat` any sizes, with `first` one dimension in the place of
    none. Raises an error of `kind` where the file has another type, or nothing
    at the node; `name` says which one it is, `expected` what was expected.

    Example:

    ```mlir
    func.func @f(%file: !tine.str, %node: i64, %name: !tine.str) -> tensor<?x3xf32> {
      %x = tine.stored_tensor %file[%node] named %name converts "ValueError" "3 columns" : tensor<?x3xf32>
      return %x : tensor<?x3xf32>
    }
    ```
  }];
  let arguments = (ins Tine_StringType:$file, I64:$node, Tine_StringType:$name, UnitAttr:$converts,
                       UnitAttr:$flat, UnitAttr:$first, StrAttr:$kind, StrAttr:$expected);
  let results = (outs Tine_AnyTensor:$result);
  let assemblyFormat = [{
    $file `[` $node `]` `named` $name (`converts` $converts^)? (`flat` $flat^)? (`first` $first^)?
    $kind $expected attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def Tine_SaveFileOp : Tine_EffectOp<"save_file"> {
  let summary = "writes values to a file";
  let description = [{
    The `format` is that of a function `tine_abi_save_*` in abi.h, which says what its
    `pattern` makes of the values' leaves. Raises Python's OSError, or the subclass for
    the reason, where that fails.

    Example:

    ```mlir
    func.func @f(%path: !tine.str, %key: !tine.str, %n: i64, %t: tensor<2xf32>) {
      tine.save_file "torch" %path "{sist}" (%key, %n, %key, %t : !tine.str, i64, !tine.str, tensor<2xf32>)
      return
    }
    ```
  }];
  let arguments = (ins StrAttr:$format, Tine_StringType:$path, StrAttr:$pattern,
                       Variadic<AnyType>:$values);
  let assemblyFormat = "$format $path $pattern (`(` $values^ `:` type($values) `)`)? attr-dict";
  let hasVerifier = 1;
}

#endif // TINE_STORED_OPS
