# One case for each rule.
# RUN: not %tine-parse-test %s 2>&1 | FileCheck %s

# CHECK: :[[@LINE+1]]:5: error: expected " at the end of the string, found end of line
x = "abc
# CHECK: :[[@LINE+1]]:5: error: expected strings or bytes side by side, found both
"a" b"b"
# CHECK: :[[@LINE+1]]:4: error: expected ASCII characters in bytes, found another character
b"aé"
# CHECK: :[[@LINE+1]]:3: error: expected 2 hexadecimal digits in the escape, found 1
"a\x4"
# CHECK: :[[@LINE+1]]:2: error: expected 4 hexadecimal digits in the escape, found 3
"\u123"
# CHECK: :[[@LINE+1]]:2: error: expected the number of a character in the escape, found a surrogate or a number too great
"\ud800"
# CHECK: :[[@LINE+1]]:2: error: expected the number of a character in the escape, found a surrogate or a number too great
"\U00110000"
# CHECK: :[[@LINE+1]]:2: error: expected the name of a character in braces after \N, found none
"\Nabc"
# CHECK: :[[@LINE+1]]:2: error: expected the name of a character in the escape, found one that is unknown
"\N{no such name}"
# CHECK: :[[@LINE+1]]:4: error: expected an expression, found '}'
f"{}"
# CHECK: :[[@LINE+1]]:6: error: expected '=', '!', ':' or '}', found name 'b'
f"{a b}"
# CHECK: :[[@LINE+1]]:5: error: expected '=', '!', ':' or '}', found end of string
f"{a"
# CHECK: :[[@LINE+1]]:4: error: expected '}}' for a brace in an f-string, found '}'
f"a}"
# CHECK: :[[@LINE+1]]:6: error: expected 'r', 's' or 'a' after '!', found name 'x'
f"{a!x}"
# CHECK: :[[@LINE+1]]:8: error: expected ':' or '}', found name 'b'
f"{a!r b}"
# CHECK: :[[@LINE+1]]:7: error: expected '}' after the field of the f-string, found end of string
f"{a:b"
# CHECK: :[[@LINE+1]]:12: error: nested too deeply
f"{a:{b:{c:{d}}}}"
# CHECK: :[[@LINE+1]]:1: error: expected """ at the end of the string, found end of file
"""abc
