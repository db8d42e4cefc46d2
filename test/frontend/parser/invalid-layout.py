# Indentation, brackets and limits.
# RUN: split-file --leading-lines %s %t
# RUN: not %tine-parse-test %t/dedent.py 2>&1 | FileCheck %s --check-prefix=DEDENT
# RUN: not %tine-parse-test %t/tabs.py 2>&1 | FileCheck %s --check-prefix=TABS --strict-whitespace
# RUN: not %tine-parse-test %t/open.py 2>&1 | FileCheck %s --check-prefix=OPEN
# RUN: not %tine-parse-test %t/resume.py 2>&1 | FileCheck %s --check-prefix=RESUME

#--- dedent.py
if a:
        b
# DEDENT: :[[@LINE+1]]:1: error: expected the indentation of an enclosing block, found a line between two levels
    c
d = = 1
# DEDENT: :[[@LINE-1]]:5: error: expected an expression, found '='

#--- tabs.py
if a:
        b
	c
# TABS: :[[@LINE-1]]:1: error: expected indentation that does not depend on the width of a tab, found a mix of tabs and spaces
if d:
	e =	= 1
# TABS: :[[@LINE-1]]:6: error: expected an expression, found '='
# TABS-NEXT:{{^}}	e =	= 1
# TABS-NEXT:{{^}}	   	^{{$}}

#--- open.py
# OPEN: :[[@LINE+1]]:6: error: expected ')' for this bracket, found end of file
x = f(a,
# OPEN-NEXT: x = f(a,
# OPEN-NEXT: {{^}}     ^

#--- resume.py
# A statement behind a bracket that is open is found.
# RESUME: :[[@LINE+2]]:1: error: expected ',' or ')', found name 'y'
x = f(a
y = 1
# RESUME-NOT: error
def g(:
    z = 1
# RESUME: :[[@LINE-2]]:7: error: expected a parameter or ')', found ':'
# RESUME-NOT: error
    if z == [1, 2:
        w = 3
    else:
        w = 4
# RESUME: :[[@LINE-4]]:18: error: expected ',' or ']', found ':'
# RESUME-NOT: error
x =
# RESUME: :[[@LINE-1]]:4: error: expected an expression, found end of line
