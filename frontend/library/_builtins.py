# Classes and functions of Python that need no import.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _containers
import _tine
import sys
import torch


@_tine.set
@_tine.record
class set:
    """A set of numbers or strings, as the keys of a dict.

    Python's order of strings is another one in each run, and any is right; of small numbers it
    is their own; where it is neither, only `sorted` goes over the items."""

    def __init__(self, iterable=()):
        self._items = {}
        for item in _tine.distinct(iterable):
            self._items[item] = True

    def _in_any_order(self):
        return list(self._items.keys())

    def __iter__(self):
        return iter(_tine.order_of_set(self._in_any_order()))

    def __len__(self):
        return len(self._items)

    def __contains__(self, item):
        return item in self._items

    def add(self, item):
        self._items[item] = True

    def discard(self, item):
        if item in self._items:
            del self._items[item]

    def remove(self, item):
        del self._items[item]

    # A set that a list or dict of the run holds is its dict: another one is not seen there.
    def clear(self):
        self._items.clear()

    def copy(self):
        return set(self._in_any_order())

    def update(self, *others):
        for other in others:
            for item in _tine.distinct(other):
                self._items[item] = True

    def union(self, *others):
        result = self.copy()
        result.update(*others)
        return result

    def intersection(self, *others):
        result = self._in_any_order()
        for other in others:
            result = [item for item in result if item in other]
        return set(result)

    def difference(self, *others):
        result = self._in_any_order()
        for other in others:
            result = [item for item in result if item not in other]
        return set(result)

    def symmetric_difference(self, other):
        return self.difference(other) | set(other).difference(self)

    def issubset(self, other):
        return all([item in other for item in self._in_any_order()])

    def issuperset(self, other):
        return set(other).issubset(self)

    def isdisjoint(self, other):
        return not any([item in other for item in self._in_any_order()])

    def _keep(self, items):
        kept = items._in_any_order()
        self._items.clear()
        for item in kept:
            self._items[item] = True

    def intersection_update(self, *others):
        self._keep(self.intersection(*others))

    def difference_update(self, *others):
        self._keep(self.difference(*others))

    def symmetric_difference_update(self, other):
        self._keep(self.symmetric_difference(other))

    def __or__(self, other):
        return self.union(other)

    def __and__(self, other):
        return self.intersection(other)

    def __sub__(self, other):
        return self.difference(other)

    def __xor__(self, other):
        return self.symmetric_difference(other)

    def __eq__(self, other):
        return isinstance(other, set) and len(self) == len(other) and self.issubset(other)

    def __ne__(self, other):
        return not self == other

    def __le__(self, other):
        return self.issubset(other)

    def __lt__(self, other):
        return len(self) < len(other) and self.issubset(other)

    def __ge__(self, other):
        return other.issubset(self)

    def __gt__(self, other):
        return other < self

    def __ior__(self, other):
        self.update(other)
        return self

    def __iand__(self, other):
        self.intersection_update(other)
        return self

    def __isub__(self, other):
        self.difference_update(other)
        return self

    def __ixor__(self, other):
        self.symmetric_difference_update(other)
        return self

    def __repr__(self):
        if len(self) == 0:
            return "set()"
        return "{" + ", ".join([repr(item) for item in self]) + "}"


@_tine.set
@_tine.record
class frozenset(set):
    def __repr__(self):
        if len(self) == 0:
            return "frozenset()"
        return "frozenset({" + ", ".join([repr(item) for item in self]) + "})"


class _Attributes(_containers.Entries):
    """`__dict__` of an object."""

    def __init__(self, owner):
        self._owner = owner

    def _entries(self):
        if _tine.is_module(self._owner):
            _tine.unsupported("what is in '__dict__' of a module is not known here; read attributes "
                              "by their names")
        return {key: value for key, value in _tine.ordered_attributes(self._owner)}

    def __getitem__(self, name):
        if name not in self:
            raise KeyError(name)
        return _tine.own_attribute(self._owner, name)

    def __setitem__(self, name, value):
        _tine.set_attribute(self._owner, name, value)

    def __delitem__(self, name):
        _tine.delete_attribute(self._owner, name)

    def __contains__(self, name):
        return name in [key for key, value in _tine.attributes(self._owner)]

    def get(self, name, default=None):
        return _tine.own_attribute(self._owner, name) if name in self else default

    def setdefault(self, name, default=None):
        if name not in self:
            _tine.set_attribute(self._owner, name, default)
        return self[name]

    def update(self, other=None, **names):
        if other is not None:
            for name, value in other.items():
                _tine.set_attribute(self._owner, name, value)
        for name, value in names.items():
            _tine.set_attribute(self._owner, name, value)

    def __eq__(self, other):
        return self._entries() == (other._entries() if isinstance(other, _Attributes) else other)

    def __ne__(self, other):
        return not self == other

    def __repr__(self):
        return repr(self._entries())


class _Code:
    """`__code__` of a function."""

    def __init__(self, name, count, names):
        self.co_name = name
        self.co_argcount = count
        self.co_varnames = names


class _OfOwner:
    def __init__(self, owner):
        self._owner = owner


class _Getter(_OfOwner):
    """`x.__getattr__`, which a program calls by name."""

    def __call__(self, name):
        return getattr(self._owner, name)


class _Setter(_OfOwner):
    def __call__(self, name, value):
        setattr(self._owner, name, value)


class _Deleter(_OfOwner):
    def __call__(self, name):
        _tine.delete_attribute(self._owner, name)


def exit(code=None):
    sys.exit(code)


quit = exit


def vars(object):
    return object.__dict__


def text_of_list(items):
    """Of a list of objects that exists in the run."""
    text = "["
    for i, item in enumerate(items):
        text += (", " if i > 0 else "") + repr(item)
    return text + "]"


def text_of_tuple(items):
    """Of a tuple whose length only the run knows, which is a list here."""
    text = str(list(items))
    return "(" + text[1:len(text) - 1] + (",)" if len(items) == 1 else ")")


def text_of_dict(entries):
    """Of a dict with objects that exists in the run."""
    text = "{"
    for i, (key, value) in enumerate(entries.items()):
        text += (", " if i > 0 else "") + f"{key!r}: {value!r}"
    return text + "}"


class _Exception:
    """What the program's own classes of errors have of BaseException."""

    __cause__ = None

    def __init__(self, *args):
        self.args = args

    def __str__(self):
        if len(self.args) == 0:
            return ""
        return str(self.args[0]) if len(self.args) == 1 else str(self.args)

    def __repr__(self):
        name = type(self).__name__
        return f"{name}({self.args[0]!r})" if len(self.args) == 1 else f"{name}{self.args!r}"

    def with_traceback(self, traceback):
        return self


class _KeyError(_Exception):
    def __str__(self):
        return repr(self.args[0]) if len(self.args) == 1 else super().__str__()


@_tine.caught_error
class _Caught:
    """An error of one of Python's own classes, or one of which only the run knows the class: its
    kind and its text. `given` are its arguments where they are not this text alone, and False
    where they are not known."""

    def __init__(self, kind, message, given=None):
        self._kind = kind
        self._message = message
        self._given = given

    @property
    def args(self):
        if self._given is False:
            _tine.unsupported("only the run knows which error this is; print the error")
        if self._given is not None:
            return self._given
        if self._kind == "KeyError":
            # The text has the key as repr() gives it.
            if not self._message.startswith("'"):
                _tine.unsupported("the key of a KeyError is not known here; print the error")
            return (self._message[1:-1],)
        return (self._message,)

    @property
    def code(self):
        """Of SystemExit."""
        if self._kind != "SystemExit":
            _tine.unsupported("'code' of this error is not known here")
        return int(self._message)

    @property
    def errno(self):
        """Of OSError, whose text is "[Errno 2] No such file or directory: 'x'"."""
        self._check_errno()
        return int(self._message[7:self._message.index("]")])

    @property
    def strerror(self):
        self._check_errno()
        text = self._message[self._message.index("]") + 2:]
        name = text.find(": '")
        return text if name < 0 else text[:name]

    @property
    def filename(self):
        self._check_errno()
        return self._message[self._message.index(": '") + 3:-1]

    def _check_errno(self):
        if not self._message.startswith("[Errno "):
            raise AttributeError("this error has no number of the system")

    def with_traceback(self, traceback):
        return self

    def __getattr__(self, name):
        _tine.unsupported("this attribute of an error is not known here")

    @property
    def __class__(self):
        return _ErrorType(self._kind)

    def __str__(self):
        return self._message

    def __repr__(self):
        if self._given is False:
            _tine.unsupported("only the run knows which error this is; print the error")
        if self._given is not None:
            if len(self._given) == 1:
                return f"{self._kind}({self._given[0]!r})"
            return f"{self._kind}{self._given!r}"
        if self._message == "":
            return f"{self._kind}()"
        if self._kind == "KeyError":
            return f"{self._kind}({self._message})"
        return f"{self._kind}({self._message!r})"


class _Traceback:
    """What __exit__ gets as the place of an error."""


class _GradFn:
    """What made a tensor, as its `grad_fn` says."""

    def __init__(self, name):
        self._name = name

    def name(self):
        return self._name

    @property
    def __class__(self):
        return _GradFnType(self._name)


class _GradFnType:
    def __init__(self, name):
        self.__name__ = name
        self.__qualname__ = name


@_tine.error_type
class _ErrorType:
    """The class of an error, which only the run may know: its name."""

    def __init__(self, kind):
        self.__name__ = kind
        self.__qualname__ = kind

    def __eq__(self, other):
        return self.__name__ == other.__name__

    def __ne__(self, other):
        return self.__name__ != other.__name__

    def __repr__(self):
        if not _tine.raises_pythons():
            _tine.unsupported("print the __name__ of the class of an error")
        return "<class '" + self.__name__ + "'>"


def indices_of_slice(cut, length):
    """slice.indices(): start, stop and step for a sequence of this length."""
    step = 1 if cut.step is None else cut.step
    if step == 0:
        raise ValueError("slice step cannot be zero")
    low, high = (0, length) if step > 0 else (-1, length - 1)
    ends = []
    for end, missing in ((cut.start, low if step > 0 else high),
                         (cut.stop, high if step > 0 else low)):
        if end is None:
            ends.append(missing)
        else:
            ends.append(min(max(end + length if end < 0 else end, low), high))
    return ends[0], ends[1], step


def sum_of_rows(input, start):
    """Python's sum() of a tensor, which adds one row after the other."""
    total = start
    for row in input:
        total = total + row
    return total


def best_row(input, name):
    """Python's max() or min() of a tensor: the first of its best rows. A NaN is never better, and
    none is better than it."""
    if input.dim() == 0:
        raise TypeError("iteration over a 0-d tensor")
    count = input.size(0)
    if count == 0:
        raise ValueError(f"{name}() arg is an empty sequence")
    if count == 1:
        return input[0]
    if input.numel() != count:
        raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
    values = input.detach().reshape(-1)
    worst = -math.inf if name == "max" else math.inf
    if values.is_floating_point():
        isnan = torch.isnan(values)
        values = torch.where(isnan, worst, values)
    elif values.dtype == torch.bool:
        values = values.long()
    place = torch.argmax(values) if name == "max" else torch.argmin(values)
    if input.is_floating_point():
        place = torch.where(isnan[0], 0, place)
    return input[place]


def _truth_of_rows(input):
    if input.dim() == 0:
        raise TypeError("iteration over a 0-d tensor")
    if input.dim() > 1 and input.numel() != input.size(0):
        raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
    return input != 0


def any_row(input):
    return _truth_of_rows(input).any().item()


def all_rows(input):
    return _truth_of_rows(input).all().item()


def best_item(values, key, name):
    """max() or min() of a list that only the run knows: the first of the best."""
    if len(values) == 0:
        raise ValueError(f"{name}() arg is an empty sequence")
    best = values[0]
    best_key = best if key is None else key(best)
    return best_of_rest(values[1:], key, name, best, best_key, best, best_key, False)


def best_item_or(values, key, name, default):
    return default if len(values) == 0 else best_item(values, key, name)


def best_of_rest(values, key, name, best, best_key, item, own, is_better):
    """best_item() from where the best so far, and whether an item is better than it, are known."""
    if is_better:
        best = item
        best_key = own
    for value in values:
        own = value if key is None else key(value)
        if own > best_key if name == "max" else own < best_key:
            best = value
            best_key = own
    return best


def with_precision(number, letter, precision, sign, prefix, width, left, zero):
    """An int of at least so many digits, as % writes it."""
    digits = f"{number:{letter}}"
    if number < 0:
        sign = "-"
        digits = digits[1:]
    digits = digits.rjust(precision, "0")
    if zero:
        digits = digits.rjust(width - len(sign) - len(prefix), "0")
    text = sign + prefix + digits
    return text.ljust(width) if left else text.rjust(width)


def find_item(values, item):
    """The place of the first element that is equal, or -1."""
    for i in range(len(values)):
        if values[i] == item:
            return i
    return -1


def count_item(values, item):
    count = 0
    for value in values:
        if value == item:
            count += 1
    return count


def sort_by(values, key, reverse):
    """Sorts a list that only the run knows in place. Runs of growing width are merged, so that
    equal elements stay in order."""
    keys = list(values) if key is None else [key(value) for value in values]
    count = len(keys)
    order = list(range(count))
    width = 1
    while width < count:
        merged = []
        end = 0
        while end < count:
            left = end
            middle = min(left + width, count)
            right = middle
            end = min(middle + width, count)
            while left < middle or right < end:
                if right == end:
                    first = True
                elif left == middle:
                    first = False
                elif reverse:
                    first = not keys[order[left]] < keys[order[right]]
                else:
                    first = not keys[order[right]] < keys[order[left]]
                if first:
                    merged.append(order[left])
                    left += 1
                else:
                    merged.append(order[right])
                    right += 1
        order = merged
        width = 2 * width
    ordered = [values[i] for i in order]
    values.clear()
    values.extend(ordered)


def _method_of_str(name):
    """`str.strip` and its like."""
    def method(self, *args):
        return getattr(self, name)(*args)
    return _tine.named(name, method)


def floats_of(numbers, is_sure, reason):
    """Ints and floats, as what a tensor of them has."""
    floats = [float(number) for number in numbers]
    if not is_sure and len(floats) > 0 and not any([isinstance(number, float) for number in numbers]):
        raise NotImplementedError(reason)
    return floats
