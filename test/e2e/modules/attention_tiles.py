# scaled_dot_product_attention by tiles: sizes that fill none, masks, heads as they stand behind a
# projection, no keys, sizes that only the run knows.

import math

import torch
import torch.nn.functional as F

torch.manual_seed(0)


def show(name, t):
    t = t.double()
    print(name, tuple(t.shape), f"{t.sum().item():.3f} {t.abs().mean().item():.5f} {t.square().mean().item():.5f}")


def check(n, h, t, s, d, e, dtype=torch.float32):
    q = torch.randn(n, h, t, d, dtype=dtype)
    k = torch.randn(n, h, s, d, dtype=dtype)
    v = torch.randn(n, h, s, e, dtype=dtype)
    show("plain", F.scaled_dot_product_attention(q, k, v))
    show("causal", F.scaled_dot_product_attention(q, k, v, is_causal=True, scale=0.3))
    mask = torch.randn(t, s, dtype=dtype)
    show("added", F.scaled_dot_product_attention(q, k, v, attn_mask=mask))
    mask = torch.randn(n, 1, 1, s) > 0
    show("seen", F.scaled_dot_product_attention(q, k, v, attn_mask=mask))


check(2, 3, 5, 7, 8, 4)
check(1, 2, 100, 400, 16, 24)
check(2, 2, 65, 200, 64, 64)
check(1, 1, 250, 50, 80, 17)
check(1, 1, 7, 20, 300, 300)
check(1, 2, 33, 40, 16, 24, torch.float64)
check(1, 2, 1, 400, 64, 64)

# Rows that see nothing, of all keys and of the first block of them.
q, k = torch.randn(1, 2, 60, 8), torch.randn(1, 2, 300, 8)
mask = torch.randn(1, 2, 60, 300)
mask[0, 0, 0] = -math.inf
mask[0, 1, 50, :200] = -math.inf
y = F.scaled_dot_product_attention(q, k, k, attn_mask=mask)
show("nothing", y)
print(y[0, 0, 0], y[0, 1, 50])
show("nothing", F.scaled_dot_product_attention(q, k, k, attn_mask=mask > -1))
k[0, 0, 3, 3] = math.nan
k[0, 1, 25, 3] = math.inf
y = F.scaled_dot_product_attention(q, k, k, is_causal=True)
print(y[0, 0, :5, :3], y[0, 1, -1])

# No keys, no queries, fewer dimensions.
none = torch.randn(1, 2, 0, 8)
print(F.scaled_dot_product_attention(q[:, :, :2], none, none))
print(F.scaled_dot_product_attention(none, q, q).shape)
show("3 dimensions", F.scaled_dot_product_attention(torch.randn(3, 5, 8), torch.randn(3, 9, 8), torch.randn(3, 9, 4)))
show("2 dimensions", F.scaled_dot_product_attention(torch.randn(5, 8), torch.randn(9, 8), torch.randn(9, 4)))
show("mask", F.scaled_dot_product_attention(torch.randn(3, 5, 8), torch.randn(3, 9, 8), torch.randn(3, 9, 4), torch.randn(9)))

# Heads behind a projection, and several for one key.
q, k, v = torch.randn(2, 50, 3 * 64).split(64, 2)
q, k, v = [x.view(2, 50, 4, 16).transpose(1, 2) for x in (q, k, v)]
show("heads", F.scaled_dot_product_attention(q, k, v, is_causal=True))
show("shared", F.scaled_dot_product_attention(q, k[:, :2], v[:, :2], enable_gqa=True))
show("columns", F.scaled_dot_product_attention(*[torch.randn(2, 3, 8, 20).transpose(2, 3) for _ in range(3)]))

# The keys so far, as of a text that grows: their number is known in the run.
keys = torch.randn(1, 2, 1, 8)
for i in range(5):
    keys = torch.cat([keys, torch.randn(1, 2, i + 1, 8)], 2)
    show("grown", F.scaled_dot_product_attention(keys, keys, keys, is_causal=True))
    show("grown", F.scaled_dot_product_attention(keys[:, :, -1:], keys, keys, keys[:, :1, :, 0].unsqueeze(2)))
for x in torch.randn(9, 2, 21, 8).split([4, 5]):
    seen = x[:, :, :, 0] > 0
    y = x[:, :, seen[0, 0].nonzero()[:, 0]]
    show("chosen", F.scaled_dot_product_attention(x, y, y))
    show("chosen", F.scaled_dot_product_attention(y, x, x, seen.unsqueeze(2)))
