# A result that is there only when a loop ends with it, larger than what the
# executable has behind it.
import torch


def fixed_point(w, b):
    z = torch.zeros_like(w)
    n = 0
    while True:
        new = torch.tanh(w * z + b)
        n += 1
        if (new - z).abs().max() < 1e-5:
            return new, n
        z = new


w = torch.full((3000, 3000), 0.3, device="cuda:0")
b = torch.full((3000, 3000), 0.1, device="cuda:0")
z, n = fixed_point(w, b)
print(z[0, :3].cpu(), n)
