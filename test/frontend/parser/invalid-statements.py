# One case for each rule.
# RUN: not %tine-parse-test %s 2>&1 | FileCheck %s

# CHECK: :[[@LINE+1]]:7: error: expected end of line, found number 1
print 1
# CHECK: :[[@LINE+1]]:1: error: expected something that can be assigned to, found a number
1 = x
# CHECK: :[[@LINE+1]]:4: error: expected something that can be assigned to, found a function call
x, f() = y
# CHECK: :[[@LINE+1]]:1: error: expected a name, attribute or subscript before the operator, found a tuple
x, y += 1
# CHECK: :[[@LINE+1]]:1: error: expected a name, attribute or subscript before ':', found a tuple
x, y: int
# CHECK: :[[@LINE+1]]:5: error: expected something that can be deleted, found a function call
del f()
# CHECK: :[[@LINE+1]]:7: error: expected an expression, found end of line
assert
# CHECK: :[[@LINE+1]]:1: error: expected 'return' inside a function, found it outside
return 1
# CHECK: :[[@LINE+1]]:1: error: expected 'break' inside a loop, found it outside
break
# CHECK: :[[@LINE+1]]:1: error: expected 'continue' inside a loop, found it outside
continue
# CHECK: :[[@LINE+1]]:14: error: expected a name to import, found end of line
from a import
# CHECK: :[[@LINE+1]]:8: error: expected 'import' after the module, found end of line
from ab
# CHECK: :[[@LINE+1]]:10: error: expected the name of a module, found end of line
import a.
# CHECK: :[[@LINE+1]]:8: error: expected a name, found '('
global (a)
# CHECK: :[[@LINE+1]]:1: error: expected a statement, found ')'
)
x
# CHECK: :[[@LINE+1]]:1: error: expected a statement, found 'else'
else:
    pass
# CHECK: :[[@LINE+1]]:5: error: expected ':', found end of line
if x
    pass
# CHECK: :[[@LINE+1]]:6: error: expected ':', found '='
if x = 1:
    pass
# Only the header is at fault.
# CHECK-NOT: error
else:
    pass
# CHECK: :[[@LINE+2]]:1: error: expected an indented block after 'while', found name 'y'
while x:
y = 1
# CHECK: :[[@LINE+1]]:1: error: expected a line with the indentation of its block, found an indented line
  z = 1
# CHECK: :[[@LINE+1]]:5: error: expected something that can be assigned to, found a number
for 1 in x: pass
# CHECK: :[[@LINE+1]]:7: error: expected 'in' after the target of 'for', found ':'
for x : pass
# CHECK: :[[@LINE+1]]:11: error: expected something that can be assigned to, found a number
with a as 1: pass
# CHECK: :[[@LINE+3]]:1: error: expected 'except' or 'finally' after the block of 'try', found name 'w'
try:
    pass
w = 1
# CHECK: :[[@LINE+1]]:7: error: expected 'def', 'for' or 'with' after 'async', found name 'x'
async x
# Patterns.
match 1:
    # CHECK: :[[@LINE+1]]:10: error: multiple assignments to name 'x' in pattern
    case (x, x): pass
    # CHECK: :[[@LINE+1]]:10: error: this pattern matches anything, which makes the remaining alternatives unreachable
    case x | 2: pass
    # CHECK: :[[@LINE+1]]:14: error: alternative patterns bind different names
    case 1 | [x]: pass
    # CHECK: :[[@LINE+1]]:15: error: expected one pattern with '*' in a sequence, found several
    case [*a, *b]: pass
    # CHECK: :[[@LINE+1]]:12: error: expected ',' behind a pattern with '*', found ':'
    case *a: pass
    # CHECK: :[[@LINE+1]]:13: error: expected ',' behind a pattern with '*', found ')'
    case (*a): pass
    # CHECK: :[[@LINE+1]]:10: error: expected a literal or a name with a dot as a pattern; compare other values in 'if'
    case 1 + 2: pass
    # CHECK: :[[@LINE+1]]:10: error: expected a pattern, found '+'
    case +1: pass
    # CHECK: :[[@LINE+1]]:11: error: expected a literal or a name with a dot as a key
    case {x: 1}: pass
    # CHECK: :[[@LINE+1]]:13: error: expected ':' and a pattern, found '}'
    case {1 }: pass
    # CHECK: :[[@LINE+1]]:17: error: expected 'NAME=' and a pattern behind those with names
    case A(x=1, 2): pass
    # CHECK: :[[@LINE+1]]:17: error: attribute name repeated in class pattern: 'x'
    case A(x=1, x=2): pass
    # CHECK: :[[@LINE+1]]:15: error: expected a name after 'as', found '_'
    case 1 as _: pass
    # CHECK: :[[@LINE+1]]:5: error: expected 'case' in the block of 'match', found name 'x'
    x = 1
match 1:
    # CHECK: :[[@LINE+1]]:10: error: this pattern matches anything, which makes the cases behind it unreachable
    case x: pass
    case 2: pass
match 1:
    # CHECK: :[[@LINE+1]]:19: error: mapping pattern checks duplicate key
    case {"a": 1, "a": 2}: pass
    # CHECK: :[[@LINE+1]]:17: error: mapping pattern checks duplicate key
    case {1: 1, True: 2}: pass
    # CHECK: :[[@LINE+1]]:13: error: expected a name after '**', found '_'
    case {**_}: pass
    # CHECK: :[[@LINE+1]]:10: error: expected a literal or a name with a dot as a pattern; compare other values in 'if'
    case 1j + 2j: pass
    # CHECK: :[[@LINE+1]]:10: error: expected a literal or a name with a dot as a pattern; compare other values in 'if'
    case f"{x}": pass
    # CHECK: :[[@LINE+1]]:11: error: a pattern that reads the name it binds is not supported; bind another name
    case {a.b: a}: pass
