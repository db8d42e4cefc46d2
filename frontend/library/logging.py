# logging: loggers by name, which go up to the root; handlers for standard error, standard output and files.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import io
import os
import sys
import time

CRITICAL = 50
FATAL = CRITICAL
ERROR = 40
WARNING = 30
WARN = WARNING
INFO = 20
DEBUG = 10
NOTSET = 0

_names = {CRITICAL: "CRITICAL", ERROR: "ERROR", WARNING: "WARNING", INFO: "INFO", DEBUG: "DEBUG", NOTSET: "NOTSET"}


def _level(level):
    if isinstance(level, int):
        return level
    return {"CRITICAL": CRITICAL, "FATAL": FATAL, "ERROR": ERROR, "WARNING": WARNING, "WARN": WARN, "INFO": INFO, "DEBUG": DEBUG, "NOTSET": NOTSET}[level]


def getLevelName(level):
    return _names.get(level, f"Level {level}") if isinstance(level, int) else _level(level)


class LogRecord:
    def __init__(self, name, level, message):
        self.name = name
        self.levelno = level
        self.levelname = getLevelName(level)
        self.message = message
        self.msg = message
        self.created = time.time()

    def getMessage(self):
        return self.message


class Formatter:
    def __init__(self, fmt=None, datefmt=None, style="%", validate=True):
        self._fmt = fmt
        self.datefmt = datefmt
        self._style = style

    def formatTime(self, record, datefmt=None):
        if datefmt is not None:
            return time.strftime(datefmt, time.localtime(record.created))
        milliseconds = int(record.created * 1000) % 1000
        return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created)) + f",{milliseconds:03d}"

    def format(self, record):
        if self._fmt is None:
            return record.getMessage()
        for place in ("lineno", "funcName", "filename", "pathname", "module", "threadName", "thread)", "relativeCreated"):
            if place in self._fmt:
                _tine.unsupported("where a message comes from is not known in the format of a log; 'message', 'asctime', 'name' and 'levelname' are")
        values = {"message": record.getMessage(), "name": record.name, "levelname": record.levelname, "levelno": record.levelno, "process": 0,
                  "processName": "MainProcess", "asctime": "", "created": record.created}
        if "asctime" in self._fmt:
            values["asctime"] = self.formatTime(record, self.datefmt)
        return self._fmt.format(**values) if self._style == "{" else self._fmt % values


BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"
_plain = Formatter()


class Handler:
    def __init__(self, level=NOTSET):
        self.level = level if isinstance(level, int) else _level(level)
        self.formatter = None
        self.filters = []

    def setLevel(self, level):
        self.level = _level(level)

    def setFormatter(self, fmt):
        self.formatter = fmt

    def format(self, record):
        return (_plain if self.formatter is None else self.formatter).format(record)

    def handle(self, record):
        self.emit(record)

    def emit(self, record):
        pass

    def flush(self):
        pass

    close = flush


class NullHandler(Handler):
    pass


class StreamHandler(Handler):
    terminator = "\n"

    def __init__(self, stream=None):
        Handler.__init__(self)
        self.stream = sys.stderr if stream is None else stream

    def emit(self, record):
        self.stream.write(self.format(record) + self.terminator)

    def flush(self):
        self.stream.flush()


class FileHandler(StreamHandler):
    """Each message is in the file at once."""

    def __init__(self, filename, mode="a", encoding=None, delay=False, errors=None):
        StreamHandler.__init__(self, io.open(filename, mode, encoding=encoding, errors=errors))
        self.baseFilename = os.path.abspath(filename)

    def emit(self, record):
        StreamHandler.emit(self, record)
        self.stream.flush()

    def close(self):
        self.stream.close()


class Logger:
    def __init__(self, name, level=NOTSET):
        self.name = name
        self.level = level if isinstance(level, int) else _level(level)
        self.handlers = []
        self.propagate = True
        self.disabled = False

    @property
    def parent(self):
        return None if self is root else _nearest(self.name)

    def setLevel(self, level):
        self.level = _level(level)

    def getEffectiveLevel(self):
        if self.level != NOTSET or self is root:
            return self.level
        return self.parent.getEffectiveLevel()

    def isEnabledFor(self, level):
        return not self.disabled and level > _disabled.level and level >= self.getEffectiveLevel()

    def addHandler(self, hdlr):
        self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        self.handlers.remove(hdlr)

    def hasHandlers(self):
        if len(self.handlers) > 0:
            return True
        return self.propagate and self is not root and self.parent.hasHandlers()

    def getChild(self, suffix):
        return getLogger(suffix if self is root else self.name + "." + suffix)

    def handle(self, record):
        for handler in self.handlers:
            if record.levelno >= handler.level:
                handler.handle(record)
        if self.propagate and self is not root:
            self.parent.handle(record)

    def log(self, level, msg, *args, exc_info=None, stack_info=False, stacklevel=1, extra=None):
        if self.isEnabledFor(level):
            text = str(msg)
            if len(args) > 0:
                text = text % (args[0] if len(args) == 1 and isinstance(args[0], dict) else args)
            record = LogRecord(self.name, level, text)
            if self.hasHandlers():
                self.handle(record)
            elif level >= WARNING:
                sys.stderr.write(text + "\n")

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    warn = warning

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)

    exception = error

    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args, **kwargs)

    fatal = critical


root = Logger("root", WARNING)
_disabled = Handler()
_loggers = {}


def getLogger(name=None):
    if name is None or name == "root" or name == "":
        return root
    if name not in _loggers:
        _loggers[name] = Logger(name)
    return _loggers[name]


def _nearest(name):
    """The logger above one of the name: that of the longest part of it that has one."""
    cut = name.rfind(".")
    if cut < 0:
        return root
    above = name[:cut]
    return _loggers[above] if above in _loggers else _nearest(above)


def basicConfig(*, filename=None, filemode="a", format=BASIC_FORMAT, datefmt=None, style="%", level=None, stream=None, handlers=None, force=False,
                encoding=None, errors=None):
    if force:
        root.handlers = []
    if len(root.handlers) == 0:
        if handlers is None:
            handlers = [StreamHandler(stream) if filename is None else FileHandler(filename, filemode)]
        for handler in handlers:
            if handler.formatter is None:
                handler.setFormatter(Formatter(format, datefmt, style))
            root.addHandler(handler)
        if level is not None:
            root.setLevel(level)


def disable(level=CRITICAL):
    _disabled.level = _level(level)


def captureWarnings(capture):
    pass


def shutdown():
    pass


def log(level, msg, *args, **kwargs):
    if len(root.handlers) == 0:
        basicConfig()
    root.log(level, msg, *args, **kwargs)


def _at_level(name, level):
    def log_message(msg, *args, **kwargs):
        log(level, msg, *args, **kwargs)
    return _tine.named(name, log_message)


debug = _at_level("debug", DEBUG)
info = _at_level("info", INFO)
warning = warn = _at_level("warning", WARNING)
error = exception = _at_level("error", ERROR)
critical = fatal = _at_level("critical", CRITICAL)
