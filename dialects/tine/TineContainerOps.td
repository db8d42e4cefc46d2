//===- TineContainerOps.td - Strings, lists and dicts ------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_CONTAINER_OPS
#define TINE_CONTAINER_OPS

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

def Tine_StringConstantOp : Tine_Op<"string", [Pure, ConstantLike]> {
  let summary = "a constant string";
  let description = [{
    Example:

    ```mlir
    %s = tine.string "hello"
    ```
  }];
  let arguments = (ins StrAttr:$value);
  let results = (outs Tine_StringType:$result);
  let assemblyFormat = "$value attr-dict";
  let hasFolder = 1;
}

def Tine_FormatOp : Tine_EffectOp<"format"> {
  let summary = "makes a string of values by a pattern";
  let description = [{
    The pattern's letters stand at `tine_abi_format` in abi.h; `operands` are the
    leaves that it takes, in order. It can fail where a Python format can.

    Example:

    ```mlir
    func.func @f(%n: i64, %t: tensor<2xf32>) -> !tine.str {
      %s = tine.format eager "n = %i, %t" (%n, %t : i64, tensor<2xf32>)
      return %s : !tine.str
    }
    ```
  }];
  let arguments = (ins EnumProp<Tine_Mode>:$mode, StrAttr:$pattern, Variadic<AnyType>:$operands);
  let results = (outs Tine_StringType:$result);
  let assemblyFormat = "$mode $pattern (`(` $operands^ `:` type($operands) `)`)? attr-dict";
}

def Tine_StringConcatOp : Tine_Op<"string_concat", [Pure]> {
  let summary = "joins two strings";
  let description = [{
    Example:

    ```mlir
    func.func @f(%a: !tine.str, %b: !tine.str) -> !tine.str {
      %c = tine.string_concat %a, %b
      return %c : !tine.str
    }
    ```
  }];
  let arguments = (ins Tine_StringType:$lhs, Tine_StringType:$rhs);
  let results = (outs Tine_StringType:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict";
}

def Tine_StringCompareOp : Tine_Op<"string_compare", [Pure]> {
  let summary = "compares two strings by bytes";
  let description = [{
    The result is negative, zero or positive as lhs is less than, equal to or
    greater than rhs.

    Example:

    ```mlir
    func.func @f(%a: !tine.str, %b: !tine.str) -> i64 {
      %c = tine.string_compare %a, %b
      return %c : i64
    }
    ```
  }];
  let arguments = (ins Tine_StringType:$lhs, Tine_StringType:$rhs);
  let results = (outs I64:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict";
}

def Tine_StringLengthOp : Tine_Op<"string_length", [Pure]> {
  let summary = "the number of characters of a string";
  let description = [{
    Characters are code points, as in Python; with `bytes` they are bytes, as in
    TorchScript. That holds for all operations with that attribute.

    Example:

    ```mlir
    func.func @f(%a: !tine.str) -> i64 {
      %c = tine.string_length %a
      %d = tine.string_length %a {bytes}
      return %c : i64
    }
    ```
  }];
  let arguments = (ins Tine_StringType:$string, UnitAttr:$bytes);
  let results = (outs I64:$result);
  let assemblyFormat = "$string attr-dict";
}

def Tine_StringIndexOp : Tine_EffectOp<"string_index"> {
  let summary = "one character of a string; fails when out of range";
  let description = [{
    Example:

    ```mlir
    func.func @f(%a: !tine.str, %i: i64) -> !tine.str {
      %c = tine.string_index %a[%i]
      return %c : !tine.str
    }
    ```
  }];
  let arguments = (ins Tine_StringType:$string, I64:$index, UnitAttr:$bytes);
  let results = (outs Tine_StringType:$result);
  let assemblyFormat = "$string `[` $index `]` attr-dict";
}

def Tine_StringSliceOp : Tine_EffectOp<"string_slice", [AttrSizedOperandSegments]> {
  let summary = "Python's slice of a string";
  let description = [{
    An absent bound is Python's None. Fails when the step is 0.

    Example:

    ```mlir
    func.func @f(%a: !tine.str, %i: i64, %s: i64) -> !tine.str {
      %c = tine.string_slice %a[from %i to %i step %s]
      %d = tine.string_slice %a[step %s]
      return %d : !tine.str
    }
    ```
  }];
  let arguments = (ins Tine_StringType:$string, Optional<I64>:$lower, Optional<I64>:$upper,
                       I64:$step, UnitAttr:$bytes);
  let results = (outs Tine_StringType:$result);
  let assemblyFormat = "$string `[` (`from` $lower^)? (`to` $upper^)? `step` $step `]` attr-dict";
}

def Tine_StringMethodOp : Tine_EffectOp<"string_method"> {
  let summary = "a method of Python's str by name";
  let description = [{
    `upper`, `split`, `find` and their like; the runtime has the table.

    Example:

    ```mlir
    func.func @f(%a: !tine.str) -> i64 {
      %n = tine.string_method "find"(%a, %a) : (!tine.str, !tine.str) -> i64
      return %n : i64
    }
    ```
  }];
  let arguments = (ins StrAttr:$method, Tine_StringType:$string, Variadic<AnyType>:$args,
                       UnitAttr:$bytes);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $method `(` $string (`,` $args^)? `)` attr-dict `:`
    `(` type($string) (`,` type($args)^)? `)` `->` type($result)
  }];
}

def Tine_StringToIntOp : Tine_EffectOp<"string_to_int"> {
  let summary = "int(s); fails when the text is no number";
  let description = [{
    Example:

    ```mlir
    func.func @f(%a: !tine.str) -> i64 {
      %n = tine.string_to_int %a
      return %n : i64
    }
    ```
  }];
  let arguments = (ins Tine_StringType:$string);
  let results = (outs I64:$result);
  let assemblyFormat = "$string attr-dict";
}

def Tine_StringToFloatOp : Tine_EffectOp<"string_to_float"> {
  let summary = "float(s); fails when the text is no number";
  let description = [{
    Example:

    ```mlir
    func.func @f(%a: !tine.str) -> f64 {
      %n = tine.string_to_float %a
      return %n : f64
    }
    ```
  }];
  let arguments = (ins Tine_StringType:$string);
  let results = (outs F64:$result);
  let assemblyFormat = "$string attr-dict";
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

def Tine_ListNewOp : Tine_EffectOp<"list_new"> {
  let summary = "a new, empty list";
  let description = [{
    Example:

    ```mlir
    %l = tine.list_new : !tine.list<i64>
    ```
  }];
  let results = (outs Tine_ListType:$list);
  let assemblyFormat = "attr-dict `:` type($list)";
}

def Tine_ListLengthOp : Tine_EffectOp<"list_length"> {
  let summary = "the number of elements";
  let description = [{
    Example:

    ```mlir
    func.func @f(%l: !tine.list<i64>) -> i64 {
      %n = tine.list_length %l : !tine.list<i64>
      return %n : i64
    }
    ```
  }];
  let arguments = (ins Tine_ListType:$list);
  let results = (outs I64:$length);
  let assemblyFormat = "$list attr-dict `:` type($list)";
}

def Tine_ListGetOp : Tine_EffectOp<"list_get"> {
  let summary = "the leaves of an element";
  let description = [{
    A negative index counts from the end; fails when out of range.

    Example:

    ```mlir
    func.func @f(%l: !tine.list<i64, f64>, %i: i64) {
      %a, %b = tine.list_get %l[%i] : !tine.list<i64, f64> -> i64, f64
      return
    }
    ```
  }];
  let arguments = (ins Tine_ListType:$list, I64:$index);
  let results = (outs Variadic<AnyType>:$leaves);
  let assemblyFormat = "$list `[` $index `]` attr-dict `:` type($list) (`->` type($leaves)^)?";
  let hasVerifier = 1;
}

def Tine_ListSetOp : Tine_EffectOp<"list_set"> {
  let summary = "replaces an element";
  let description = [{
    Example:

    ```mlir
    func.func @f(%l: !tine.list<i64>, %i: i64) {
      tine.list_set %l[%i] = %i : !tine.list<i64> = i64
      return
    }
    ```
  }];
  let arguments = (ins Tine_ListType:$list, I64:$index, Variadic<AnyType>:$leaves);
  let assemblyFormat = "$list `[` $index `]` `=` $leaves attr-dict `:` type($list) `=` type($leaves)";
  let hasVerifier = 1;
}

def Tine_ListAppendOp : Tine_EffectOp<"list_append"> {
  let summary = "adds an element at the end";
  let description = [{
    Example:

    ```mlir
    func.func @f(%l: !tine.list<i64>, %i: i64) {
      tine.list_append %l, %i : !tine.list<i64>, i64
      return
    }
    ```
  }];
  let arguments = (ins Tine_ListType:$list, Variadic<AnyType>:$leaves);
  let assemblyFormat = "$list `,` $leaves attr-dict `:` type($list) `,` type($leaves)";
  let hasVerifier = 1;
}

def Tine_ListInsertOp : Tine_EffectOp<"list_insert"> {
  let summary = "inserts an element before an index";
  let description = [{
    Example:

    ```mlir
    func.func @f(%l: !tine.list<i64>, %i: i64) {
      tine.list_insert %l[%i] = %i : !tine.list<i64> = i64
      return
    }
    ```
  }];
  let arguments = (ins Tine_ListType:$list, I64:$index, Variadic<AnyType>:$leaves);
  let assemblyFormat = "$list `[` $index `]` `=` $leaves attr-dict `:` type($list) `=` type($leaves)";
  let hasVerifier = 1;
}

def Tine_ListPopOp : Tine_EffectOp<"list_pop"> {
  let summary = "removes an element and gives its leaves";
  let description = [{
    Example:

    ```mlir
    func.func @f(%l: !tine.list<i64>, %i: i64) -> i64 {
      %x = tine.list_pop %l[%i] : !tine.list<i64> -> i64
      return %x : i64
    }
    ```
  }];
  let arguments = (ins Tine_ListType:$list, I64:$index);
  let results = (outs Variadic<AnyType>:$leaves);
  let assemblyFormat = "$list `[` $index `]` attr-dict `:` type($list) (`->` type($leaves)^)?";
  let hasVerifier = 1;
}

class Tine_ListMutateOp<string mnemonic, string what> : Tine_EffectOp<mnemonic> {
  let summary = what;
  let description = "Example:\n\n```mlir\n" #
    "func.func @f(%l: !tine.list<i64>) {\n  tine." # mnemonic #
    " %l : !tine.list<i64>\n  return\n}\n```\n";
  let arguments = (ins Tine_ListType:$list);
  let assemblyFormat = "$list attr-dict `:` type($list)";
}
def Tine_ListClearOp : Tine_ListMutateOp<"list_clear", "removes every element">;
def Tine_ListReverseOp : Tine_ListMutateOp<"list_reverse", "reverses the list in place">;

def Tine_ListSortOp : Tine_EffectOp<"list_sort"> {
  let summary = "sorts the list in place, stably";
  let description = [{
    Example:

    ```mlir
    func.func @f(%l: !tine.list<i64>, %d: i1) {
      tine.list_sort int %l, %d : !tine.list<i64>
      return
    }
    ```
  }];
  let arguments = (ins EnumProp<Tine_Compare>:$compare, Tine_ListType:$list, I1:$descending);
  let assemblyFormat = "$compare $list `,` $descending attr-dict `:` type($list)";
}

def Tine_ListExtendOp : Tine_EffectOp<"list_extend", [AllTypesMatch<["list", "other"]>]> {
  let summary = "appends the elements of another list";
  let description = [{
    Example:

    ```mlir
    func.func @f(%l: !tine.list<i64>, %m: !tine.list<i64>) {
      tine.list_extend %l, %m : !tine.list<i64>
      return
    }
    ```
  }];
  let arguments = (ins Tine_ListType:$list, Tine_ListType:$other);
  let assemblyFormat = "$list `,` $other attr-dict `:` type($list)";
}

def Tine_ListCopyOp : Tine_EffectOp<"list_copy", [AllTypesMatch<["list", "result"]>]> {
  let summary = "a new list with the same elements";
  let description = [{
    Example:

    ```mlir
    func.func @f(%l: !tine.list<i64>) -> !tine.list<i64> {
      %m = tine.list_copy %l : !tine.list<i64>
      return %m : !tine.list<i64>
    }
    ```
  }];
  let arguments = (ins Tine_ListType:$list);
  let results = (outs Tine_ListType:$result);
  let assemblyFormat = "$list attr-dict `:` type($list)";
}

def Tine_ListRepeatOp : Tine_EffectOp<"list_repeat", [AllTypesMatch<["list", "result"]>]> {
  let summary = "a new list of the elements repeated";
  let description = [{
    Example:

    ```mlir
    func.func @f(%l: !tine.list<i64>, %n: i64) -> !tine.list<i64> {
      %m = tine.list_repeat %l, %n : !tine.list<i64>
      return %m : !tine.list<i64>
    }
    ```
  }];
  let arguments = (ins Tine_ListType:$list, I64:$times);
  let results = (outs Tine_ListType:$result);
  let assemblyFormat = "$list `,` $times attr-dict `:` type($list)";
}

def Tine_ListSliceOp : Tine_EffectOp<"list_slice", [AttrSizedOperandSegments,
    AllTypesMatch<["list", "result"]>]> {
  let summary = "Python's slice of a list, a new list";
  let description = [{
    Example:

    ```mlir
    func.func @f(%l: !tine.list<i64>, %i: i64) -> !tine.list<i64> {
      %m = tine.list_slice %l[from %i step %i] : !tine.list<i64>
      return %m : !tine.list<i64>
    }
    ```
  }];
  let arguments = (ins Tine_ListType:$list, Optional<I64>:$lower, Optional<I64>:$upper, I64:$step);
  let results = (outs Tine_ListType:$result);
  let assemblyFormat = "$list `[` (`from` $lower^)? (`to` $upper^)? `step` $step `]` attr-dict `:` type($list)";
}

def Tine_ListEqualOp : Tine_EffectOp<"list_equal", [AllTypesMatch<["lhs", "rhs"]>]> {
  let summary = "whether two lists of one-leaf elements are equal";
  let description = [{
    Example:

    ```mlir
    func.func @f(%l: !tine.list<i64>) -> i1 {
      %b = tine.list_equal int %l, %l : !tine.list<i64>
      return %b : i1
    }
    ```
  }];
  let arguments = (ins EnumProp<Tine_Compare>:$compare, Tine_ListType:$lhs, Tine_ListType:$rhs);
  let results = (outs I1:$result);
  let assemblyFormat = "$compare $lhs `,` $rhs attr-dict `:` type($lhs)";
}

def Tine_ListFindOp : Tine_EffectOp<"list_find"> {
  let summary = "the index of the first equal element, or -1";
  let description = [{
    Example:

    ```mlir
    func.func @f(%l: !tine.list<i64>, %x: i64) -> i64 {
      %i = tine.list_find int %l, %x : !tine.list<i64>, i64
      return %i : i64
    }
    ```
  }];
  let arguments = (ins EnumProp<Tine_Compare>:$compare, Tine_ListType:$list, AnyType:$value);
  let results = (outs I64:$index);
  let assemblyFormat = "$compare $list `,` $value attr-dict `:` type($list) `,` type($value)";
}

def Tine_ListCountOp : Tine_EffectOp<"list_count"> {
  let summary = "the number of equal elements";
  let description = [{
    Example:

    ```mlir
    func.func @f(%l: !tine.list<i64>, %x: i64) -> i64 {
      %i = tine.list_count int %l, %x : !tine.list<i64>, i64
      return %i : i64
    }
    ```
  }];
  let arguments = (ins EnumProp<Tine_Compare>:$compare, Tine_ListType:$list, AnyType:$value);
  let results = (outs I64:$count);
  let assemblyFormat = "$compare $list `,` $value attr-dict `:` type($list) `,` type($value)";
}

//===----------------------------------------------------------------------===//
// Dicts
//===----------------------------------------------------------------------===//

def Tine_DictNewOp : Tine_EffectOp<"dict_new"> {
  let summary = "a new, empty dict";
  let description = [{
    Example:

    ```mlir
    %d = tine.dict_new string : !tine.dict<!tine.str, i64>
    ```
  }];
  let arguments = (ins EnumProp<Tine_Compare>:$compare);
  let results = (outs Tine_DictType:$dict);
  let assemblyFormat = "$compare attr-dict `:` type($dict)";
}

def Tine_DictLengthOp : Tine_EffectOp<"dict_length"> {
  let summary = "the number of entries";
  let description = [{
    Example:

    ```mlir
    func.func @f(%d: !tine.dict<i64, i64>) -> i64 {
      %n = tine.dict_length %d : !tine.dict<i64, i64>
      return %n : i64
    }
    ```
  }];
  let arguments = (ins Tine_DictType:$dict);
  let results = (outs I64:$length);
  let assemblyFormat = "$dict attr-dict `:` type($dict)";
}

def Tine_DictContainsOp : Tine_EffectOp<"dict_contains"> {
  let summary = "whether the dict has a key";
  let description = [{
    Example:

    ```mlir
    func.func @f(%d: !tine.dict<i64, i64>, %k: i64) -> i1 {
      %b = tine.dict_contains %d, %k : !tine.dict<i64, i64>, i64
      return %b : i1
    }
    ```
  }];
  let arguments = (ins Tine_DictType:$dict, AnyType:$key);
  let results = (outs I1:$result);
  let assemblyFormat = "$dict `,` $key attr-dict `:` type($dict) `,` type($key)";
}

def Tine_DictGetOp : Tine_EffectOp<"dict_get"> {
  let summary = "the value of a key; fails with KeyError";
  let description = [{
    Example:

    ```mlir
    func.func @f(%d: !tine.dict<i64, f64>, %k: i64) -> f64 {
      %v = tine.dict_get %d[%k : i64] : !tine.dict<i64, f64> -> f64
      return %v : f64
    }
    ```
  }];
  let arguments = (ins Tine_DictType:$dict, AnyType:$key);
  let results = (outs Variadic<AnyType>:$leaves);
  let assemblyFormat = "$dict `[` $key `:` type($key) `]` attr-dict `:` type($dict) (`->` type($leaves)^)?";
  let hasVerifier = 1;
}

def Tine_DictSetOp : Tine_EffectOp<"dict_set"> {
  let summary = "sets the value of a key";
  let description = [{
    Example:

    ```mlir
    func.func @f(%d: !tine.dict<i64, f64>, %k: i64, %v: f64) {
      tine.dict_set %d[%k : i64] = %v : !tine.dict<i64, f64> = f64
      return
    }
    ```
  }];
  let arguments = (ins Tine_DictType:$dict, AnyType:$key, Variadic<AnyType>:$leaves);
  let assemblyFormat = "$dict `[` $key `:` type($key) `]` `=` $leaves attr-dict `:` type($dict) `=` type($leaves)";
  let hasVerifier = 1;
}

def Tine_DictPopOp : Tine_EffectOp<"dict_pop"> {
  let summary = "removes an entry and gives its value; fails with KeyError";
  let description = [{
    Example:

    ```mlir
    func.func @f(%d: !tine.dict<i64, f64>, %k: i64) -> f64 {
      %v = tine.dict_pop %d[%k : i64] : !tine.dict<i64, f64> -> f64
      return %v : f64
    }
    ```
  }];
  let arguments = (ins Tine_DictType:$dict, AnyType:$key);
  let results = (outs Variadic<AnyType>:$leaves);
  let assemblyFormat = "$dict `[` $key `:` type($key) `]` attr-dict `:` type($dict) (`->` type($leaves)^)?";
  let hasVerifier = 1;
}

def Tine_DictEntryOp : Tine_EffectOp<"dict_entry"> {
  let summary = "the key and the value of entry number i in order of insertion";
  let description = [{
    The index must be in range.

    Example:

    ```mlir
    func.func @f(%d: !tine.dict<i64, f64>, %i: i64) {
      %k, %v = tine.dict_entry %d[%i] : !tine.dict<i64, f64> -> i64, f64
      return
    }
    ```
  }];
  let arguments = (ins Tine_DictType:$dict, I64:$index);
  let results = (outs Variadic<AnyType>:$leaves);
  let assemblyFormat = "$dict `[` $index `]` attr-dict `:` type($dict) `->` type($leaves)";
  let hasVerifier = 1;
}

def Tine_DictClearOp : Tine_EffectOp<"dict_clear"> {
  let summary = "removes every entry";
  let description = [{
    Example:

    ```mlir
    func.func @f(%d: !tine.dict<i64, f64>) {
      tine.dict_clear %d : !tine.dict<i64, f64>
      return
    }
    ```
  }];
  let arguments = (ins Tine_DictType:$dict);
  let assemblyFormat = "$dict attr-dict `:` type($dict)";
}

def Tine_DictCopyOp : Tine_EffectOp<"dict_copy", [AllTypesMatch<["dict", "result"]>]> {
  let summary = "a new dict with the same entries";
  let description = [{
    Example:

    ```mlir
    func.func @f(%d: !tine.dict<i64, f64>) -> !tine.dict<i64, f64> {
      %e = tine.dict_copy %d : !tine.dict<i64, f64>
      return %e : !tine.dict<i64, f64>
    }
    ```
  }];
  let arguments = (ins Tine_DictType:$dict);
  let results = (outs Tine_DictType:$result);
  let assemblyFormat = "$dict attr-dict `:` type($dict)";
}

#endif // TINE_CONTAINER_OPS
