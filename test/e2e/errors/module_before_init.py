# expect: COMPILE ERROR 7 before
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        self.f = nn.Linear(2, 2)


print(Net())
