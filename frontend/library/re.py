# re: regular expressions. The runtime's machine finds the places; here they become what Python gives.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine

A = ASCII = 256
I = IGNORECASE = 2
M = MULTILINE = 8
S = DOTALL = 16
X = VERBOSE = 64
U = UNICODE = 32
NOFLAG = 0


class error(Exception):
    def __init__(self, msg):
        super().__init__(msg)
        self.msg = msg


PatternError = error


@_tine.record
class Match:
    def __init__(self, re, string, places):
        self.re = re
        self.string = string
        self._places = places

    def _is_none(self):
        return len(self._places) == 0

    def __bool__(self):
        return len(self._places) != 0

    def __repr__(self):
        if len(self._places) == 0:
            return "None"
        return f"<re.Match object; span={self.span()}, match={self.group()!r}>"

    def _check(self, name):
        """An attribute of no match is asked for."""
        if len(self._places) == 0:
            raise AttributeError(f"'NoneType' object has no attribute '{name}'")

    def _text(self, number):
        """Of a group; None where it may have none."""
        start = self._places[2 * number]
        if self.re._is_sure(number):
            return self.string[start:self._places[2 * number + 1]]
        return self.string[start:self._places[2 * number + 1]] if start >= 0 else None

    def group(self, *groups):
        self._check("group")
        if len(groups) == 0:
            return self._text(0)
        if len(groups) == 1:
            return self._text(self.re._number(groups[0]))
        return tuple([self._text(self.re._number(group)) for group in groups])

    def __getitem__(self, group):
        if len(self._places) == 0:
            raise TypeError("'NoneType' object is not subscriptable")
        return self._text(self.re._number(group))

    def _or(self, number, default):
        text = self._text(number)
        if self.re._is_sure(number) or default is None:
            return text
        return default if text is None else text

    def groups(self, default=None):
        self._check("groups")
        return tuple([self._or(number, default) for number in self.re._all_groups()])

    def groupdict(self, default=None):
        self._check("groupdict")
        self.re._all_groups()
        return {name: self._or(number, default) for name, number in zip(self.re._names, self.re._numbers)}

    def start(self, group=0):
        self._check("start")
        return self._places[2 * self.re._number(group)]

    def end(self, group=0):
        self._check("end")
        return self._places[2 * self.re._number(group) + 1]

    def span(self, group=0):
        self._check("span")
        return self.start(group), self.end(group)

    @property
    def lastindex(self):
        self._check("lastindex")
        number = self._places[-1]
        return number if number != 0 else None

    @property
    def lastgroup(self):
        self._check("lastgroup")
        self.re._all_groups()
        number = self._places[-1]
        name = None
        for known, one in zip(self.re._names, self.re._numbers):
            if number == one:
                name = known
        return name

    def expand(self, template):
        self._check("expand")
        return _filled(template, self)


@_tine.record
class Pattern:
    def __init__(self, pattern, flags):
        self.pattern = pattern
        self._flags = flags
        known = _tine.known_regex(pattern, flags)
        self._isKnown = known is not None
        self.groups = 0
        self._names = ()
        self._numbers = ()
        self._sure = ()
        self.flags = flags | 32
        if known is None:
            problem = _tine.data("re_error", pattern, flags)
            if problem != "":
                raise error(problem)
            self.groups = _tine.data("re_groups", pattern, flags)
        else:
            if known[0] != "":
                raise error(known[0])
            self.groups = known[1]
            self._names = known[2]
            self._numbers = known[3]
            self._sure = known[4]
            self.flags = known[5] | (0 if known[5] & 256 else 32)

    def __repr__(self):
        return f"re.compile({self.pattern!r})"

    @property
    def groupindex(self):
        self._all_groups()
        return {name: number for name, number in zip(self._names, self._numbers)}

    def _is_sure(self, number):
        return number == 0 or (self._isKnown and self._sure[number - 1])

    def _number(self, group):
        if isinstance(group, str):
            self._all_groups()
            for name, number in zip(self._names, self._numbers):
                if group == name:
                    return number
            raise IndexError("no such group")
        if group < 0 or group > self.groups:
            raise IndexError("no such group")
        return group

    def _all_groups(self):
        if not self._isKnown:
            _tine.unsupported("only the run knows this pattern, and which groups it has; ask for a group by its number")
        return range(1, self.groups + 1)

    def _find(self, string, pos, how):
        return Match(self, string, _tine.data("re_find", self.pattern, self._flags, string, pos, how))

    def search(self, string, pos=0):
        return self._find(string, pos, 0)

    def match(self, string, pos=0):
        return self._find(string, pos, 1)

    def fullmatch(self, string, pos=0):
        return self._find(string, pos, 2)

    def finditer(self, string):
        return _Matches(self, string)

    def findall(self, string):
        texts = _tine.data("re_texts", self.pattern, self._flags, string, 0, 0)
        if not self._isKnown:
            if self.groups > 1:
                raise NotImplementedError("findall() of a pattern that only the run knows, which has several groups")
            return texts
        if self.groups < 2:
            return texts
        return [tuple([texts[i + k] for k in range(self.groups)]) for i in range(0, len(texts), self.groups)]

    def split(self, string, maxsplit=0):
        if not self._isKnown:
            if self.groups > 0:
                raise NotImplementedError("split() by a pattern that only the run knows, which has groups")
        elif not all(self._sure):
            _tine.unsupported("split() by a pattern with groups that may have no text, which are None then, is not supported")
        return _tine.data("re_texts", self.pattern, self._flags, string, maxsplit, 1)

    def subn(self, repl, string, count=0):
        places = _tine.data("re_all", self.pattern, self._flags, string, count)
        width = 2 * self.groups + 3
        number = len(places) // width
        parts = []
        at = 0
        for i in range(number):
            parts.append(string[at:places[i * width]])
            found = Match(self, string, places[i * width:(i + 1) * width])
            parts.append(_filled(repl, found) if isinstance(repl, str) else repl(found))
            at = places[i * width + 1]
        parts.append(string[at:])
        return "".join(parts), number

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]


class _Matches:
    """What finditer gives."""

    def __init__(self, re, string):
        self._re = re
        self._string = string
        self._places = _tine.data("re_all", re.pattern, re._flags, string, 0)
        self._width = 2 * re.groups + 3

    def __len__(self):
        return len(self._places) // self._width

    def __getitem__(self, i):
        return Match(self._re, self._string, self._places[i * self._width:(i + 1) * self._width])


def _filled(template, match):
    """What stands for a match: its groups, where a template names them."""
    if not _tine.is_known(template):
        if "\\" in template:
            raise NotImplementedError("a replacement with a backslash that only the run knows")
        return template
    result = ""
    i = 0
    while i < len(template):
        c = template[i]
        i += 1
        if c != "\\":
            result += c
            continue
        if i == len(template):
            raise error(f"bad escape (end of pattern) at position {i - 1}")
        c = template[i]
        i += 1
        if c == "g" and i < len(template) and template[i] == "<":
            close = template.index(">", i)
            name = template[i + 1:close]
            i = close + 1
            result += match._or(match.re._number(int(name) if name.isdigit() else name), "")
        elif c == "0":
            _tine.unsupported("octal escapes in replacements are not supported")
        elif c.isdigit():
            name = c
            if i < len(template) and template[i].isdigit():
                name += template[i]
                i += 1
            if int(name) > match.re.groups:
                raise error(f"invalid group reference {name} at position {i - len(name)}")
            result += match._or(int(name), "")
        elif c in "abfnrtv":
            result += {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}[c]
        elif c.isalpha():
            raise error(f"bad escape \\{c} at position {i - 2}")
        else:
            result += "\\" + c if c != "\\" else c
    return result


def compile(pattern, flags=0):
    return pattern if isinstance(pattern, Pattern) else Pattern(pattern, flags)


def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)


def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)


def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)


def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)


def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)


def escape(pattern):
    for special in "\\()[]{}?*+-|^$.&~# \t\n\r\v\f":
        pattern = pattern.replace(special, "\\" + special)
    return pattern


def purge():
    pass
