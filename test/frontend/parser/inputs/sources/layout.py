# -*- coding: utf-8 -*-
if a:
	b
	if c:
		d
        # a comment between
    # and another
	else:
	    e

	f
if a:
        b
if a:
  b
  
  c
  if d:
          e
  f
x = (1 +
2,
       3)
y = 1 + \
    2
if a and \
        b:
    c
z = [
# comment
    1, # comment

    2
]
w = 3
if w:
    v = """a
b"""
    u

def f(x): # comment
    # comment
    return x # comment
# end
    # end
été = α + 变量
s = "é", t
class C:

    x = 1

    def f(self):

        if x: y

        while z:
            w

    g = 2
last = 1