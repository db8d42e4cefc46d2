# Sizes must agree though keys need not.
import torch

model = torch.nn.Linear(2, 3)
print("before")
print(model.load_state_dict({"bias": torch.zeros(3)}, strict=False))
model.load_state_dict({"weight": torch.zeros(3, 3), "bias": torch.zeros(1, 3)}, strict=False)
