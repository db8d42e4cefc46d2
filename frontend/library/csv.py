# csv: rows of text, as the dialect "excel" and its parameters say.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
from _streams import Stream, Walk

QUOTE_MINIMAL = 0
QUOTE_ALL = 1
QUOTE_NONNUMERIC = 2
QUOTE_NONE = 3


class Error(Exception):
    pass


class Dialect:
    delimiter = ","
    quotechar = '"'
    escapechar = None
    doublequote = True
    skipinitialspace = False
    lineterminator = "\r\n"
    quoting = QUOTE_MINIMAL
    strict = False


class excel(Dialect):
    pass


class excel_tab(excel):
    delimiter = "\t"


class unix_dialect(Dialect):
    lineterminator = "\n"
    quoting = QUOTE_ALL


def _dialect(dialect, parameters):
    """An object with the attributes of a dialect."""
    if isinstance(dialect, str):
        if dialect not in ("excel", "excel-tab", "unix"):
            raise Error("unknown dialect")
        dialect = {"excel": excel, "excel-tab": excel_tab, "unix": unix_dialect}[dialect]
    chosen = Dialect()
    for name in ("delimiter", "quotechar", "escapechar", "doublequote", "skipinitialspace", "lineterminator", "quoting", "strict"):
        setattr(chosen, name, parameters[name] if name in parameters else getattr(dialect, name))
    for name in parameters:
        if not hasattr(Dialect, name):
            raise TypeError(f"'{name}' is an invalid keyword argument for this function")
    if chosen.escapechar is not None or not chosen.doublequote:
        _tine.unsupported("a csv dialect has no escapechar here, and doublequote=True")
    return chosen


class reader(Stream):
    def __init__(self, csvfile, dialect="excel", **fmtparams):
        self.dialect = _dialect(dialect, fmtparams)
        if self.dialect.quoting == QUOTE_NONNUMERIC:
            _tine.unsupported("rows of text and numbers are not supported: read them as text, and convert them by float()")
        self._lines = csvfile if isinstance(csvfile, Stream) else Walk(csvfile)
        self._options = (" " if self.dialect.skipinitialspace else "") + ("s" if self.dialect.strict else "")
        self._quote = "" if self.dialect.quoting == QUOTE_NONE or self.dialect.quotechar is None else self.dialect.quotechar
        self._text = ""
        self.line_num = 0

    def _advance(self):
        if not self._lines._advance():
            return False
        self._text = self._lines._item()
        self.line_num += 1
        while self._is_open():
            if not self._lines._advance():
                break
            self._text += self._lines._item()
            self.line_num += 1
        return True

    def _is_open(self):
        return _tine.data("csv_is_open", self._text, self.dialect.delimiter, self._quote, self._options) != 0

    def _item(self):
        return _tine.data("csv_row", self._text, self.dialect.delimiter, self._quote, self._options)


class DictReader(Stream):
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", **kwds):
        self.reader = reader(f, dialect, **kwds)
        self._has_names = fieldnames is not None
        self._names = list(fieldnames) if fieldnames is not None else _tine.data("csv_row", "", ",", "", "")
        if restkey is not None or not (restval is None or isinstance(restval, str)):
            _tine.unsupported("'restkey' is not supported, and 'restval' is a str here")
        self._restval = restval

    @property
    def line_num(self):
        return self.reader.line_num

    @property
    def fieldnames(self):
        self._read_names()
        return self._names

    def _read_names(self):
        if not self._has_names:
            self._has_names = True
            if self.reader._advance():
                self._names = self.reader._item()

    def __iter__(self):
        self._read_names()
        return self

    def __next__(self):
        self._read_names()
        return Stream.__next__(self)

    def _next_or(self, default):
        self._read_names()
        return Stream._next_or(self, default)

    def _advance(self):
        more = self.reader._advance()
        while more and self.reader._text in ("\n", "\r\n", ""):
            more = self.reader._advance()
        return more

    def _item(self):
        row = self.reader._item()
        if self._restval is not None:
            while len(row) < len(self._names):
                row.append(self._restval)
        if len(row) != len(self._names):
            raise NotImplementedError(f"line {self.reader.line_num} has {len(row)} fields, the header {len(self._names)}; give short rows a 'restval', longer ones are not supported")
        return {name: field for name, field in zip(self._names, row)}


class writer:
    def __init__(self, csvfile, dialect="excel", **fmtparams):
        self.dialect = _dialect(dialect, fmtparams)
        self._file = csvfile

    def _field(self, value):
        if value is None:
            text = ""
        elif isinstance(value, str):
            text = value
        elif isinstance(value, float):
            text = repr(value)
        else:
            text = str(value)
        how = self.dialect.quoting
        if how == QUOTE_NONE:
            return text
        quote = self.dialect.quotechar
        if how == QUOTE_ALL or (how == QUOTE_NONNUMERIC and not isinstance(value, (int, float))):
            return quote + text.replace(quote, quote + quote) + quote
        if self.dialect.delimiter in text or quote in text or "\n" in text or "\r" in text:
            return quote + text.replace(quote, quote + quote) + quote
        return text

    def writerow(self, row, /):
        fields = [self._field(value) for value in row]
        text = self.dialect.delimiter.join(fields)
        if len(fields) == 1 and text == "":
            text = self.dialect.quotechar + self.dialect.quotechar
        return self._file.write(text + self.dialect.lineterminator)

    def writerows(self, rows, /):
        for row in rows:
            self.writerow(row)


class DictWriter:
    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel", **kwds):
        self.fieldnames = list(fieldnames)
        self.restval = restval
        self.extrasaction = extrasaction
        self.writer = writer(f, dialect, **kwds)

    def writeheader(self):
        return self.writer.writerow(self.fieldnames)

    def writerow(self, rowdict):
        if self.extrasaction == "raise":
            wrong = [key for key in rowdict if key not in self.fieldnames]
            if len(wrong) > 0:
                raise ValueError("dict contains fields not in fieldnames: " + ", ".join([repr(key) for key in wrong]))
        return self.writer.writerow([rowdict[name] if name in rowdict else self.restval for name in self.fieldnames])

    def writerows(self, rowdicts):
        for rowdict in rowdicts:
            self.writerow(rowdict)
