# operator: the operators as functions.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

def add(a, b, /):
    return a + b


def sub(a, b, /):
    return a - b


def mul(a, b, /):
    return a * b


def truediv(a, b, /):
    return a / b


def floordiv(a, b, /):
    return a // b


def mod(a, b, /):
    return a % b


def pow(a, b, /):
    return a ** b


def matmul(a, b, /):
    return a @ b


def and_(a, b, /):
    return a & b


def or_(a, b, /):
    return a | b


def xor(a, b, /):
    return a ^ b


def lshift(a, b, /):
    return a << b


def rshift(a, b, /):
    return a >> b


def eq(a, b, /):
    return a == b


def ne(a, b, /):
    return a != b


def lt(a, b, /):
    return a < b


def le(a, b, /):
    return a <= b


def gt(a, b, /):
    return a > b


def ge(a, b, /):
    return a >= b


def is_(a, b, /):
    return a is b


def is_not(a, b, /):
    return a is not b


def neg(a, /):
    return -a


def pos(a, /):
    return +a


def invert(a, /):
    return ~a


def not_(a, /):
    return not a


def truth(a, /):
    return bool(a)


def contains(a, b, /):
    return b in a


def getitem(a, b, /):
    return a[b]


class itemgetter:
    def __init__(self, item, /, *items):
        self._items = (item,) + items

    def __call__(self, obj, /):
        if len(self._items) == 1:
            return obj[self._items[0]]
        return tuple(obj[item] for item in self._items)


class attrgetter:
    def __init__(self, attr, /, *attrs):
        self._attrs = (attr,) + attrs

    def _of(self, obj, attr):
        for name in attr.split("."):
            obj = getattr(obj, name)
        return obj

    def __call__(self, obj, /):
        if len(self._attrs) == 1:
            return self._of(obj, self._attrs[0])
        return tuple(self._of(obj, attr) for attr in self._attrs)
