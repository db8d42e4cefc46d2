# LBFGS with fixed steps and with line searches, over several calls and with a short history.
import torch
from torch import nn


def rosenbrock(p):
    return (1 - p[0]) ** 2 + 100 * (p[1] - p[0] ** 2) ** 2


def minimum(name, steps, **options):
    p = nn.Parameter(torch.tensor([-1.2, 1.0], dtype=torch.float64))
    optimizer = torch.optim.LBFGS([p], **options)
    calls = 0

    def closure():
        nonlocal calls
        calls += 1
        optimizer.zero_grad()
        loss = rosenbrock(p)
        loss.backward()
        return loss

    for i in range(steps):
        loss = optimizer.step(closure)
        state = optimizer.state[p]
        print(name, i, f"{loss.item():.6f}", calls, state["func_evals"], state["n_iter"])
    print(f"{p[0].item():.4f} {p[1].item():.4f}")


minimum("wolfe", 5, line_search_fn="strong_wolfe", max_iter=8, history_size=3)
minimum("fixed", 3, lr=0.01, max_iter=5)
