# Prefixes, escapes, joined literals, and the fields of f-strings.
# RUN: %tine-parse-test %s | FileCheck %s

# CHECK: (string [[@LINE+1]]:1-[[@LINE+1]]:19 "a\x0a\x09\x22bc")
"a\n\t\"" r"b" 'c'
# CHECK: (string {{.*}} "\x5cn\x5c'")
r'\n\''
# CHECK: (bytes {{.*}} "\x00\xffA")
b"\x00\377\101"
# U+00E9 and U+1F600 in UTF-8.
# CHECK: (string {{.*}} "\xc3\xa9\xc3\xa9\xf0\x9f\x98\x80\xe2\x80\xa2")
"\xe9\u00e9\U0001F600\N{BULLET}"
# CHECK: (string {{.*}} "\x5cd\x5c(")
"\d\("
# CHECK: (string [[@LINE+1]]:1-[[@LINE+3]]:5 "a\x0a 'b'c")
"""a
 'b'\
c"""
# CHECK: (string [[@LINE+1]]:2-[[@LINE+2]]:5 "ab")
("a"
 "b")

# CHECK: (f-string [[@LINE+8]]:1-[[@LINE+8]]:35
# CHECK-NEXT: (text "a{")
# CHECK-NEXT: (field r
# CHECK-NEXT: (name [[@LINE+5]]:10-[[@LINE+5]]:11 x)
# CHECK-NEXT: (spec
# CHECK-NEXT: (text ">")
# CHECK-NEXT: (field
# CHECK-NEXT: (name [[@LINE+1]]:16-[[@LINE+1]]:17 w))))
"a" f"{{{x!r:>{w}}" f"}}" f"b" "c"
# CHECK-NEXT: (text "}bc")
# CHECK: (f-string
# CHECK-NEXT: (text "x = ")
# CHECK-NEXT: (field r
# CHECK-NEXT: (name {{.*}} x))
# CHECK-NEXT: (text "y=")
# CHECK-NEXT: (field s
# CHECK: (field
# CHECK-NEXT: (compare {{.*}} "!="
f"{x = }{y=!s}{z!=1}"
# Newer Python's use of the same quotes inside a field.
# CHECK: (subscript
# CHECK-NEXT: (name {{.*}} d)
# CHECK-NEXT: (string {{.*}} "k")))
f"{d["k"]}"
