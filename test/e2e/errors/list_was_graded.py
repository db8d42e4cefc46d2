# expect: COMPILE ERROR 16 requires
# The list that the variable has behind the loop is another one than it had in
# the loop; whether its elements require gradients is not known by its type.
import torch

torch.manual_seed(0)
w = torch.ones(2, requires_grad=True)
states = [torch.zeros(2), torch.zeros(2)]
for chunk in range(3):
    for t in range(int(torch.randint(2, 4, (1,)))):
        new = []
        for s in states:
            new.append(torch.tanh(w + s))
        states = new
    states = [s.detach() for s in states]
print(states[0].requires_grad)
