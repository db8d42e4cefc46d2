# An optimizer of the program's own whose state data decides to make.
import torch

torch.manual_seed(3)
class Own(torch.optim.Optimizer):
    def __init__(self, params):
        super().__init__(params, dict(lr=0.1))
    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if len(state) == 0:
                    state["m"] = torch.zeros_like(p)
                state["m"].mul_(0.9).add_(p.grad)
                p.add_(state["m"], alpha=-group["lr"])
a = torch.tensor([1.0, -2.0], requires_grad=True)
optimizer = Own([a])
for step in range(16):
    x = torch.randn(2)
    loss = ((a - x) ** 2).sum()
    loss.backward()
    if x[0] > 0.3:
        optimizer.step()
        optimizer.zero_grad()
print(a)
