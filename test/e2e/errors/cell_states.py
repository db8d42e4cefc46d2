# A state that does not fit the batch; it was an internal error when it was compiled.
import torch

cell = torch.nn.GRUCell(3, 4)
print(cell(torch.randn(2, 3), torch.randn(3, 4)).shape)
