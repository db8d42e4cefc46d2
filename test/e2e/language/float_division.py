# Python's // and % of floats, known when it compiles and known to the run only.
import torch

print(1.0 // 0.1, 1.0 % 0.1, -1.0 // 0.1, 7.5 // -2.0, -0.0 // 3.0, 0.0 // -3.0, -14.0 % 7.0, 14.0 % -7.0, 3 % -1.5)
pairs = [(1.0, 0.1), (-1.0, 0.1), (1.0, -0.1), (7.5, -2.0), (-7.5, 2.0), (0.0, -3.0), (-0.0, 3.0), (14.0, -7.0), (-14.0, 7.0), (1e17, 3.0), (5.3, 1e-3)]
a = torch.tensor([p[0] for p in pairs], dtype=torch.float64).tolist()
b = torch.tensor([p[1] for p in pairs], dtype=torch.float64).tolist()
print([x // y for x, y in zip(a, b)])
print([x % y for x, y in zip(a, b)])
