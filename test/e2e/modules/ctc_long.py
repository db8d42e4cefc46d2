# A loss over many steps: a loop, whatever the number of steps.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
scores = torch.randn(300, 2, 6, requires_grad=True)
targets = torch.randint(1, 6, (70,), dtype=torch.int32)
loss = F.ctc_loss(scores.log_softmax(2), targets, torch.tensor([300, 250]), torch.tensor([40, 30]))
loss.backward()
print(loss.detach(), scores.grad[::60, 1])
