# One case for each rule.
# RUN: not %tine-parse-test %s 2>&1 | FileCheck %s

# CHECK: :[[@LINE+1]]:7: error: expected a parameter or ')', found ':'
def f(:
    return 1
# CHECK: :[[@LINE+1]]:5: error: expected the name of the function after 'def', found '('
def (a): pass
# CHECK: :[[@LINE+1]]:6: error: expected '(' after the name of the function, found ':'
def f: pass
# CHECK: :[[@LINE+1]]:9: error: expected ':', found end of line
def f(a)
    return a
# CHECK: :[[@LINE+1]]:12: error: expected a default value, because the parameter before has one, found none
def f(a=1, b): pass
# CHECK: :[[@LINE+1]]:10: error: expected different names of parameters, found 'a' twice
def f(a, a): pass
# CHECK: :[[@LINE+1]]:11: error: expected one '*' at most, found '*'
def f(*a, *b): pass
# CHECK: :[[@LINE+1]]:8: error: expected a parameter after '*', found ')'
def f(*): pass
# CHECK: :[[@LINE+1]]:10: error: expected a parameter after '*', found '**'
def f(*, **a): pass
# CHECK: :[[@LINE+1]]:12: error: expected the end of the parameters after '**', found name 'b'
def f(**a, b): pass
# CHECK: :[[@LINE+1]]:7: error: expected a parameter, found '/'
def f(/, a): pass
# CHECK: :[[@LINE+1]]:13: error: expected a parameter, found '/'
def f(*, a, /): pass
# CHECK: :[[@LINE+1]]:9: error: expected ',' or ')', found '='
def f(*a=1): pass
# CHECK: :[[@LINE+1]]:7: error: expected the name of the class after 'class', found ':'
class : pass
# CHECK: :[[@LINE+2]]:1: error: expected 'def' or 'class' after the decorator, found name 'x'
@a
x = 1

# CHECK: :[[@LINE+2]]:15: error: expected an expression, found ')'
def f(a):
    # type: (+) -> int
    pass
