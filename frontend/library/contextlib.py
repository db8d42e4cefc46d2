# contextlib: context managers.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from functools import wraps

import _tine


class nullcontext:
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, exc_type, exc_value, traceback):
        return None


class closing:
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, exc_type, exc_value, traceback):
        self.thing.close()


@_tine.sees_errors
class suppress:
    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        return None

    def __exit__(self, exc_type, exc_value, traceback):
        return exc_type is not None and issubclass(exc_type, self._exceptions)


class ExitStack:
    """What it enters is left again in the other order."""

    def __init__(self):
        self._managers = []

    def __enter__(self):
        return self

    def enter_context(self, cm):
        result = cm.__enter__()
        self._managers.append(cm)
        return result

    push = enter_context

    def callback(self, callback, /, *args, **kwds):
        self._managers.append(_Callback(callback, args, kwds))
        return callback

    def __exit__(self, exc_type, exc_value, traceback):
        self.close()
        return None

    def close(self):
        managers = self._managers
        self._managers = []
        for cm in managers[::-1]:
            cm.__exit__(None, None, None)


class _Callback:
    def __init__(self, function, args, kwds):
        self._function = function
        self._args = args
        self._kwds = kwds

    def __exit__(self, exc_type, exc_value, traceback):
        self._function(*self._args, **self._kwds)


class ContextDecorator:
    """A base of context managers that are decorators, too."""

    def __call__(self, func):
        def inner(*args, **kwds):
            with self:
                return func(*args, **kwds)
        return inner


@_tine.yield_manager
class _GeneratorContextManager(ContextDecorator):
    """The compiler runs the body of a `with` where the function yields."""

    def __init__(self, func, args, kwds):
        self.func = func
        self.args = args
        self.kwds = kwds

    def __enter__(self):
        _tine.unsupported("a function that is a context manager is entered by 'with' here")

    def __exit__(self, exc_type, exc_value, traceback):
        return None


def contextmanager(func):
    @wraps(func)
    def helper(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)
    return helper
