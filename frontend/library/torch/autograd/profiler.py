# torch.autograd.profiler: what ran when, gathered by the run itself.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import time

import _tine

# How rows sum up what ran: the enum tine_profile_rows of the runtime.
_BY_NAME = 0
_BY_SHAPE = 1
_SINGLE = 2

# What tables may be sorted by, as numbers of the runtime; nothing is known of devices and memory, which are equal in all rows.
_SORTED_BY = {
    "count": 0,
    "cpu_time_total": 1,
    "self_cpu_time_total": 2,
    "flops": 3,
    "cpu_time": 4,
    "key": 5,
    "device_time": -1,
    "device_time_total": -1,
    "self_device_time_total": -1,
    "cuda_time": -1,
    "cuda_time_total": -1,
    "self_cuda_time_total": -1,
    "cpu_memory_usage": -1,
    "self_cpu_memory_usage": -1,
    "cuda_memory_usage": -1,
    "self_cuda_memory_usage": -1,
    "device_memory_usage": -1,
    "self_device_memory_usage": -1,
}


class record_function:
    """with record_function("name"): a span of that name. Tasks may have some."""

    def __init__(self, name, args=None):
        self.name = name
        self.args = args
        self._start = 0

    def __enter__(self):
        self._start = _tine.trace_time()
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        # What is inside is done by then.
        _tine.trace_time()
        _tine.profile("span", self.name, self._start)
        return False


@_tine.record
class FunctionEventAvg:
    """A row: operations of one name. Times are microseconds."""

    def __init__(self, profile, rows, row):
        self.key = _tine.profile("text", profile, rows, row, 0)
        self.input_shapes = _tine.profile("text", profile, rows, row, 1)
        self.count = int(_tine.profile("number", profile, rows, row, 0))
        self.cpu_time_total = _tine.profile("number", profile, rows, row, 1)
        self.self_cpu_time_total = _tine.profile("number", profile, rows, row, 2)
        self.flops = int(_tine.profile("number", profile, rows, row, 3))

    @property
    def name(self):
        return self.key

    @property
    def cpu_time(self):
        return 0.0 if self.count == 0 else self.cpu_time_total / self.count


class EventList:
    """The rows of a profile, in the order in which they ran first."""

    def __init__(self, profile, rows, with_flops):
        self._profile = profile
        self._rows = rows
        self._with_flops = with_flops

    def __len__(self):
        return _tine.profile("rows", self._profile, self._rows)

    def __getitem__(self, row):
        count = _tine.profile("rows", self._profile, self._rows)
        if row < 0:
            row += count
        if row < 0 or row >= count:
            raise IndexError("list index out of range")
        return FunctionEventAvg(self._profile, self._rows, row)

    def __iter__(self):
        for row in range(_tine.profile("rows", self._profile, self._rows)):
            yield FunctionEventAvg(self._profile, self._rows, row)

    def table(self, sort_by=None, row_limit=100, max_src_column_width=75, max_name_column_width=55, max_shapes_column_width=80, header=None, top_level_events_only=False, time_unit=None):
        if sort_by is not None and sort_by not in _SORTED_BY:
            raise AttributeError(f"'FunctionEventAvg' object has no attribute '{sort_by}'")
        if time_unit is not None:
            _tine.unsupported("time_unit is not supported")
        return _tine.profile(
            "table",
            self._profile,
            self._rows,
            -1 if sort_by is None else _SORTED_BY[sort_by],
            row_limit,
            -1 if max_name_column_width is None else max_name_column_width,
            1 if self._with_flops else 0,
            "" if header is None else header,
        )

    def __str__(self):
        return self.table()

    __repr__ = __str__

    @property
    def self_cpu_time_total(self):
        return _tine.profile("number", self._profile, self._rows, -1, 2)

    def total_average(self):
        total = FunctionEventAvg(self._profile, self._rows, -1)
        total.key = "Total"
        return total


def _export(profile, path):
    code = _tine.profile("export", profile, path)
    if code == 2:
        raise FileNotFoundError(f"[Errno 2] No such file or directory: '{path}'")
    if code == 13:
        raise PermissionError(f"[Errno 13] Permission denied: '{path}'")
    if code == 20:
        raise NotADirectoryError(f"[Errno 20] Not a directory: '{path}'")
    if code == 21:
        raise IsADirectoryError(f"[Errno 21] Is a directory: '{path}'")
    if code == 28:
        raise OSError("[Errno 28] No space left on device")
    if code != 0:
        raise OSError(f"[Errno {code}] '{path}' cannot be written")


class profile:
    """with profile() as prof: gathers what runs; afterwards, prof tells about it.

    The flags that say what to gather change what a table shows: nothing else is known of memory, stacks and modules."""

    def __init__(self, enabled=True, *, use_cuda=False, use_device=None, record_shapes=False, with_flops=False, profile_memory=False, with_stack=False, with_modules=False, use_kineto=False, use_cpu=True, experimental_config=None, acc_events=False, custom_trace_id_callback=None, post_processing_timeout_s=None, activity_filters=None):
        self.enabled = enabled
        self.entered = False
        self.record_shapes = record_shapes or with_flops
        self.with_flops = with_flops
        self._number = -1
        self._ended = False

    def __enter__(self):
        if not self.enabled:
            return None
        if self.entered:
            raise RuntimeError("Profiler context manager is not reentrant")
        self._begin()
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        if self.enabled:
            self._end()
        return False

    def _begin(self):
        self.entered = True
        # What ran before is done, also in queues of devices; what comes is not moved in front.
        time.perf_counter_ns()
        self._number = _tine.profile("start")
        _tine.trace_time()

    def _end(self):
        time.perf_counter_ns()
        _tine.profile("stop", self._number)
        self._ended = True

    def _events(self, rows):
        if not self._ended:
            raise AssertionError("Expected profiling results")
        return EventList(self._number, rows, self.with_flops)

    @property
    def function_events(self):
        return self._events(_SINGLE)

    def events(self):
        return self._events(_SINGLE)

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0, group_by_overload_name=False):
        return self._events(_BY_SHAPE if group_by_input_shape else _BY_NAME)

    def total_average(self):
        return self._events(_BY_NAME).total_average()

    @property
    def self_cpu_time_total(self):
        return self._events(_BY_NAME).self_cpu_time_total

    def table(self, sort_by=None, row_limit=100, max_src_column_width=75, max_name_column_width=55, max_shapes_column_width=80, header=None, top_level_events_only=False):
        return self._events(_SINGLE).table(sort_by, row_limit, max_name_column_width=max_name_column_width, header=header)

    def export_chrome_trace(self, path):
        """Writes the timeline for chrome://tracing, Perfetto and tine-trace. Raises OSError when it cannot."""
        _export(self._number, path)

    def export_stacks(self, path, metric="self_cpu_time_total"):
        _tine.unsupported("export_stacks() is not supported: an executable has no stacks of Python")

    def __str__(self):
        return self._events(_SINGLE).table() if self._ended else "<unfinished torch.autograd.profile>"

    __repr__ = __str__
