import torch
import torch.nn.functional as F
torch.manual_seed(0)
place = 'cuda:0'


def show(name: str, x):
    x = x.detach().cpu()
    numbers = x.flatten()
    print(name, "%.4f" % x.abs().sum().item(), "%.4f" % x.std().item(),
          "%.4f" % numbers[1].item(), "%.4f" % numbers[-1].item())


def run(name: str, q, k, v, mask, causal: bool):
    q, k, v = q.clone().to(place), k.clone().to(place), v.clone().to(place)
    for x in (q, k, v):
        x.requires_grad_()
    y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=causal)
    show(name, y)
    weights = torch.arange(y.numel(), dtype=torch.float32).reshape(y.shape).sin()
    (y * weights.to(place)).sum().backward()
    show("  by queries", q.grad)
    show("  by keys", k.grad)
    show("  by values", v.grad)


def tensors(batch: int, heads: int, rows: int, keys: int, inner: int, columns: int):
    return (torch.randn(batch, heads, rows, inner), torch.randn(batch, heads, keys, inner),
            torch.randn(batch, heads, keys, columns))


# Tiles that are not full, of each template.
q, k, v = tensors(2, 3, 70, 50, 24, 20)
run("32 columns", q, k, v, None, False)
q, k, v = tensors(1, 2, 66, 35, 40, 64)
run("64 columns", q, k, v, None, False)
q, k, v = tensors(1, 1, 33, 65, 128, 90)
run("128 columns", q, k, v, None, False)

# Each row sees the keys in front of it, also where there are more of one or the other.
q, k, v = tensors(1, 2, 70, 70, 32, 32)
run("causal", q, k, v, None, True)
q, k, v = tensors(1, 2, 80, 40, 64, 64)
run("more rows", q, k, v, None, True)
q, k, v = tensors(1, 1, 20, 70, 128, 128)
run("more keys", q, k, v, None, True)

# Masks are added, or say what is seen; a row may see nothing.
q, k, v = tensors(2, 2, 40, 33, 16, 16)
run("added", q, k, v, torch.randn(40, 33).to(place), False)
seen = torch.rand(2, 1, 40, 33) > 0.4
seen[0, 0, 3] = False
run("seen", q, k, v, seen.to(place), False)
run("by keys", q, k, v, (torch.rand(2, 1, 1, 33) > 0.4).to(place), False)

# Large scores do not overflow, and a number of rows that the run decides.
q, k, v = tensors(1, 2, 40, 40, 16, 16)
run("large", q * 100, k, v, None, False)
some = q[0, 0, :, 0] > 0
run("some rows", q[:, :, some], k, v, None, False)
print("%.5f" % q[:, :, some].sum().item())
