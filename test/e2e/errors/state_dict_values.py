# Values of a state must be tensors.
import torch

model = torch.nn.Linear(2, 3)
print("before")
model.load_state_dict({"weight": 3, "bias": [1.0]})
