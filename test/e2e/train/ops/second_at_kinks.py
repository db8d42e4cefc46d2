# Second derivatives where a function that is smooth is made of ones that are not.
# tolerance: 1e-6
import torch
import torch.nn.functional as F


def second(name, f):
    x = torch.tensor([0.0, 0.0, 1.0], dtype=torch.float64, requires_grad=True)
    y = f(x)
    weights = torch.arange(1, y.numel() + 1, dtype=torch.float64).view(y.shape)
    g, = torch.autograd.grad((y * weights).sum() + 0 * (x ** 3).sum(), x, create_graph=True)
    h, = torch.autograd.grad((g * torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64)).sum(), x)
    print(name, g.detach(), h)


target = torch.tensor([0.0, 1.0, 0.5], dtype=torch.float64)
second("logsigmoid", F.logsigmoid)
second("softplus", F.softplus)
second("bce", lambda x: F.binary_cross_entropy_with_logits(x, target, reduction="none"))
second("weighted", lambda x: F.binary_cross_entropy_with_logits(x, target, pos_weight=target + 1))
second("logaddexp", lambda x: torch.logaddexp(x, torch.zeros_like(x)))
second("both", lambda x: torch.logaddexp(x, x.flip(0)))
second("huber", lambda x: F.huber_loss(x, target * 0 + 0.25, reduction="none"))
second("smooth", lambda x: F.smooth_l1_loss(x, target * 0, reduction="none", beta=2.0))
second("labels", lambda x: F.multilabel_soft_margin_loss(x[None], target[None]))

infinity = float("inf")
print(torch.logaddexp(torch.tensor([-infinity, infinity, -infinity, 2.0]),
                      torch.tensor([-infinity, infinity, 1.0, -infinity])))
