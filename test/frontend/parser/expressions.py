# Precedence, associativity and ranges. compare-with-python.test covers more.
# RUN: %tine-parse-test %s | FileCheck %s

# CHECK: (binary {{.*}} -
# CHECK-NEXT: (binary {{.*}} +
# CHECK-NEXT: (name {{.*}} a)
# CHECK-NEXT: (binary {{.*}} *
# CHECK-NEXT: (name {{.*}} b)
# CHECK-NEXT: (name {{.*}} c)))
# CHECK-NEXT: (name {{.*}} d)))
a + b * c - d

# A sign binds weaker than a power on its right, stronger than one on its left.
# CHECK: (unary {{.*}} -
# CHECK-NEXT: (binary {{.*}} **
# CHECK-NEXT: (name {{.*}} a)
# CHECK-NEXT: (unary {{.*}} -
# CHECK-NEXT: (binary {{.*}} **
-a ** -b ** c

# CHECK: (or
# CHECK-NEXT: (unary {{.*}} not
# CHECK-NEXT: (name {{.*}} a))
# CHECK-NEXT: (and
# CHECK-NEXT: (name {{.*}} b)
# CHECK-NEXT: (compare {{.*}} "not in" "is not"
not a or b and c not in d is not e

# The parentheses belong to the range of the sum, not to that of the product.
# CHECK: (binary [[@LINE+3]]:1-[[@LINE+3]]:14 +
# CHECK-NEXT: (binary [[@LINE+2]]:2-[[@LINE+2]]:7 *
# CHECK: (name [[@LINE+1]]:12-[[@LINE+1]]:13 c)
(a * b) + (c)

# CHECK: (if-else
# CHECK-NEXT: (name {{.*}} b)
# CHECK-NEXT: (name {{.*}} a)
# CHECK-NEXT: (if-else
a if b else c if d else e

# CHECK: (call
# CHECK-NEXT: (attribute {{.*}} f
# CHECK-NEXT: (subscript
# CHECK-NEXT: (name {{.*}} a)
# CHECK-NEXT: (tuple
# CHECK-NEXT: (slice
# CHECK-NEXT: {{^ +-$}}
# CHECK-NEXT: {{^ +-$}}
# CHECK-NEXT: (int {{.*}} 2))
# CHECK-NEXT: (none
# CHECK-NEXT: (ellipsis
# CHECK: (starred
# CHECK: (keyword x
# CHECK: (keyword **
a[::2, None, ...].f(*b, x=1, **c)

# The generator takes the brackets of the call.
# CHECK: (generator [[@LINE+6]]:4-[[@LINE+6]]:23
# CHECK-NEXT: (name {{.*}} i)
# CHECK-NEXT: (for
# CHECK-NEXT: (name {{.*}} i)
# CHECK-NEXT: (name {{.*}} x)
# CHECK-NEXT: (name {{.*}} i)))))
sum(i for i in x if i)

# 64 bits are kept of an integer that does not fit.
# CHECK: (int {{.*}} 9223372036854775807)
9223372036854775807
# CHECK: (int {{.*}} -9223372036854775808 overflow)
9223372036854775808
