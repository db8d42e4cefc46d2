//===- TineOutsideOps.td - The command line ----------------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_OUTSIDE_OPS
#define TINE_OUTSIDE_OPS

def Tine_CommandLineOp : Tine_Op<"command_line"> {
  let summary = "sys.argv";
  let description = [{
    A new list of the words that the executable was called with, its name first. Tine's own options
    (`--tine-threads`) are not among them.

    Example:

    ```mlir
    %words = tine.command_line : !tine.list<!tine.str>
    ```
  }];
  let results = (outs Res<Tine_ListType, "", [MemAlloc]>:$words);
  let assemblyFormat = "attr-dict `:` type($words)";
}

def Tine_ParseArgumentsOp : Tine_EffectOp<"parse_arguments"> {
  let summary = "argparse: reads a command line";
  let description = [{
    `parser` describes the arguments (runtime/src/argument_parser.h); `words` are the command
    line behind the program's name. A wrong one is the end of the program, with argparse's text and status 2,
    and so is `--help`, with status 0. With `known`, words that no argument takes are left over.
    The result names what was found, for `tine.argument`.

    Example:

    ```mlir
    func.func @f(%words: !tine.list<!tine.str>) -> i64 {
      %found = tine.parse_arguments %words ["argument=--lr", "dest=lr", "type=float"]
        : !tine.list<!tine.str>
      return %found : i64
    }
    ```
  }];
  let arguments = (ins Tine_ListType:$words, StrArrayAttr:$parser, UnitAttr:$known);
  let results = (outs I64:$found);
  let assemblyFormat = "$words $parser attr-dict `:` type($words)";
}

def Tine_PrintParserOp : Tine_EffectOp<"print_parser"> {
  let summary = "argparse: prints what a parser says of itself";
  let description = [{
    `"help"` and `"usage"` go to standard output, `"error"` with the message to standard error.

    Example:

    ```mlir
    func.func @f(%message: !tine.str) {
      tine.print_parser "error" %message ["argument=--lr", "dest=lr", "type=float"]
      return
    }
    ```
  }];
  let arguments = (ins StrAttr:$what, Tine_StringType:$message, StrArrayAttr:$parser);
  let assemblyFormat = "$what $message $parser attr-dict";
}

def Tine_ArgumentOp : Tine_Op<"argument", [Pure]> {
  let summary = "what a command line has for an argument";
  let description = [{
    Arguments are numbered in the order of the parser's description. `"given"` is 0 where the
    command line does not have it; `"int"`, `"float"` and `"text"` are its only value.

    Example:

    ```mlir
    func.func @f(%found: i64) -> f64 {
      %lr = tine.argument "float" 0 of %found : f64
      return %lr : f64
    }
    ```
  }];
  let arguments = (ins I64:$found, StrAttr:$what, I64Attr:$number);
  let results = (outs AnyTypeOf<[I64, F64, Tine_StringType]>:$value);
  let assemblyFormat = "$what $number `of` $found attr-dict `:` type($value)";
}

def Tine_ArgumentListOp : Tine_Op<"argument_list"> {
  let summary = "all values that a command line has for an argument";
  let description = [{
    A new list of `"int"`, `"float"` or `"text"`. The argument -1 has the words that are left over.

    Example:

    ```mlir
    func.func @f(%found: i64) -> !tine.list<f64> {
      %points = tine.argument_list "float" 1 of %found : !tine.list<f64>
      return %points : !tine.list<f64>
    }
    ```
  }];
  let arguments = (ins I64:$found, StrAttr:$what, I64Attr:$number);
  let results = (outs Res<Tine_ListType, "", [MemAlloc]>:$values);
  let assemblyFormat = "$what $number `of` $found attr-dict `:` type($values)";
}

#endif // TINE_OUTSIDE_OPS
