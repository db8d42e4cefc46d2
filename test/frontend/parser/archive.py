# Code as TorchScript writes it into archives.
# RUN: %tine-parse-test --archive %s | FileCheck %s
# RUN: not %tine-parse-test %s 2>&1 | FileCheck %s --check-prefix=PYTHON
op_version_set = 1
import __torch__.a.b
class M(Module):
  __parameters__ = ["w", ]
  __annotations__ = []
  __annotations__["0"] = Tensor
  # CHECK: (annotated-assign
  training : bool
  k : Final[int] = 3
  # CHECK: (param {{.*}} b
  # CHECK-NEXT: (annotation
  # CHECK-NEXT: (name {{.*}} int)
  # CHECK-NEXT: (default
  # CHECK: (param {{.*}} c
  # PYTHON: [[@LINE+3]]:5: error: expected a default value
  def forward(self: __torch__.M,
    b: int=1,
    c: Tensor) -> Tuple[Tensor, int]:
    # CHECK: (attribute {{.*}} class
    _0 = self.class
    # An octal escape is a byte: this is U+00E9.
    # CHECK: (string {{.*}} "\xc3\xa9\x0d")
    s = "\303\251\r"
    # CHECK: (def {{.*}} __forked_function0
    def __forked_function0():
      x, = (_0)[0]
      return (x).forward(1., -1, 4.j, annotate(List[Optional[Tensor]], [None]), )
    # CHECK: (call
    f = fork(__forked_function0)
    a, b0, = torch.wait(f)
    i, j = 1, 2
    if torch.gt(i, 1):
      pass
    else:
      ops.prim.RaiseException("a", "builtins.ValueError")
    return (a, b0)
