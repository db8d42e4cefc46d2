# The text of modules.
import torch
import torch.nn as nn


class Custom(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.inner = nn.ModuleDict({"x": nn.Sequential(nn.Linear(1, width), nn.ReLU()), "y": nn.Identity()})
        self.lstm = nn.LSTM(2, 3, num_layers=2, bias=False, batch_first=True, dropout=0.5, bidirectional=True)

    def extra_repr(self):
        return f"width={self.width}, twice={self.width * 2}"


class Leaf(nn.Module):
    def extra_repr(self):
        return "first line\nsecond line"


class Empty(nn.Module):
    pass


print(nn.Linear(2, 3), nn.Linear(2, 3, bias=False), nn.Bilinear(1, 2, 3), nn.Embedding(4, 5, padding_idx=1), nn.LayerNorm((2, 3)))
print(nn.LSTM(1, 2), nn.GRU(1, 2, 3), nn.RNN(2, 2, nonlinearity="relu"), nn.LSTMCell(1, 2), nn.RNNCell(1, 2, bias=False, nonlinearity="relu"))
print(nn.Dropout(0.1), nn.Flatten(), nn.Softmax(dim=0), nn.LeakyReLU(0.3, inplace=True), nn.GELU(), nn.ELU(), nn.PReLU(), nn.CrossEntropyLoss())
print(Custom(4))
print(Leaf(), Empty(), nn.Sequential(Leaf(), Empty()), [nn.ReLU()])
print(nn.ModuleList([nn.ReLU(), nn.ReLU(), nn.Linear(1, 1), Custom(1), Custom(1)]))
print(nn.ModuleList(), nn.Sequential(), nn.ParameterList([torch.ones(2, 3), torch.zeros(1)]))
