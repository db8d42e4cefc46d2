# States that data resets or detaches in nested branches, and that are carried on
# with their graph otherwise.
import torch
w = torch.ones(1, requires_grad=True)
states = [torch.zeros(3), torch.zeros(3)]
for t in range(6):
    new = []
    for s in states:
        new.append(torch.tanh(s + w))
    states = new
    loss = states[1].sum()
    if loss.item() > 1.0:
        loss.backward()
        print(t, w.grad)
        if loss.item() > 2.9:
            states = [torch.zeros(3) for _ in range(2)]
        else:
            states = [s.detach() for s in states]
print(states[0].detach())
