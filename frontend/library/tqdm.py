# tqdm: progress bars, which are not drawn: what goes over an iterable, and counts.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

class tqdm:
    def __init__(self, iterable=None, desc=None, total=None, leave=True, file=None, ncols=None, mininterval=0.1, maxinterval=10.0, miniters=None,
                 ascii=None, disable=False, unit="it", unit_scale=False, dynamic_ncols=False, smoothing=0.3, bar_format=None, initial=0, position=None,
                 postfix=None, unit_divisor=1000, write_bytes=False, lock_args=None, nrows=None, colour=None, delay=0, gui=False):
        self.iterable = iterable
        self.desc = desc
        self.n = initial
        self.disable = disable
        self.leave = leave
        self.unit = unit
        self._total = total

    @property
    def total(self):
        return len(self.iterable) if self._total is None and self.iterable is not None else self._total

    def __iter__(self):
        return iter(self.iterable)

    def _walks(self):
        """A loop goes over `iterable`."""

    def __len__(self):
        return self.total

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        return None

    def update(self, n=1):
        self.n += n

    def set_description(self, desc=None, refresh=True):
        pass

    set_description_str = set_description

    def set_postfix(self, ordered_dict=None, refresh=True, **kwargs):
        pass

    def set_postfix_str(self, s="", refresh=True):
        pass

    def reset(self, total=None):
        self.n = 0

    def close(self):
        pass

    refresh = clear = unpause = close

    @staticmethod
    def write(s, file=None, end="\n", nolock=False):
        print(s, end=end, file=file)


def trange(*args, **kwargs):
    return tqdm(range(*args), **kwargs)


tqdm_notebook = tqdm
tnrange = trange
