# A batch of states for an input without one.
import torch

cell = torch.nn.LSTMCell(2, 3)
cell(torch.ones(2), (torch.ones(2, 3), torch.ones(2, 3)))
