# Python's // and % of floats, known when it compiles and known to the run only.
import math

import torch

print(1.0 // 0.1, 1.0 % 0.1, -1.0 // 0.1, 7.5 // -2.0, -0.0 // 3.0, 0.0 // -3.0, -14.0 % 7.0, 14.0 % -7.0, 3 % -1.5)
pairs = [(1.0, 0.1), (-1.0, 0.1), (1.0, -0.1), (7.5, -2.0), (-7.5, 2.0), (0.0, -3.0), (-0.0, 3.0), (14.0, -7.0), (-14.0, 7.0), (1e17, 3.0), (5.3, 1e-3),
         (1.0, -math.inf), (-1.0, math.inf), (1.0, math.inf), (math.inf, 2.0), (-0.0, -math.inf), (math.nan, -1.0), (1.0, math.nan),
         (-1e-300, 1e300), (-0.3, 0.1), (0.3, 0.1)]
a = torch.tensor([p[0] for p in pairs], dtype=torch.float64).tolist()
b = torch.tensor([p[1] for p in pairs], dtype=torch.float64).tolist()
print([x // y for x, y in zip(a, b)])
print([x % y for x, y in zip(a, b)])
print([divmod(x, y) for x, y in zip(a, b)])
print(1.0 // -math.inf, -1.0 // math.inf, 1.0 % -math.inf, -1.0 % math.inf, math.inf // 2.0, -0.0 // -math.inf, divmod(-0.3, 0.1))


@torch.jit.script
def divide(x: float, y: float):
    return x // y, x % y


print([divide(x, y) for x, y in pairs])
print([divide(x, y) for x, y in zip(a, b)])
