//===- NNDerivativeOps.td - What derivatives are asked by --*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_NN_DERIVATIVE_OPS
#define TINE_NN_DERIVATIVE_OPS

include "dialects/nn/NNBase.td"

def NN_DetachOp : NN_DerivableOp<"detach", NN_SavesNothing<"0">, [Pure, SameOperandsAndResultType]> {
  let summary = "the same tensor, which no derivative looks through";
  let description = [{
    The pass `differentiate` stops here, and removes the op.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
      %y = nn.detach %x : tensor<2x?xf32>
      return %y : tensor<2x?xf32>
    }
    ```
  }];
  let parts = NN_Parts<"cutAll(*this, dim)">;
  let arguments = (ins NN_Tensor:$input);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
}

/// The derivative of a function with kinks is piecewise constant.
def NN_FactsOfOverwrite : NN_Facts<"getKinked() ? Values{getOld()} : Values{}", "getKinked()",
                                   "getKinked() ? Values{getOld()} : Values{}", NN_Never>;
def NN_OverwriteOp : NN_DerivableOp<"overwrite", NN_FactsOfOverwrite, [Pure,
    AllTypesMatch<["old", "value", "result"]>]> {
  let summary = "a tensor in the place of another, on which it still depends";
  let description = [{
    The result is `value`. It counts as made of `old`, too, whose derivative is
    zero: as of `y.zero_()`, behind which the leaves of `y` have gradients that
    are zeros, and not none. The pass `differentiate` removes the op.

    `kinked` says that `value` is a function of `old` whose derivative is
    piecewise constant, as relu's: the derivative by `value` is made of `old`.

    Example:

    ```mlir
    func.func @f(%y: tensor<2x?xf32>, %v: tensor<2x?xf32>) -> tensor<2x?xf32> {
      %z = nn.overwrite %y with %v : tensor<2x?xf32>
      return %z : tensor<2x?xf32>
    }
    ```
  }];
  let parts = NN_Parts<"cutAll(*this, dim)">;
  let arguments = (ins NN_Tensor:$old, NN_Tensor:$value, UnitAttr:$kinked);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$old `with` $value (`kinked` $kinked^)? attr-dict `:` type($value)";
}

def NN_StraightThroughOp : NN_DerivableOp<"straight_through", NN_SavesNothing<NN_Never>, [Pure,
    AllTypesMatch<["old", "value", "result"]>]> {
  let summary = "the value of one tensor with the derivative of another";
  let description = [{
    The result is `value`; its derivative goes to `old` as it is, and not to
    `value`: as of `y.data.clamp_(max=5.0)`, which changes the elements of `y`
    and not how it was made. The pass `differentiate` removes the op.

    Example:

    ```mlir
    func.func @f(%y: tensor<2x?xf32>, %v: tensor<2x?xf32>) -> tensor<2x?xf32> {
      %z = nn.straight_through %y with %v : tensor<2x?xf32>
      return %z : tensor<2x?xf32>
    }
    ```
  }];
  let parts = NN_Parts<"cutAll(*this, dim)">;
  let arguments = (ins NN_Tensor:$old, NN_Tensor:$value);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$old `with` $value attr-dict `:` type($value)";
}

def NN_WithDerivativeOp : NN_DerivableOp<"with_derivative",
    NN_Facts<"readsOf(*this)", "true", "readsOf(*this)", NN_Never>,
    [AttrSizedOperandSegments, RecursiveMemoryEffects, SingleBlockImplicitTerminator<"CotangentsOp">]> {
  let summary = "tensors with a derivative of their own";
  let description = [{
    The results are `values`; by what these were made of, they have no derivative. They count as made of
    `inputs`: the region makes the cotangents of the inputs of those of the results. It
    reads what it needs from around the op; where it reads one of `values`, a derivative of the
    backward pass goes on to the result. The pass `differentiate` removes the op.

    Example:

    ```mlir
    func.func @f(%x: tensor<2xf32>, %v: tensor<2xf32>) -> tensor<2xf32> {
      %y = nn.with_derivative %v by %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> {
      ^bb0(%dy: tensor<2xf32>):
        %dx = nn.mul %dy, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
        nn.cotangents %dx : tensor<2xf32>
      }
      return %y : tensor<2xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<NN_Tensor>:$values, Variadic<NN_FloatTensor>:$inputs);
  let results = (outs Variadic<NN_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $values `by` $inputs attr-dict `:` functional-type(operands, results) $body
  }];
  let hasVerifier = 1;
}

def NN_CotangentsOp : NN_Op<"cotangents", [Pure, Terminator, HasParent<"WithDerivativeOp">]> {
  let summary = "ends the region of nn.with_derivative";
  let description = [{
    The cotangents of the inputs.

    Example:

    ```mlir
    func.func @f(%x: tensor<2xf32>, %v: tensor<2xf32>) -> tensor<2xf32> {
      %y = nn.with_derivative %v by %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> {
      ^bb0(%dy: tensor<2xf32>):
        nn.cotangents %dy : tensor<2xf32>
      }
      return %y : tensor<2xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<NN_FloatTensor>:$cotangents);
  let builders = [OpBuilder<(ins), [{ /* nothing to give */ (void)$_builder; }]>];
  let assemblyFormat = "attr-dict ($cotangents^ `:` type($cotangents))?";
}

def NN_OptimizationBarrierOp : NN_DerivableOp<"optimization_barrier", NN_SavesNothing<NN_Never>, [
    SameOperandsAndResultType, DeclareOpInterfaceMethods<ConditionallySpeculatable>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "the same value, which common subexpressions do not look through";
  let description = [{
    What is computed from `result` is not merged with what is computed from
    `input`: so a backward pass computes again what would else be kept. Nor is
    the type of `result` refined: a loop that starts with it keeps its type. The
    pass `remove-optimization-barriers` removes the op.

    With `pinned` it has an effect, and so a place and a time: two of them are never one, it leaves no
    loop, and what is computed from it is computed behind it, each time anew. The pass
    `keep-timed-work` makes such ones between two readings of a clock.

    Example:

    ```mlir
    func.func @f(%x: tensor<2x?xf32>) -> (tensor<2x?xf32>, tensor<2x?xf32>) {
      %y = nn.exp %x : tensor<2x?xf32>
      %again = nn.optimization_barrier %x : tensor<2x?xf32>
      %z = nn.exp %again : tensor<2x?xf32>
      %anew = nn.optimization_barrier pinned %x : tensor<2x?xf32>
      return %y, %z : tensor<2x?xf32>, tensor<2x?xf32>
    }
    ```
  }];
  let arguments = (ins NN_Operand:$input, UnitAttr:$pinned);
  let results = (outs NN_Operand:$result);
  let assemblyFormat = "(`pinned` $pinned^)? $input attr-dict `:` type($input)";
}

def NN_GradientOp : NN_Op<"gradient", [AttrSizedOperandSegments, MemoryEffects<[MemRead]>]> {
  let summary = "derivatives of tensors by the tensors that they depend on";
  let description = [{
    For each of `inputs` the sum over all `outputs` of the product of its seed and
    the derivative of the output by the input: 0 where there is no
    dependence. Derivatives pass through loops, branches, lists and forks, but not
    through another input and not through `nn.detach`. The pass `differentiate` makes it a
    backward pass in the place of the op.

    An output that is made of what a loop around the op carries depends on what
    earlier iterations used. An input that is an argument of that loop stands for
    one tensor, which is changed in place; those numbered in `fresh`
    are another tensor in each iteration. Unless there is `retain`, no other
    gradient goes through what this one went through.

    Example:

    ```mlir
    func.func @f(%w: tensor<3xf32>, %one: tensor<f32>) -> tensor<3xf32> {
      %y = nn.mul %w, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      %l = nn.reduce sum %y [0] : tensor<3xf32> -> tensor<f32>
      %d = nn.gradient of %l seeded %one by %w : (tensor<f32>, tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
      return %d : tensor<3xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<NN_FloatTensor>:$outputs, Variadic<NN_FloatTensor>:$seeds,
                       Variadic<NN_FloatTensor>:$inputs, UnitAttr:$retain,
                       OptionalAttr<DenseI64ArrayAttr>:$fresh);
  let results = (outs Variadic<NN_FloatTensor>:$gradients);
  let assemblyFormat = [{
    `of` $outputs `seeded` $seeds `by` $inputs attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def NN_DependsOp : NN_Op<"depends", [MemoryEffects<[MemRead]>]> {
  let summary = "whether tensors are made of another one in this run";
  let description = [{
    True if a way to one of `outputs` from `input` was taken: through the arm
    of a branch that ran, or a loop that did. It decides whether a leaf has a
    gradient, and does not look through `nn.detach`. Arguments of the regions
    around the op are made of nothing; but with `earlier` those of loops are
    made of what iterations before and the loop's start gave them, and `input`
    is one tensor that they may have changed in place (`tine.update`). The pass
    `resolve-depends` replaces the op.

    Example:

    ```mlir
    func.func @f(%c: i1, %w: tensor<f32>, %v: tensor<f32>) -> i1 {
      %y = scf.if %c -> tensor<f32> {
        scf.yield %w : tensor<f32>
      } else {
        scf.yield %v : tensor<f32>
      }
      %d = nn.depends %y on %w : (tensor<f32>, tensor<f32>) -> i1
      return %d : i1
    }
    ```
  }];
  let arguments = (ins Variadic<NN_Tensor>:$outputs, NN_Tensor:$input, UnitAttr:$earlier);
  let results = (outs I1:$result);
  let assemblyFormat = "$outputs `on` $input (`earlier` $earlier^)? attr-dict `:` functional-type(operands, $result)";
}

#endif // TINE_NN_DERIVATIVE_OPS
