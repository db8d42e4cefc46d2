# expect: COMPILE ERROR 10 gradient
# The loop may have no iteration: the last element is then the first one.
import torch

p = torch.ones(2, requires_grad=True)
states = [torch.ones(2)]
for k in range(int(torch.tensor(0))):
    states.append(p * 2)
last = states[-1] * 2
print(last.requires_grad)
