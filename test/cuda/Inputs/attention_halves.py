# Attention of bf16 and f16 on tensor cores.
# tolerance: 1e-2
import torch
import torch.nn.functional as F
torch.manual_seed(0)
place = 'cuda:0'


def show(name: str, x):
    x = x.detach().cpu().float()
    numbers = x.flatten()
    print(name, "%.3f" % x.abs().sum().item(), "%.4f" % x.std().item(),
          "%.3f" % numbers[1].item(), "%.3f" % numbers[-1].item())


def run(name: str, rows: int, keys: int, inner: int, columns: int, dtype: torch.dtype, causal: bool):
    q = torch.randn(2, 3, rows, inner).to(dtype).to(place)
    k = torch.randn(2, 3, keys, inner).to(dtype).to(place)
    v = torch.randn(2, 3, keys, columns).to(dtype).to(place)
    show(name, F.scaled_dot_product_attention(q, k, v, is_causal=causal))
    mask = torch.rand(2, 1, rows, keys) > 0.3
    show("  seen", F.scaled_dot_product_attention(q, k, v, attn_mask=mask.to(place)))


run("bf16, 32 columns", 70, 50, 20, 24, torch.bfloat16, False)
run("bf16, 64 columns", 66, 135, 64, 64, torch.bfloat16, True)
run("bf16, 128 columns", 33, 65, 128, 90, torch.bfloat16, False)
run("f16, 32 columns", 70, 50, 20, 24, torch.float16, False)
run("f16, 64 columns", 66, 135, 64, 64, torch.float16, True)
run("f16, 128 columns", 33, 65, 128, 90, torch.float16, False)
