# torch.profiler: torch.autograd.profiler with steps of a schedule.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
from torch.autograd.profiler import profile as _Profile
from torch.autograd.profiler import record_function


class ProfilerActivity:
    CPU = "cpu"
    CUDA = "cuda"
    XPU = "xpu"
    MTIA = "mtia"
    HPU = "hpu"
    PrivateUse1 = "privateuse1"


class ProfilerAction:
    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3


def supported_activities():
    return {ProfilerActivity.CPU}


class _Schedule:
    def __init__(self, wait, warmup, active, repeat, skip_first, skip_first_wait):
        self.wait = wait
        self.warmup = warmup
        self.active = active
        self.repeat = repeat
        self.skip_first = skip_first
        self.skip_first_wait = skip_first_wait

    def __call__(self, step):
        if step < self.skip_first:
            return ProfilerAction.NONE
        at = step - self.skip_first + (self.wait if self.skip_first_wait != 0 else 0)
        length = self.wait + self.warmup + self.active
        if self.repeat > 0 and at >= self.repeat * length:
            return ProfilerAction.NONE
        at = at % length
        if at < self.wait:
            return ProfilerAction.NONE
        if at < self.wait + self.warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD if at < length - 1 else ProfilerAction.RECORD_AND_SAVE


def schedule(*, wait, warmup, active, repeat=0, skip_first=0, skip_first_wait=0):
    """For each step, what a profile does: nothing, nothing that is kept, gather, or gather and be ready behind it."""
    if wait < 0 or warmup < 0 or active <= 0 or repeat < 0 or skip_first < 0:
        raise AssertionError("Invalid profiler schedule arguments")
    return _Schedule(wait, warmup, active, repeat, skip_first, skip_first_wait)


class profile:
    """with profile() as prof: gathers what runs, or with a schedule the steps that it says."""

    def __init__(self, *, activities=None, schedule=None, on_trace_ready=None, record_shapes=False, profile_memory=False, with_stack=False, with_flops=False, with_modules=False, experimental_config=None, execution_trace_observer=None, acc_events=False, use_cuda=None, custom_trace_id_callback=None, post_processing_timeout_s=None):
        self.record_shapes = record_shapes or with_flops
        self.with_flops = with_flops
        self.schedule = schedule
        self.on_trace_ready = on_trace_ready
        self.step_num = 0
        self.current_action = ProfilerAction.RECORD if schedule is None else schedule(0)
        self._step_start = 0
        self.profiler = _Profile(record_shapes=record_shapes, with_flops=with_flops)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.stop()
        return False

    def start(self):
        if self.current_action >= ProfilerAction.RECORD:
            self.profiler._begin()
        if self.schedule is not None:
            self._step_start = _tine.trace_time()

    def stop(self):
        if self.schedule is not None:
            self._end_step()
        if self.current_action >= ProfilerAction.RECORD:
            self.profiler._end()
            if self.on_trace_ready is not None:
                self.on_trace_ready(self)
        self.current_action = ProfilerAction.NONE

    def step(self):
        """A step of the program ends here. Without a schedule nothing happens."""
        if self.schedule is None:
            self.step_num += 1
            return
        self._end_step()
        before = self.current_action
        self.step_num += 1
        self.current_action = self.schedule(self.step_num)
        ends = before >= ProfilerAction.RECORD and (before == ProfilerAction.RECORD_AND_SAVE or self.current_action < ProfilerAction.RECORD)
        if ends:
            self.profiler._end()
            if before == ProfilerAction.RECORD_AND_SAVE and self.on_trace_ready is not None:
                self.on_trace_ready(self)
        if self.current_action >= ProfilerAction.RECORD and (ends or before < ProfilerAction.RECORD):
            self.profiler._begin()
        self._step_start = _tine.trace_time()

    def _end_step(self):
        _tine.trace_time()
        _tine.profile("span", "ProfilerStep*", self._step_start)

    def events(self):
        return self.profiler.events()

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0, group_by_overload_name=False):
        return self.profiler.key_averages(group_by_input_shape)

    def export_chrome_trace(self, path):
        """Writes the timeline for chrome://tracing, Perfetto and tine-trace. Raises OSError when it cannot."""
        self.profiler.export_chrome_trace(path)

    def export_stacks(self, path, metric="self_cpu_time_total"):
        self.profiler.export_stacks(path, metric)

    def add_metadata(self, key, value):
        pass

    def add_metadata_json(self, key, value):
        pass


def tensorboard_trace_handler(dir_name, worker_name=None, use_gzip=False):
    _tine.unsupported("tensorboard_trace_handler() is not supported; give on_trace_ready a function that calls export_chrome_trace()")
