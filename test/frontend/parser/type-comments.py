# `# type:` comments on functions, parameters and assignments.
# RUN: %tine-parse-test %s 2>&1 | FileCheck %s

# CHECK: warning: expected a type, found a comment that is none; it is ignored
# CHECK-NEXT: x = 1  # type: of no importance
# CHECK-NEXT: {{^}}               ^~~~~~~~~~~~~~~~


# CHECK: (def {{.*}} f
# CHECK: (type-comment
# CHECK-NEXT: (tuple [[@LINE+9]]:13-[[@LINE+9]]:32
# CHECK-NEXT: (name {{.*}} Tensor)
# CHECK-NEXT: (subscript
# CHECK: (type-comment-returns
# CHECK-NEXT: (name [[@LINE+5]]:36-[[@LINE+5]]:39 int)
# CHECK-NEXT: (body
# CHECK: (def {{.*}} g
def f(a, b):
    # Another comment.
    # type: (Tensor, List[int]) -> int
    pass


# CHECK: (type-comment
# CHECK-NEXT: (tuple {{[0-9:-]+}})
# CHECK-NEXT: (type-comment-returns
# CHECK-NEXT: (none
def g():  # type: () -> None
    pass


# CHECK: (def {{.*}} h
# CHECK: (param {{.*}} a
# CHECK-NEXT: (annotation
# CHECK-NEXT: (name {{.*}} Tensor)))
# CHECK-NEXT: (param {{.*}} b
# CHECK-NEXT: (annotation
# CHECK-NEXT: (name {{.*}} int))
# CHECK-NEXT: (default
# CHECK-NOT: (type-comment{{$}}
# CHECK: (type-comment-returns
# CHECK-NEXT: (name {{.*}} Tensor)
def h(a,  # type: Tensor
      b=1,  # type: int
      ):
    # type: (...) -> Tensor
    pass


# CHECK: (type-comment
# CHECK-NEXT: (subscript
# CHECK-NEXT: (name {{.*}} List)
# CHECK-NEXT: (name {{.*}} int)))
y = []  # type: List[int]  # and more
# CHECK-NOT: type-comment
z = []  # type: ignore[no-untyped-call]
x = 1  # type: of no importance
