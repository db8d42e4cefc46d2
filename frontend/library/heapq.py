# heapq: lists whose first element is the least. Each step is CPython's, so that the order is, too.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

def _siftdown(heap, startpos, pos):
    newitem = heap[pos]
    while pos > startpos and newitem < heap[(pos - 1) >> 1]:
        heap[pos] = heap[(pos - 1) >> 1]
        pos = (pos - 1) >> 1
    heap[pos] = newitem


def _siftup(heap, pos):
    endpos = len(heap)
    startpos = pos
    newitem = heap[pos]
    childpos = 2 * pos + 1
    while childpos < endpos:
        if childpos + 1 < endpos and not heap[childpos] < heap[childpos + 1]:
            childpos += 1
        heap[pos] = heap[childpos]
        pos = childpos
        childpos = 2 * pos + 1
    heap[pos] = newitem
    _siftdown(heap, startpos, pos)


def heappush(heap, item):
    heap.append(item)
    _siftdown(heap, 0, len(heap) - 1)


def heappop(heap):
    last = heap.pop()
    if len(heap) == 0:
        return last
    first = heap[0]
    heap[0] = last
    _siftup(heap, 0)
    return first


def heapify(x):
    for i in reversed(range(len(x) // 2)):
        _siftup(x, i)


def heappushpop(heap, item):
    return heapreplace(heap, item) if len(heap) > 0 and heap[0] < item else item


def heapreplace(heap, item):
    first = heap[0]
    heap[0] = item
    _siftup(heap, 0)
    return first


def merge(*iterables, key=None, reverse=False):
    """Of equal items that of the first iterable comes first; all are made at once."""
    lists = [list(items) for items in iterables]
    places = [0 for _ in lists]
    merged = []
    for _ in range(sum([len(items) for items in lists])):
        best = -1
        for number in range(len(lists)):
            if places[number] < len(lists[number]) and (best < 0 or _is_before(
                    lists[number][places[number]], lists[best][places[best]], key, reverse)):
                best = number
        merged.append(lists[best][places[best]])
        places[best] += 1
    return iter(merged)


def _is_before(item, other, key, reverse):
    if key is not None:
        item = key(item)
        other = key(other)
    return other < item if reverse else item < other


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:n]


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:n]
