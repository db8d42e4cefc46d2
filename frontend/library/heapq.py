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


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:n]


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:n]
