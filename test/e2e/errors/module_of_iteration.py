# A module that each iteration of a loop of the run makes, used behind the loop.
# expect: COMPILE ERROR 8 state_dict
import torch

x = torch.ones(2, 3)
count = int(x.sum())
model = torch.nn.Linear(3, 1)
for i in range(count):
    model = torch.nn.Linear(3, 1)
    print(model(x).shape)
print(model(x))
