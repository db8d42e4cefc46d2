# next() of a generator without an end: one 'yield' in its 'while True'.
# expect: COMPILE ERROR 12 end
import torch
def batches(x):
    while True:
        for row in x:
            yield row


it = batches(torch.arange(6.0).reshape(3, 2))
for step in range(5):
    row = next(it)
    print(row)
