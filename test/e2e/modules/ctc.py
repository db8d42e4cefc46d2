# CTCLoss: lengths, blanks, reductions and gradients.

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
scores = torch.randn(12, 3, 5, requires_grad=True)
logs = scores.log_softmax(2)
targets = torch.tensor([[1, 2, 2, 4], [3, 3, 1, 0], [4, 1, 0, 0]])
used = torch.tensor([12, 10, 7])
lengths = torch.tensor([4, 3, 2])
loss = nn.CTCLoss()(logs, targets, used, lengths)
loss.backward()
print(loss, scores.grad[:, 1, 2])
print(F.ctc_loss(logs, targets, used, lengths, reduction="none"))
print(F.ctc_loss(logs, targets, used, lengths, reduction="sum", blank=3))
flat = torch.tensor([1, 2, 2, 4, 3, 3, 1, 4, 1])
print(nn.CTCLoss(reduction="none")(logs, flat, (12, 10, 7), (4, 3, 2)))
# Too many labels for what there is: infinite, or left out.
short = torch.tensor([12, 3, 7])
print(F.ctc_loss(logs, targets, short, lengths, reduction="none"))
scores.grad = None
value = nn.CTCLoss(zero_infinity=True)(scores.log_softmax(2), targets, short, lengths)
value.backward()
print(value, scores.grad[:, 1].abs().sum(), scores.grad[0, 0])
print(F.ctc_loss(logs[:, 0], targets[0], torch.tensor(12), torch.tensor(4), reduction="none"))
direct = torch.randn(6, 2, 4).log_softmax(2).requires_grad_()
F.ctc_loss(direct, torch.tensor([[1, 2], [3, 3]]), torch.tensor([6, 5]), torch.tensor([2, 2])).backward()
print(direct.grad[:, 1])
print(F.ctc_loss(direct.detach(), torch.tensor([[1, 2], [3, 3]]), torch.tensor([6, 5]),
                 torch.tensor([0, 1]), reduction="none"))
