# The groups of an optimizer's state must have the sizes of its own.
import torch

model = torch.nn.Linear(2, 3)
print("before")
one = torch.optim.SGD(model.parameters(), lr=0.1)
other = torch.optim.SGD([model.weight], lr=0.1)
other.load_state_dict(one.state_dict())
