# What PyTorch's functions check of sizes, in its words.
import torch
import torch.nn.functional as F

o, z = torch.ones, torch.zeros
none = torch.zeros(0).long()
try:
    print(F.batch_norm(o(2, 2), z(1), o(1)))
except RuntimeError as e:
    print(e)
try:
    print(F.batch_norm(o(2, 1), z(2), o(2)))
except RuntimeError as e:
    print(e)
try:
    print(F.batch_norm(o(2, 2), z(2), o(1)))
except RuntimeError as e:
    print(e)
try:
    print(F.batch_norm(o(2, 2), z(2), o(2), o(1)))
except RuntimeError as e:
    print(e)
try:
    print(F.batch_norm(o(2, 2), z(2), o(2), o(2), o(1)))
except RuntimeError as e:
    print(e)
try:
    print(F.batch_norm(o(2, 2), z(3), o(3), training=True))
except RuntimeError as e:
    print(e)
try:
    print(F.layer_norm(o(2, 2), [2], o(1), o(2)))
except RuntimeError as e:
    print(e)
try:
    print(F.layer_norm(o(2, 2), [2], o(2), o(1)))
except RuntimeError as e:
    print(e)
try:
    print(F.layer_norm(o(2, 2), [2], o(1, 2), o(2)))
except RuntimeError as e:
    print(e)
print(torch.addr(o(1, 2), o(3), o(2)))
print(torch.addr(o(2), o(3), o(2)))
try:
    print(F.bilinear(o(3, 2), o(1, 3), o(2, 2, 3)))
except RuntimeError as e:
    print(e)
try:
    print(F.bilinear(o(1, 2), o(3, 3), o(2, 2, 3)))
except RuntimeError as e:
    print(e)
try:
    print(torch.multinomial(o(4), 0))
except RuntimeError as e:
    print(e)
try:
    print(torch.multinomial(o(4), -1, replacement=True))
except RuntimeError as e:
    print(e)
try:
    print(torch.multinomial(o(4), 5))
except RuntimeError as e:
    print(e)
try:
    print(torch.trapezoid(o(2), o(3)))
except RuntimeError as e:
    print(e)
try:
    print(torch.trapezoid(o(3), o(2)))
except RuntimeError as e:
    print(e)
print(torch.trapezoid(o(1), o(1)))
try:
    print(F.local_response_norm(o(1, 2, 2), 0))
except RuntimeError as e:
    print(e)
try:
    print(F.multi_margin_loss(o(0, 0), none))
except RuntimeError as e:
    print(e)
try:
    print(F.multilabel_margin_loss(o(0), none))
except RuntimeError as e:
    print(e)
print(torch.diag_embed(torch.arange(0), -2))
print(torch.diag_embed(torch.arange(0), 1))
print(torch.diag_embed(torch.arange(2) > 0, 1))
print(o(1, 1).gather(0, torch.full((0, 2), 0)))
print(-1 >> 70, 5 >> 64, -8 >> 2)
n = int(torch.tensor(66).item())
print(-9 >> n, 9 >> n, -9 >> (n - 65))
x = torch.ones(int(torch.tensor(2).item()), 1)
print(x.gather(0, torch.full((int(torch.tensor(0).item()), 2), 0)))
