# One case for each rule; every case is reported although others precede it.
# RUN: not %tine-parse-test %s 2>&1 | FileCheck %s

# CHECK: :[[@LINE+1]]:5: error: expected an expression, found ')'
f(a+)
# CHECK: :[[@LINE+1]]:8: error: expected ',' or ')', found name 'b'
f(a, a b)
# CHECK: :[[@LINE+1]]:3: error: expected ',' or ']', found ')'
[a)
# CHECK: :[[@LINE+1]]:8: error: expected ':' after the key, found '}'
{a:b, c}
# CHECK: :[[@LINE+1]]:8: error: expected 'else' and the other value of the conditional expression, found end of line
a if bb
# CHECK: :[[@LINE+1]]:7: error: expected a key and its value, found a starred expression
{a:b, *c}
# CHECK: :[[@LINE+1]]:8: error: expected ',' or '}', found ':'
{a := b: c}
# CHECK: :[[@LINE+1]]:9: error: expected ',' or ']', found ':'
a[b := c:d]
# CHECK: :[[@LINE+1]]:7: error: expected 'in' after 'not', found name 'b'
a not b
# CHECK: :[[@LINE+1]]:3: error: expected the name of an attribute after '.', found '('
a.(1)
# CHECK: :[[@LINE+1]]:8: error: expected positional arguments before keyword arguments, found one after them
f(a=1, b)
# CHECK: :[[@LINE+1]]:8: error: expected '*' arguments before '**' arguments, found one after them
f(**a, *b)
# CHECK: :[[@LINE+1]]:8: error: expected each keyword argument once, found 'a' again
f(a=1, a=2)
# CHECK: :[[@LINE+1]]:3: error: expected the name of a keyword argument before '=', found an expression
f(a.b=1)
# CHECK: :[[@LINE+1]]:8: error: expected brackets around a generator that is not the only argument, found 'for'
f(a, b for b in c)
# CHECK: :[[@LINE+1]]:2: error: expected a comma after the only element of a tuple, found a starred expression alone
(*a)
# CHECK: :[[@LINE+1]]:2: error: expected one value for each step of the comprehension, found a starred expression
[*a for a in b]
# CHECK: :[[@LINE+1]]:10: error: expected 'in' after the target of 'for', found ']'
[a for a ]
# CHECK: :[[@LINE+1]]:8: error: expected something that can be assigned to, found a function call
[a for f() in b]
# CHECK: :[[@LINE+1]]:12: error: expected a parameter or ':', found number 1
lambda a1, 1: 0
# CHECK: :[[@LINE+1]]:1: error: expected a number, found '1_'
1_
# CHECK: :[[@LINE+1]]:1: error: expected a number, found '0x'
0x
# CHECK: :[[@LINE+1]]:1: error: expected a number, found '12abc'
12abc
# CHECK: :[[@LINE+1]]:1: error: expected an octal number to be written 0o..., found leading zeros
0123
# CHECK: :[[@LINE+1]]:5: error: expected a token, found '$'
a + $
# CHECK: :[[@LINE+1]]:5: error: expected a token, found '“'
a + “b”
# CHECK: :[[@LINE+1]]:5: error: expected end of line after '\', found more text
a + \ b
# CHECK: error: expected ',' or ')', found name 'c'
# CHECK-NEXT: c)
# CHECK-NEXT: {{^}} ^
# CHECK-NEXT: :[[@LINE+2]]:2: note: the bracket that is open
# CHECK-NEXT: f(a,
f(a,
  b
 c)
