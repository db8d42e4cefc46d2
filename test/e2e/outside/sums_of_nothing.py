# A sum of no floats is the int 0, as is any sum of no items.
# arguments: 1 2 5
# arguments:
import sys

import numpy as np
import torch

values = [float(word) for word in sys.argv[1:]]
total = sum(values)
print(total, [total], round(total, 2), f"{total}", f"{total:.1f}", total / 2, str(total))
print(sum([v for v in values if v > 3]), sum(values, 0.0), sum(values, 1), max(total, 1))
print(sum(float(word) * 2 for word in sys.argv[1:]), sum(values) or 1.0)


def half(numbers):
    return sum(numbers) / 2


print(half(values), [half([v, 1.0]) for v in values])
print(torch.ones(2) * total, np.ones(2) + sum(values))

# Beside a float it is one in a tensor; where all may be ints, dtype says so.
print(np.array([total, 1.5]), np.array([total, 1.5]).dtype, np.array([[total], [2.5]]).dtype, torch.tensor([[total, 2.5], [1, total]]))
print(np.array([total, 1], dtype=np.float32), torch.tensor([total], dtype=torch.float64))
totals = [sum([v, 1.0]) for v in values]
print(np.array(totals), np.array(totals).dtype, np.array(totals, dtype=float), torch.tensor(totals))
by_word = {}
for word in sys.argv[1:]:
    by_word[word] = sum(values)
print(by_word, sum(by_word.values()))
