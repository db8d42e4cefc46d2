# Generators that end by an error, or are closed by one.
import torch
def gen():
    try:
        for i in range(3):
            yield i
    finally:
        print("closed")
def consume(k):
    for x in gen():
        if x == k:
            raise ValueError("mine")
        print(x)
try:
    consume(1)
except ValueError as e:
    print("outside", e)
try:
    consume(int(torch.tensor(2)))
except ValueError as e:
    print("outside", e)
def failing(n):
    for i in range(n):
        if i == 2:
            raise RuntimeError("gen failed")
        yield i
try:
    for x in failing(int(torch.tensor(4))):
        print(x)
except RuntimeError as e:
    print(e)
print([x for x in failing(2)])
