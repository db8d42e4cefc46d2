# nn.MultiheadAttention and scaled_dot_product_attention with their masks.

import math

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


def show(*tensors):
    for t in tensors:
        if t is None:
            print(None)
        else:
            print(tuple(t.shape), f"{t.double().sum().item():.4f} {t.double().abs().mean().item():.5f}")


# The module, its text and its state.
attention = nn.MultiheadAttention(8, 2)
print(attention)
for name, p in attention.named_parameters():
    print(name, tuple(p.shape), f"{p.double().abs().sum().item():.4f}")

x = torch.randn(5, 3, 8)
y = torch.randn(4, 3, 8)
show(*attention(x, x, x))
show(*attention(x, y, y))
show(*attention(x, y, torch.randn(4, 3, 8)))
show(*attention(x, x, x, need_weights=False))
show(*attention(x, x, x, average_attn_weights=False))

# Masks: bool and float, of two and three dimensions, of padding.
seen = nn.Transformer.generate_square_subsequent_mask(5)
print(seen)
show(*attention(x, x, x, attn_mask=seen))
show(*attention(x, x, x, attn_mask=seen == -math.inf))
show(*attention(x, x, x, attn_mask=seen, is_causal=True, need_weights=False))
show(*attention(x, x, x, attn_mask=torch.randn(6, 5, 5)))
padding = torch.tensor([[False] * 5, [False, False, False, True, True], [False] * 4 + [True]])
show(*attention(x, x, x, key_padding_mask=padding))
show(*attention(x, x, x, key_padding_mask=padding, attn_mask=seen, need_weights=False))
show(*attention(x, x, x, key_padding_mask=torch.randn(3, 5)))

# One sequence.
show(*attention(x[:, 0], x[:, 0], x[:, 0], key_padding_mask=padding[1]))

# The batch first; keys of other sizes; extra keys.
first = nn.MultiheadAttention(8, 4, batch_first=True, bias=False)
show(*first(x, x, x))
other = nn.MultiheadAttention(8, 2, kdim=6, vdim=5)
show(*other(x, torch.randn(7, 3, 6), torch.randn(7, 3, 5)))
print([name for name, _ in other.named_parameters()])
extra = nn.MultiheadAttention(8, 2, add_bias_kv=True, add_zero_attn=True)
show(*extra(x, x, x, attn_mask=seen, key_padding_mask=padding))

# Training with dropout.
dropping = nn.MultiheadAttention(8, 2, dropout=0.25)
optimizer = torch.optim.SGD(dropping.parameters(), lr=0.5)
for step in range(3):
    out, shares = dropping(x, y, y)
    loss = (out * out).mean() + shares.var()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.5f}")
dropping.eval()
show(*dropping(x, y, y))

# The function.
q = torch.randn(2, 4, 3, 6, requires_grad=True)
k = torch.randn(2, 4, 5, 6, requires_grad=True)
v = torch.randn(2, 4, 5, 7, requires_grad=True)
show(F.scaled_dot_product_attention(q, k, v))
show(F.scaled_dot_product_attention(q, k, v, is_causal=True))
show(F.scaled_dot_product_attention(q, k, v, scale=0.3))
visible = torch.tensor([[True, True, False, False, True], [False] * 5, [True] * 5])
hidden_row = F.scaled_dot_product_attention(q, k, v, attn_mask=visible)
show(hidden_row)
print(hidden_row[0, 0, 1])
hidden_row.square().sum().backward()
show(q.grad, k.grad.abs(), v.grad)
show(F.scaled_dot_product_attention(q, k, v, torch.randn(3, 5)))
show(F.scaled_dot_product_attention(q, k[:, :2], v[:, :2], enable_gqa=True))
show(F.scaled_dot_product_attention(q, k, v, dropout_p=0.4))
