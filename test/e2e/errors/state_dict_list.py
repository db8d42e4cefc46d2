# A state must be a dict.
import torch

model = torch.nn.Linear(2, 3)
print("before")
model.load_state_dict([torch.zeros(2, 3)])
