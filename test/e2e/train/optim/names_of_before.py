# Optimizers and schedulers of a program that use names of PyTorch 1
import torch
from torch.optim.lr_scheduler import LRScheduler, StepLR, _LRScheduler
from torch.optim.optimizer import Optimizer, required


class Steps(Optimizer):
    def __init__(self, params, lr=required, decay=0.0):
        if lr is not required and lr < 0.0:
            raise ValueError("Invalid learning rate")
        super(Steps, self).__init__(params, dict(lr=lr, decay=decay))

    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.data.add_(p.grad + group["decay"] * p.data, alpha=-group["lr"])


class Warmup(_LRScheduler):
    def __init__(self, optimizer, epochs, after):
        self.epochs = epochs
        self.after = after
        self.finished = False
        super(Warmup, self).__init__(optimizer)

    def get_lr(self):
        if self.last_epoch > self.epochs:
            if not self.finished:
                self.after.base_lrs = [base * 2 for base in self.base_lrs]
                self.finished = True
            return self.after.get_last_lr()
        return [base * (1 + self.last_epoch / self.epochs) for base in self.base_lrs]

    def step(self, epoch=None):
        if self.finished:
            self.after.step()
            self.last_epoch = self.after.last_epoch + self.epochs + 1
            self._last_lr = self.after.get_last_lr()
        else:
            super(Warmup, self).step(epoch)


torch.manual_seed(0)
m = torch.nn.Linear(3, 1)
x = torch.randn(8, 3)
optimizer = Steps([{"params": [m.weight]}, {"params": [m.bias], "decay": 0.01}], lr=0.1)
scheduler = Warmup(optimizer, 3, StepLR(optimizer, 2, gamma=0.5))
print(isinstance(scheduler, LRScheduler), isinstance(scheduler.after, _LRScheduler), required)
for epoch in range(8):
    m.zero_grad()
    loss = m(x).pow(2).mean()
    loss.backward()
    optimizer.step()
    scheduler.step()
    print(epoch, [round(group["lr"], 6) for group in optimizer.param_groups], "%.5f" % loss.item())
try:
    Steps(m.parameters())
except ValueError as error:
    print(error)
