# next() of a generator without an end: at most one loop in its 'while True'.
# expect: COMPILE ERROR 13 end
import torch
def values(x):
    while True:
        for row in x:
            for v in row:
                yield v


it = values(torch.arange(6.0).reshape(3, 2))
for step in range(5):
    v = next(it)
    print(v)
