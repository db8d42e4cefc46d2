# expect: COMPILE ERROR 16 gradient
# The list is one of detached tensors; others of its variable require gradients.
import torch
w = torch.ones(2, requires_grad=True)
states = [torch.zeros(2), torch.zeros(2)]
for e in range(3):
    for t in range(int(torch.tensor(2))):
        new = []
        for s in states:
            new.append(s * w)
        states = new
    other = []
    for s in states:
        other.append(s.detach())
    states = other
    print(states[0].requires_grad, other[0].requires_grad)
