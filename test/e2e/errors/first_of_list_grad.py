# expect: COMPILE ERROR 11 gradient
# Something else is put behind the elements that require gradients.
import torch

p = torch.ones(2, requires_grad=True)
states = [p * 2]
for k in range(int(torch.tensor(2))):
    states.append(p * 3)
states.append(torch.zeros(2))
last = states[-1] * 2
print(last.requires_grad)
