//===- TineOps.td - Operations of the tine dialect ---------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_OPS
#define TINE_OPS

class Tine_Op<string mnemonic, list<Trait> traits = []>
    : Op<Tine_Dialect, mnemonic, traits>;

/// An op that reads or writes mutable state or can fail.
class Tine_EffectOp<string mnemonic, list<Trait> traits = []>
    : Tine_Op<mnemonic, !listconcat([MemoryEffects<[MemRead, MemWrite]>], traits)>;

//===----------------------------------------------------------------------===//
// Forks and waits
//===----------------------------------------------------------------------===//

def Tine_ForkOp : Tine_EffectOp<"fork", [IsolatedFromAbove, AutomaticAllocationScope,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "starts a task";
  let description = [{
    Starts a task that runs the region and gives its future at once. The region
    is isolated: `captures` are its arguments. `inlined` says that the body runs
    at the fork point, before the op ends (an error is still kept for the waits);
    `schedule-forks` sets it, with the reason, for a body that does more than read what it shares.
    `redraws` says what a checkpoint that does not keep the state of random numbers does when it runs again:
    "all" draws anew, "some" draws an unknown part of it.

    Example:

    ```mlir
    func.func @f(%x: tensor<2xf32>) {
      %f = tine.fork (%a = %x) : (tensor<2xf32>) -> !tine.future<tensor<2xf32>> {
        %y = nn.neg %a : tensor<2xf32>
        tine.yield %y : tensor<2xf32>
      }
      return
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$captures, OptionalAttr<StrAttr>:$inlined,
                       OptionalAttr<StrAttr>:$redraws);
  let results = (outs Tine_FutureType:$future);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Tine_YieldOp : Tine_Op<"yield", [Pure, Terminator, ReturnLike, ParentOneOf<["ForkOp"]>]> {
  let summary = "ends the body of a fork";
  let description = [{
    Example:

    ```mlir
    %f = tine.fork () : () -> !tine.future<i64> {
      %c = arith.constant 1 : i64
      tine.yield %c : i64
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let builders = [OpBuilder<(ins), [{ /* nothing to yield */ (void)$_builder; }]>];
}

def Tine_SpawnOp : Tine_EffectOp<"spawn", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "starts a task that calls a function";
  let description = [{
    What `outline-forks` makes of `tine.fork`. `inlined` as there.

    Example:

    ```mlir
    func.func private @body(i64) -> i64
    func.func @f(%x: i64) -> !tine.future<i64> {
      %f = tine.spawn @body(%x) : (i64) -> !tine.future<i64>
      return %f : !tine.future<i64>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$captures,
                       OptionalAttr<StrAttr>:$inlined);
  let results = (outs Tine_FutureType:$future);
  let assemblyFormat = [{
    $callee `(` $captures `)` (`inlined` $inlined^)? attr-dict `:`
    functional-type($captures, $future)
  }];
}

def Tine_WaitOp : Tine_EffectOp<"wait"> {
  let summary = "waits for a task";
  let description = [{
    Waits until the task has ended and gives its results; raises its error again
    if it failed. A future can be awaited any number of times by any task.
    `implicit` is a wait that the program does not write: for what the task
    changes of its caller's state. It may stand anywhere before its results are used.
    `last` is the only wait of whoever holds the future here: where nobody else holds it, the
    results leave it, and may be changed in place. In a function of a device the results are without the device that
    the future's leaves name.

    Example:

    ```mlir
    func.func @f(%f: !tine.future<tensor<2xf32>, i64>) {
      %y, %n = tine.wait %f : !tine.future<tensor<2xf32>, i64>
      return
    }
    func.func @g(%f: !tine.future<tensor<2xf32, #tine.device<cuda : 1>>>) attributes {tine.device = #tine.device<cuda : 1>} {
      %y = tine.wait %f : !tine.future<tensor<2xf32, #tine.device<cuda : 1>>> -> tensor<2xf32>
      return
    }
    ```
  }];
  let arguments = (ins Tine_FutureType:$future, UnitAttr:$implicit, UnitAttr:$last);
  let results = (outs Variadic<AnyType>:$results);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::TypeRange":$results, "::mlir::Value":$future), [{
    build($_builder, $_state, results, future, false, false);
  }]>];
}

//===----------------------------------------------------------------------===//
// Errors, output, time
//===----------------------------------------------------------------------===//

def Tine_RaiseOp : Tine_EffectOp<"raise"> {
  let summary = "leaves the current task with an error";
  let description = [{
    Does not return: control leaves for the wrapper of the current task, which
    stores the error for the waits; the program's own task prints it. Not a
    terminator, because it stands in structured control flow; what follows it
    in the block is unreachable.

    Example:

    ```mlir
    func.func @f(%m: !tine.str) {
      tine.raise "ValueError", %m
      return
    }
    ```
  }];
  let arguments = (ins StrAttr:$kind, Tine_StringType:$message);
  let assemblyFormat = "$kind `,` $message attr-dict";
}

def Tine_AssertOp : Tine_EffectOp<"assert"> {
  let summary = "raises an error unless the condition holds";
  let description = [{
    Each `%i` of the message stands for one of the values; without values the message is the text.

    Example:

    ```mlir
    func.func @f(%ok: i1, %n: index) {
      tine.assert %ok, "RuntimeError", "list index out of range"
      tine.assert %ok, "IndexError", "size %i is too small", %n : index
      return
    }
    ```
  }];
  let arguments = (ins I1:$condition, StrAttr:$kind, StrAttr:$message,
                       Variadic<AnyTypeOf<[I64, Index]>>:$values);
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
  let assemblyFormat = "$condition `,` $kind `,` $message (`,` $values^ `:` type($values))? attr-dict";
}

def Tine_CheckOp : Tine_EffectOp<"check"> {
  let summary = "an error unless indices are in range, told when the device is waited for";
  let description = [{
    Of a function that issues work. `from` is the least index, `to` one more than the greatest. The
    first `%i` of the message stands for the first index that is out of range, the others for the
    values. What is issued behind it runs with such indices, too, and reads and writes nothing out of
    bounds.

    Example:

    ```mlir
    func.func @f(%indices: tensor<4xi64>, %lower: i64, %upper: i64, %n: index) attributes {tine.target = "cuda"} {
      tine.check %indices from %lower to %upper, "IndexError", "index out of range in self" : tensor<4xi64>
      tine.check %indices from %lower to %upper, "IndexError", "index %i is not below %i", %n : index : tensor<4xi64>
      return
    }
    ```
  }];
  let arguments = (ins AnyTypeOf<[RankedTensorOf<[I64]>, MemRefOf<[I64]>]>:$indices, I64:$lower, I64:$upper,
                       StrAttr:$kind, StrAttr:$message, Variadic<AnyTypeOf<[I64, Index]>>:$values);
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
  let assemblyFormat = "$indices `from` $lower `to` $upper `,` $kind `,` $message (`,` $values^ `:` type($values))? attr-dict `:` type($indices)";
}

def Tine_OpenCheckOp : Tine_EffectOp<"open_check"> {
  let summary = "where a device says what a check has found";
  let description = [{
    Memory of the host that kernels write to. `tine.check` is done in parts: part p stores an index that
    is out of range at 2p + 1, and 1 at 2p; nothing if there is none.

    Example:

    ```mlir
    func.func @f(%parts: index) attributes {tine.target = "cuda"} {
      %record = tine.open_check "IndexError", "index out of range in self" parts %parts : memref<32xi64>
      return
    }
    ```
  }];
  let arguments = (ins StrAttr:$kind, StrAttr:$message, Variadic<AnyTypeOf<[I64, Index]>>:$values, Index:$parts);
  let results = (outs MemRefOf<[I64]>:$record);
  let assemblyFormat = "$kind `,` $message (`,` $values^ `:` type($values))? `parts` $parts attr-dict `:` type($record)";
}

def Tine_SettleChecksOp : Tine_EffectOp<"settle_checks"> {
  let summary = "waits for the checks of this job, and raises the error of the first that failed";
  let description = [{
    Example:

    ```mlir
    func.func @f() attributes {tine.target = "cuda"} {
      tine.settle_checks
      return
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Tine_PrintOp : Tine_EffectOp<"print"> {
  let summary = "writes text to standard output or standard error";
  let description = [{
    Example:

    ```mlir
    func.func @f(%s: !tine.str) {
      tine.print %s
      tine.print %s to_stderr
      return
    }
    ```
  }];
  let arguments = (ins Tine_StringType:$text, UnitAttr:$toStderr);
  let assemblyFormat = "$text (`to_stderr` $toStderr^)? attr-dict";
}

def Tine_WriteFileOp : Tine_EffectOp<"write_file"> {
  let summary = "makes a file of the text, or replaces it";
  let description = [{
    Raises Python's OSError, or the subclass for the reason, where that fails.

    Example:

    ```mlir
    func.func @f(%path: !tine.str, %text: !tine.str) {
      tine.write_file %path, %text
      return
    }
    ```
  }];
  let arguments = (ins Tine_StringType:$path, Tine_StringType:$text);
  let assemblyFormat = "$path `,` $text attr-dict";
}

def Tine_SystemOp : Tine_EffectOp<"system"> {
  let summary = "asks the operating system for something";
  let description = [{
    What the modules `os` and `time` are made of. A path is a string; `"path_kind"` is 0 where
    nothing is, 1 for a file, 2 for a folder, 3 for something else, `"is_link"` 1 for a
    symbolic link itself. `"local_time"` is a field of
    the calendar at so many seconds since 1970: year, month, day, hour, minute, second, day of
    the week from Monday = 0 on, day of the year, whether it is summer time, in this order;
    behind 9 the same of UTC. `"strftime"` takes the moment and 1 for UTC.

    Example:

    ```mlir
    func.func @f(%path: !tine.str, %seconds: f64) -> i64 {
      tine.system "sleep"(%seconds) : (f64) -> ()
      tine.system "mkdir"(%path) : (!tine.str) -> ()
      %kind = tine.system "path_kind"(%path) : (!tine.str) -> i64
      return %kind : i64
    }
    ```
  }];
  let arguments = (ins StrAttr:$what, Variadic<AnyTypeOf<[I64, F64, Tine_StringType]>>:$arguments);
  let results = (outs Optional<AnyTypeOf<[I64, F64, Tine_StringType]>>:$result);
  let assemblyFormat = "$what `(` $arguments `)` attr-dict `:` functional-type($arguments, $result)";
  let hasVerifier = 1;
}

def Tine_WarnOp : Tine_EffectOp<"warn"> {
  let summary = "prints a warning to standard error, once per call site";
  let description = [{
    Example:

    ```mlir
    func.func @f(%s: !tine.str) {
      tine.warn %s
      return
    }
    ```
  }];
  let arguments = (ins Tine_StringType:$text);
  let assemblyFormat = "$text attr-dict";
}

def Tine_TimeOp : Tine_EffectOp<"time"> {
  let summary = "reads a clock, in seconds or nanoseconds";
  let description = [{
    A barrier: what stands before it is complete and what stands behind it has
    not begun. `live` are values that must have been computed by then; the pass
    `keep-timed-work` finds them. The clock is the time of day since 1970
    (`realtime`), one that never goes back (`monotonic`), the time that the
    processors spent on the program (`process`), or that of traces (`trace`), which is 0
    while nothing is traced. A float counts seconds, an integer nanoseconds.

    Example:

    ```mlir
    func.func @f(%y: tensor<2xf32>) -> f64 {
      %t = tine.time realtime (%y : tensor<2xf32>) : f64
      %u = tine.time monotonic : i64
      return %t : f64
    }
    ```
  }];
  let arguments = (ins EnumProp<Tine_Clock>:$clock, Variadic<AnyType>:$live);
  let results = (outs AnyTypeOf<[F64, I64]>:$time);
  let assemblyFormat = "$clock (`(` $live^ `:` type($live) `)`)? attr-dict `:` type($time)";
}

def Tine_KeepOp : Tine_EffectOp<"keep"> {
  let summary = "keeps a value that nobody uses";
  let description = [{
    Stands for the use of a result that the program computes for its time alone.

    Example:

    ```mlir
    func.func @f(%y: tensor<2xf32>) {
      tine.keep %y : tensor<2xf32>
      return
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "$values `:` type($values) attr-dict";
}

def Tine_EndlessOp : Tine_EffectOp<"endless"> {
  let summary = "an iteration of a loop that may never end";
  let description = [{
    Its effect is that the loop around it goes on, so a loop that does nothing
    else is not removed. It costs nothing: LLVM removes no loop of which it does not
    know that it ends, and needs no mark. The pass `keep-endless-loops` makes it.

    Example:

    ```mlir
    func.func @f(%more: i1) {
      scf.while : () -> () {
        scf.condition(%more)
      } do {
        tine.endless
        scf.yield
      }
      return
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Tine_TasksWantedOp : Tine_Op<"tasks_wanted", [MemoryEffects<[MemRead]>]> {
  let summary = "whether threads may lack work";
  let description = [{
    True when no fork waits for a thread. Loops are cut into tasks then; else
    their chunks run one after the other, with the same results.

    Example:

    ```mlir
    %c = tine.tasks_wanted
    ```
  }];
  let results = (outs I1:$wanted);
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Traces
//===----------------------------------------------------------------------===//

def Tine_TraceResource : Resource<"::tine::TraceResource">;

/// Its effects touch nothing that a program can see.
class Tine_TraceOp<string mnemonic> : Tine_Op<mnemonic, [
    MemoryEffects<[MemRead<Tine_TraceResource>, MemWrite<Tine_TraceResource>]>]>;

def Tine_TraceBeginOp : Tine_TraceOp<"trace_begin"> {
  let summary = "when an operation begins, for a trace";
  let description = [{
    The time of the trace's clock, or 0 while nothing is traced. `trace-operations`
    makes it; without a trace it costs a load and a branch.

    Example:

    ```mlir
    %t = tine.trace_begin
    ```
  }];
  let results = (outs I64:$start);
  let assemblyFormat = "attr-dict";
}

def Tine_TraceEndOp : Tine_TraceOp<"trace_end"> {
  let summary = "ends a span of a trace";
  let description = [{
    What ran since `start` is called `name` and works on `shapes`; it did `flops`
    operations on floats and moved `bytes`. -1 is a number that is not known. Where the run
    decides on sizes, `numbers` are the operations, the bytes, and the sizes that are
    `?` in `shapes`, in their order. `part` says that it is one thread's part of the operation.
    Nothing happens if the start is 0.

    Example:

    ```mlir
    func.func @f(%n: index) {
      %t = tine.trace_begin
      tine.trace_end %t "exp" shapes "f32[64] -> f32[64]" flops 64 bytes 512
      tine.trace_end %t "exp" shapes "f32[?] -> f32[?]" flops -1 bytes -1 (%n, %n, %n, %n)
      return
    }
    ```
  }];
  let arguments = (ins I64:$start, StrAttr:$name, StrAttr:$shapes, I64Attr:$flops,
                       I64Attr:$bytes, Variadic<Index>:$numbers, UnitAttr:$part);
  let assemblyFormat = [{
    $start $name `shapes` $shapes `flops` $flops `bytes` $bytes (`(` $numbers^ `)`)?
    (`part` $part^)? attr-dict
  }];
  let hasVerifier = 1;
}

def Tine_ProfileOp : Tine_EffectOp<"profile"> {
  let summary = "gathers what ran when, and tells about it";
  let description = [{
    `torch.profiler`, by the runtime's functions `tine_abi_profile_WHAT`: `"start"` gives
    a profile, `"stop"` ends it, `"span"` adds a span of the program's own, `"export"` writes it;
    `"rows"`, `"text"`, `"number"` and `"table"` are of its operations, by names.

    Example:

    ```mlir
    func.func @f(%path: !tine.str) {
      %p = tine.profile "start" : () -> i64
      tine.profile "stop" %p : (i64) -> ()
      %error = tine.profile "export" %p, %path : (i64, !tine.str) -> i64
      return
    }
    ```
  }];
  let arguments = (ins StrAttr:$what, Variadic<AnyType>:$inputs);
  let results = (outs Optional<AnyType>:$result);
  let assemblyFormat = "$what ($inputs^)? attr-dict `:` functional-type($inputs, $result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Identity of references
//===----------------------------------------------------------------------===//

def Tine_SameOp : Tine_Op<"same", [Pure, AllTypesMatch<["lhs", "rhs"]>]> {
  let summary = "whether two references are the same object (Python's `is`)";
  let description = [{
    Example:

    ```mlir
    func.func @f(%l: !tine.list<i64>) -> i1 {
      %b = tine.same %l, %l : !tine.list<i64>
      return %b : i1
    }
    ```
  }];
  let arguments = (ins AnyTypeOf<[Tine_ListType, Tine_DictType, Tine_FutureType]>:$lhs,
                       AnyType:$rhs);
  let results = (outs I1:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs)";
}

//===----------------------------------------------------------------------===//
// Parameters in files
//===----------------------------------------------------------------------===//

def Tine_LoadParameterOp : Tine_Op<"load_parameter", [MemoryEffects<[MemRead]>,
    AllTypesMatch<["initial", "result"]>]> {
  let summary = "the value of a parameter when the program starts with a file's";
  let description = [{
    The value that the file of `--load` has for parameter `number` of the module's
    attribute `tine.parameters`; without `--load` the initial value.

    Example:

    ```mlir
    func.func @f(%w: tensor<2xf32>) -> tensor<2xf32> {
      %v = tine.load_parameter 0 %w : tensor<2xf32>
      return %v : tensor<2xf32>
    }
    ```
  }];
  let arguments = (ins I64Attr:$number, Tine_AnyTensor:$initial);
  let results = (outs Tine_AnyTensor:$result);
  let assemblyFormat = "$number $initial attr-dict `:` type($initial)";
}

def Tine_SavingOp : Tine_Op<"saving", [MemoryEffects<[MemRead]>]> {
  let summary = "whether the run ends with saving the parameters";
  let description = [{
    Example:

    ```mlir
    %c = tine.saving
    ```
  }];
  let results = (outs I1:$wanted);
  let assemblyFormat = "attr-dict";
}

def Tine_SaveParameterOp : Tine_EffectOp<"save_parameter"> {
  let summary = "hands over a tensor that is saved when the program has ended";
  let description = [{
    Example:

    ```mlir
    func.func @f(%w: tensor<2xf32>) {
      tine.save_parameter "linear.weight" %w : tensor<2xf32>
      return
    }
    ```
  }];
  let arguments = (ins StrAttr:$name, Tine_AnyTensor:$value);
  let assemblyFormat = "$name $value attr-dict `:` type($value)";
}

def Tine_EntryStateOp : Tine_EffectOp<"entry_state"> {
  let summary = "hands over what entries have beside weights and inputs";
  let description = [{
    Of the module's attribute `tine.entries`, the number -1 - i in `state` of an
    entry is value i.

    Example:

    ```mlir
    func.func @f(%table: tensor<2xf32>, %n: i64) {
      tine.entry_state %table, %n : tensor<2xf32>, i64
      return
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "$values attr-dict `:` type($values)";
}

//===----------------------------------------------------------------------===//
// Boxes and counts (phase buffer)
//===----------------------------------------------------------------------===//

def Tine_BoxOp : Tine_EffectOp<"box", [
    TypesMatchWith<"the box holds the tensor's type", "box", "tensor", "::llvm::cast<BoxType>($_self).getTensor()">]> {
  let summary = "puts a tensor into a new box";
  let description = [{
    Example:

    ```mlir
    func.func @f(%t: tensor<2xf32>) -> !tine.box<tensor<2xf32>> {
      %b = tine.box %t : !tine.box<tensor<2xf32>>
      return %b : !tine.box<tensor<2xf32>>
    }
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor);
  let results = (outs Tine_BoxType:$box);
  let assemblyFormat = "$tensor attr-dict `:` type($box)";
}

def Tine_UnboxOp : Tine_Op<"unbox", [Pure,
    TypesMatchWith<"the box holds the tensor's type", "box", "tensor", "::llvm::cast<BoxType>($_self).getTensor()">]> {
  let summary = "the tensor in a box, read-only";
  let description = [{
    Example:

    ```mlir
    func.func @f(%b: !tine.box<tensor<2xf32>>) -> tensor<2xf32> {
      %t = tine.unbox %b : !tine.box<tensor<2xf32>>
      return %t : tensor<2xf32>
    }
    ```
  }];
  let arguments = (ins Tine_BoxType:$box);
  let results = (outs AnyRankedTensor:$tensor);
  let assemblyFormat = "$box attr-dict `:` type($box)";
}

def Tine_BoxAllocOp : Tine_EffectOp<"box_alloc"> {
  let summary = "a new box with uninitialised elements";
  let description = [{
    `sizes` are those of the dynamic dimensions.

    Example:

    ```mlir
    func.func @f(%n: index) -> !tine.box<tensor<?x2xf32>> {
      %b = tine.box_alloc (%n) : !tine.box<tensor<?x2xf32>>
      return %b : !tine.box<tensor<?x2xf32>>
    }
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes);
  let results = (outs Tine_BoxType:$box);
  let assemblyFormat = "`(` $sizes `)` attr-dict `:` type($box)";
  let hasVerifier = 1;
}

def Tine_BoxBufferOp : Tine_Op<"box_buffer", [Pure]> {
  let summary = "the elements of a box as a memref";
  let description = [{
    Example:

    ```mlir
    func.func @f(%b: !tine.box<tensor<?xf32>>) -> memref<?xf32> {
      %m = tine.box_buffer %b : !tine.box<tensor<?xf32>> -> memref<?xf32>
      return %m : memref<?xf32>
    }
    ```
  }];
  let arguments = (ins Tine_BoxType:$box);
  let results = (outs AnyMemRef:$buffer);
  let assemblyFormat = "$box attr-dict `:` type($box) `->` type($buffer)";
  let hasVerifier = 1;
}

def Tine_BoxPartOp : Tine_EffectOp<"box_part"> {
  let summary = "a box whose elements are a part of another box's";
  let description = [{
    From element `offset` of a vector on, in row-major order. The new box has no
    elements of its own and holds a count of the vector's box.

    Example:

    ```mlir
    func.func @f(%v: !tine.box<tensor<8xf32>>) -> !tine.box<tensor<2xf32>> {
      %b = tine.box_part %v[6] : !tine.box<tensor<8xf32>> -> !tine.box<tensor<2xf32>>
      return %b : !tine.box<tensor<2xf32>>
    }
    ```
  }];
  let arguments = (ins Tine_BoxType:$vector, I64Attr:$offset);
  let results = (outs Tine_BoxType:$part);
  let assemblyFormat = "$vector `[` $offset `]` attr-dict `:` type($vector) `->` type($part)";
  let hasVerifier = 1;
}

def Tine_BoxOwnOp : Tine_EffectOp<"box_own", [AllTypesMatch<["box", "own"]>]> {
  let summary = "a box of the same value whose elements may be changed";
  let description = [{
    Takes the count of its operand. Where nobody else holds one it gives the box
    itself, else a copy.

    Example:

    ```mlir
    func.func @f(%b: !tine.box<tensor<8xf32>>) -> !tine.box<tensor<8xf32>> {
      %o = tine.box_own %b : !tine.box<tensor<8xf32>>
      return %o : !tine.box<tensor<8xf32>>
    }
    ```
  }];
  let arguments = (ins Tine_BoxType:$box);
  let results = (outs Tine_BoxType:$own);
  let assemblyFormat = "$box attr-dict `:` type($box)";
}

//===----------------------------------------------------------------------===//
// Vectors of tensors (phases tensor and buffer)
//===----------------------------------------------------------------------===//

def Tine_JoinOp : Tine_Op<"join", [Pure]> {
  let summary = "tensors one after the other in a vector";
  let description = [{
    The elements of all parts, each in row-major order, without gaps. Parameters,
    their gradients and their state lie in such vectors where one loop updates
    them all.

    Example:

    ```mlir
    func.func @f(%w: tensor<2x3xf32>, %b: tensor<2xf32>) -> tensor<8xf32> {
      %v = tine.join %w, %b : tensor<2x3xf32>, tensor<2xf32> -> tensor<8xf32>
      return %v : tensor<8xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyStaticShapeTensor>:$parts);
  let results = (outs AnyStaticShapeTensor:$vector);
  let assemblyFormat = "$parts attr-dict `:` type($parts) `->` type($vector)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tine_SplitOp : Tine_Op<"split", [Pure]> {
  let summary = "the tensors that lie one after the other in a vector";
  let description = [{
    The inverse of `tine.join`. The parts are views of the vector.

    Example:

    ```mlir
    func.func @f(%v: tensor<8xf32>) -> (tensor<2x3xf32>, tensor<2xf32>) {
      %w, %b = tine.split %v : tensor<8xf32> -> tensor<2x3xf32>, tensor<2xf32>
      return %w, %b : tensor<2x3xf32>, tensor<2xf32>
    }
    ```
  }];
  let arguments = (ins AnyStaticShapeTensor:$vector);
  let results = (outs Variadic<AnyStaticShapeTensor>:$parts);
  let assemblyFormat = "$vector attr-dict `:` type($vector) `->` type($parts)";
  let hasVerifier = 1;
}

def Tine_BufferPartOp : Tine_Op<"buffer_part", [Pure,
    DeclareOpInterfaceMethods<ViewLikeOpInterface>]> {
  let summary = "a part of a buffer's elements as a buffer of its own";
  let description = [{
    From element `offset` on, in row-major order. Other than a `memref.subview` the
    part has the identity layout: whoever takes it need not know what it is a part
    of.

    Example:

    ```mlir
    func.func @f(%v: memref<8xf32>) -> memref<2xf32> {
      %b = tine.buffer_part %v[6] : memref<8xf32> -> memref<2xf32>
      return %b : memref<2xf32>
    }
    ```
  }];
  let arguments = (ins AnyStaticShapeMemRef:$source, I64Attr:$offset);
  let results = (outs AnyStaticShapeMemRef:$part);
  let assemblyFormat = "$source `[` $offset `]` attr-dict `:` type($source) `->` type($part)";
  let hasVerifier = 1;
}

def Tine_Counted : AnyTypeOf<[Tine_StringType, Tine_FutureType, Tine_ListType, Tine_DictType,
                              Tine_BoxType], "counted object">;

class Tine_CountOp<string mnemonic, string what> : Tine_EffectOp<mnemonic> {
  let summary = what;
  let description = "Example:\n\n```mlir\n" #
    "func.func @f(%s: !tine.str) {\n  tine." # mnemonic #
    " %s : !tine.str\n  return\n}\n```\n";
  let arguments = (ins Tine_Counted:$object);
  let assemblyFormat = "$object attr-dict `:` type($object)";
}
def Tine_RetainOp : Tine_CountOp<"retain", "adds one to the count of an object">;
def Tine_ReleaseOp : Tine_CountOp<"release", "takes one from the count of an object and frees it at zero">;

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

def Tine_ToOp : Tine_Op<"to", [Pure]> {
  let summary = "copies a tensor to another device";
  let description = [{
    The result's encoding names the device; shape and element type stay.

    Example:

    ```mlir
    func.func @f(%t: tensor<2xf32>) -> tensor<2xf32, #tine.device<cuda : 1>> {
      %u = tine.to %t : tensor<2xf32> -> tensor<2xf32, #tine.device<cuda : 1>>
      return %u : tensor<2xf32, #tine.device<cuda : 1>>
    }
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$tensor attr-dict `:` type($tensor) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tine_HandOverOp : Tine_EffectOp<"hand_over"> {
  let summary = "puts the work of a device that is in front of it in the device's queue";
  let description = [{
    What `queue-device-work` has gathered of the device and nobody has needed yet goes to the queue here, in front of
    what follows. `order-micro-batches` puts it where the work on a part of a batch ends.

    Example:

    ```mlir
    func.func @f(%x: tensor<2xf32, #tine.device<cuda : 1>>) -> tensor<2xf32, #tine.device<cuda : 1>> {
      %y = nn.relu %x : tensor<2xf32, #tine.device<cuda : 1>>
      tine.hand_over #tine.device<cuda : 1>
      return %y : tensor<2xf32, #tine.device<cuda : 1>>
    }
    ```
  }];
  let arguments = (ins Tine_DeviceAttr:$device);
  let assemblyFormat = "qualified($device) attr-dict";
}

def Tine_EnqueueOp : Tine_EffectOp<"enqueue", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "has a device call a function";
  let description = [{
    Puts a call of the function at the end of the device's queue and goes on. A
    queue runs one call after the other. Each result of the function is in a future of its own; those
    that the function takes are futures of earlier calls or transfers, for which it waits itself. So a
    queue never waits for what comes behind it. A future of a tensor names the device, also where the function's result
    does not. What `queue-device-work` makes of operations on tensors of the device.

    Example:

    ```mlir
    !dev1 = tensor<2xf32, #tine.device<cuda : 1>>
    func.func private @part(!tine.future<!dev1>, i64) -> tensor<2xf32> attributes {tine.device = #tine.device<cuda : 1>}
    func.func @f(%x: !tine.future<!dev1>, %n: i64) -> !tine.future<!dev1> {
      %y = tine.enqueue #tine.device<cuda : 1>, @part(%x, %n) : (!tine.future<!dev1>, i64) -> !tine.future<!dev1>
      return %y : !tine.future<!dev1>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$captures, Tine_DeviceAttr:$device);
  let results = (outs Variadic<Tine_FutureType>:$futures);
  let assemblyFormat = [{
    qualified($device) `,` $callee `(` $captures `)` attr-dict `:` functional-type($captures, $futures)
  }];
}

def Tine_RunsOnOp : Tine_Op<"runs_on", [Pure]> {
  let summary = "whether a device runs a target's code";
  let description = [{
    The place that the run gives to the device decides it (`--device-map`), before the program starts. What
    `split-targets` puts in front of the work of a device that several targets have code for.

    Example:

    ```mlir
    %gpu = tine.runs_on #tine.device<cuda : 0>, "cuda"
    ```
  }];
  let arguments = (ins Tine_DeviceAttr:$device, StrAttr:$target);
  let results = (outs I1:$result);
  let assemblyFormat = "qualified($device) `,` $target attr-dict";
}

def Tine_TransferOp : Tine_EffectOp<"transfer"> {
  let summary = "starts to copy a tensor from one device to another";
  let description = [{
    Behind what makes the tensor and before who waits for the copy; nobody else
    waits. The source is a tensor of the host or the future of a device's. Source and copy name the devices that they are
    on; the host is not named. What `queue-device-work` makes of `tine.to`.

    Example:

    ```mlir
    !dev1 = tensor<2xf32, #tine.device<cuda : 1>>
    func.func @f(%x: tensor<2xf32>) -> !tine.future<!dev1> {
      %y = tine.transfer #tine.device<cpu : 0> to #tine.device<cuda : 1>, %x : tensor<2xf32> -> !tine.future<!dev1>
      return %y : !tine.future<!dev1>
    }
    ```
  }];
  let arguments = (ins AnyTypeOf<[AnyRankedTensor, Tine_BoxType, Tine_FutureType]>:$source,
                       Tine_DeviceAttr:$from, Tine_DeviceAttr:$to);
  let results = (outs Tine_FutureType:$copy);
  let assemblyFormat = [{
    qualified($from) `to` qualified($to) `,` $source attr-dict `:` type($source) `->` type($copy)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// The generator of random numbers
//===----------------------------------------------------------------------===//

def Tine_ManualSeedOp : Tine_EffectOp<"manual_seed"> {
  let summary = "seeds the generator of random numbers";
  let description = [{
    Example:

    ```mlir
    func.func @f(%s: i64) {
      tine.manual_seed %s
      return
    }
    ```
  }];
  let arguments = (ins I64:$seed);
  let assemblyFormat = "$seed attr-dict";
}

def Tine_SetRandomStateOp : Tine_EffectOp<"set_random_state"> {
  let summary = "takes the generator of random numbers to a state";
  let description = [{
    The state is one that `nn.random_state` gave, or any bytes: the run time checks them.

    Example:

    ```mlir
    func.func @f(%s: tensor<5056xi8>) {
      tine.set_random_state %s : tensor<5056xi8>
      return
    }
    ```
  }];
  let arguments = (ins AnyTypeOf<[AnyRankedTensor, Tine_BoxType]>:$state);
  let assemblyFormat = "$state attr-dict `:` type($state)";
}

def Tine_PythonDrawOp : Tine_EffectOp<"python_draw"> {
  let summary = "draws a number from a generator of CPython's";
  let description = [{
    What the modules `random` and `numpy.random` are made of: `"seed"` sets the
    generator to one of an int, `"word_seed"` to the one that NumPy makes of a
    word of 32 bits; `"random"` gives a float from 0 on below 1, `"bits"` so many bits,
    `"below"` an int from 0 on below the argument.

    Example:

    ```mlir
    func.func @f(%generator: i64, %n: i64) -> i64 {
      %x = tine.python_draw "random" %generator, %n : f64
      %i = tine.python_draw "below" %generator, %n : i64
      return %i : i64
    }
    ```
  }];
  let arguments = (ins StrAttr:$what, I64:$generator, I64:$argument);
  let results = (outs AnyTypeOf<[F64, I64]>:$number);
  let assemblyFormat = "$what $generator `,` $argument attr-dict `:` type($number)";
  let hasVerifier = 1;
}

def Tine_SortRowOp : Tine_EffectOp<"sort_row"> {
  let summary = "arranges the elements of a row in memory";
  let description = [{
    So that the first `first` of `size` are there, in the order in which the functions
    of libstdc++ leave them that PyTorch calls: `"all"` std::sort, `"first"`
    std::nth_element and std::sort, `"partition"` std::partial_sort or
    std::nth_element, `"kth"` a quickselect. An element is a word of 64 bits, the key
    in its high half; `wide`, it is two, a key and anything.

    Example:

    ```mlir
    func.func @f(%address: index, %size: index) {
      tine.sort_row "all" %address, %size, %size wide
      return
    }
    ```
  }];
  let arguments = (ins StrAttr:$order, Index:$address, Index:$size, Index:$first,
                       UnitAttr:$wide);
  let assemblyFormat = "$order $address `,` $size `,` $first (`wide` $wide^)? attr-dict";
  let hasVerifier = 1;
}

def Tine_DrawOp : Tine_EffectOp<"draw", [AllTypesMatch<["a", "b"]>]> {
  let summary = "fills a new box with random numbers";
  let description = [{
    What `nn.random` becomes in the phase *buffer*; `distribution`, `a` and `b`
    are those of that op. `"state"` fills it with the state of the generator, for `nn.random_state`. The box is not shared yet.

    Example:

    ```mlir
    func.func @f(%a: f64, %b: !tine.box<tensor<2xf32>>) {
      tine.draw "normal" %a, %a in %b : f64, !tine.box<tensor<2xf32>>
      return
    }
    ```
  }];
  let arguments = (ins StrAttr:$distribution, AnyTypeOf<[F64, I64]>:$a,
                       AnyTypeOf<[F64, I64]>:$b, Tine_BoxType:$box);
  let assemblyFormat = [{
    $distribution $a `,` $b `in` $box attr-dict `:` type($a) `,` type($box)
  }];
}

#endif // TINE_OPS
