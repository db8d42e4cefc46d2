# expect: COMPILE ERROR 16 gradient
# The list that the variable has here is another one than in the iterations,
# where its elements required gradients.
import torch

w = torch.ones(2, requires_grad=True)
states = [torch.zeros(2), torch.zeros(2)]
for chunk in range(3):
    for t in range(int(torch.tensor(2))):
        new = []
        for s in states:
            new.append(s * w)
        states = new
    states = [s.detach() for s in states]
for s in states:
    print(s.requires_grad)
