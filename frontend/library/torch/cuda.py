# torch.cuda: devices have one stream each, so what names streams means program order.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import time

import _tine
import torch


def is_available():
    """As --cuda says; without it a program that asks takes the CPU, one that does not ask is placed."""
    return _tine.cuda_devices() > 0


def device_count():
    return _tine.cuda_devices()


def is_initialized():
    return is_available()


def init():
    pass


def _number(device):
    if device is None:
        return _tine.cuda()
    if isinstance(device, int):
        return device if device >= 0 else _tine.cuda()
    index = torch.device(device).index
    return _tine.cuda() if index is None else index


def current_device():
    return _tine.cuda()


def set_device(device):
    """What "cuda" and .cuda() mean from here on."""
    _tine.set_cuda(_number(device))


def synchronize(device=None):
    """Nothing can tell: text and clocks wait for what they need."""


def ipc_collect():
    pass


def empty_cache():
    pass


def reset_peak_memory_stats(device=None):
    pass


class device:
    """with torch.cuda.device(1): "cuda" means that device."""

    def __init__(self, device):
        self.idx = _number(device)
        self._before = 0

    def __enter__(self):
        self._before = _tine.set_cuda(self.idx)

    def __exit__(self, kind, value, traceback):
        _tine.set_cuda(self._before)
        return False


class device_of(device):
    def __init__(self, obj):
        super().__init__(obj.device)


class Event:
    """Its time is the clock's when everything before it is done."""

    def __init__(self, enable_timing=False, blocking=False, interprocess=False, external=False):
        self._timed = enable_timing
        self._time = 0.0

    def record(self, stream=None):
        if self._timed:
            self._time = time.perf_counter()

    def wait(self, stream=None):
        pass

    def query(self):
        return True

    def synchronize(self):
        pass

    def elapsed_time(self, end_event):
        """In milliseconds."""
        return (end_event._time - self._time) * 1000.0


class Stream:
    """A hint: work is done in the order of the program."""

    def __init__(self, device=None, priority=0):
        self.device = torch.device("cuda", _number(device))
        self.priority = priority

    def wait_stream(self, stream):
        pass

    def wait_event(self, event):
        pass

    def record_event(self, event=None):
        if event is None:
            event = Event()
        event.record(self)
        return event

    def query(self):
        return True

    def synchronize(self):
        pass


def current_stream(device=None):
    return Stream(device)


def default_stream(device=None):
    return Stream(device)


def set_stream(stream):
    """The device of a stream becomes the current one."""
    if stream is not None:
        set_device(stream.device)


class StreamContext:
    """with torch.cuda.stream(s): the current device is the stream's."""

    def __init__(self, stream):
        self.stream = stream
        self._before = 0

    def __enter__(self):
        if self.stream is not None:
            self._before = _tine.set_cuda(_number(self.stream.device))

    def __exit__(self, kind, value, traceback):
        if self.stream is not None:
            _tine.set_cuda(self._before)
        return False


def stream(stream):
    return StreamContext(stream)
