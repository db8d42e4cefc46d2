# Activations in place, and gumbel_softmax.
import torch
import torch.nn.functional as F

torch.manual_seed(3)
x = torch.randn(2, 4) * 2
for f in (lambda t: F.elu_(t), lambda t: F.elu_(t, alpha=0.5), lambda t: F.celu_(t, 0.5), lambda t: torch.celu_(t),
          lambda t: F.selu_(t), lambda t: torch.selu_(t), lambda t: F.leaky_relu_(t, 0.2), lambda t: F.hardtanh_(t),
          lambda t: F.hardtanh_(t, -0.5, 0.25), lambda t: F.threshold_(t, 0.1, -3.0),
          lambda t: torch.threshold_(t, 0.1, 20.0), lambda t: F.rrelu_(t), lambda t: F.rrelu_(t, training=True),
          lambda t: torch.rrelu_(t, 0.1, 0.4, True)):
    t = x.clone()
    result = f(t)
    print(t, result is t)
    w = x.clone().requires_grad_()
    f(w * 1.5).sum().backward()
    print(w.grad)
print(torch.rrelu(x, 0.1, 0.3), torch.rrelu(x, training=True))

for arguments in ({}, {"tau": 0.5}, {"tau": 2.0, "dim": 0}, {"hard": True}, {"tau": 0.3, "hard": True, "dim": 0}):
    logits = x.clone().requires_grad_()
    y = F.gumbel_softmax(logits, **arguments)
    (y * torch.arange(8.0).reshape(2, 4)).sum().backward()
    print(y, logits.grad)
print(F.gumbel_softmax(torch.zeros(3, 2, dtype=torch.float64), tau=0.7))
print(F.gumbel_softmax(x.t(), dim=1), F.gumbel_softmax(torch.zeros(20, 3), hard=True).sum(0))
