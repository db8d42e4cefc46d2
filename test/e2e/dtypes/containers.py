# Narrow tensors in loops, branches, lists, dicts, tasks and scripted functions.
from typing import Dict, List

import torch


def grow(x, n: int):
    xs = [x]
    for i in range(n):
        xs.append(xs[-1] + 1)
        if float(xs[-1].float().sum()) > 40:
            xs.append(xs[0] * 2)
    return xs


@torch.jit.script
def total(xs: List[torch.Tensor], d: Dict[str, torch.Tensor]):
    y = xs[0]
    for x in xs:
        y = y + x
    return y * d["scale"]


def work(x, y):
    return (x * y + 1).clamp(-50, 50)


torch.manual_seed(9)
n = int(torch.randint(3, 4, ()).item())
for kind in (torch.float16, torch.bfloat16, torch.int8, torch.int16):
    x = torch.arange(6).to(kind)
    xs = grow(x, n) if kind == torch.bfloat16 else [x, x + 1, x * 2]
    print(len(xs), xs[-1], torch.stack(xs)[:, 1], torch.cat(xs).sum(), torch.stack(xs).shape)
    print(total(xs, {"scale": torch.tensor(2, dtype=kind)}))
    futures = [torch.jit.fork(work, x, x + i) for i in range(3)]
    print([torch.jit.wait(f)[2:4] for f in futures])
    y = x
    while int(y.sum()) < 60:
        y = y + x
        y[0] += 1
    print(y)
    z = x if n > 5 else y
    d = {"z": z, "x": x}
    d["w"] = d["z"] - d["x"]
    print(d["w"], z.dtype, z.equal(y), [int(v) for v in z])
    values = [int(v) for v in range(n)]
    print(torch.tensor(values, dtype=kind), torch.tensor([values, values], dtype=kind), torch.tensor([x[1].item(), n], dtype=kind))
    rows = x.reshape(2, 3)
    for row in rows:
        print(row, row.max().item())
    print(rows.expand(2, 2, 3)[1], rows.permute(1, 0), rows.reshape(3, 2).contiguous().view(-1), rows.unfold(1, 2, 1))
    rows = rows.clone()
    rows[:, 1] = 3
    rows[0] = rows[1] * 2
    print(rows, x)
q = (torch.linspace(-1.2, 1.2, 9) / 0.01).round().clamp(-128, 127).to(torch.int8)
print(q, q.float() * 0.01, (q.int() @ q.int()), q.to(torch.int16) * 100)
