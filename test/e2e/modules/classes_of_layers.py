# Names and bases of layers, and what is said of wrong arguments: classes that
# only Tine has in between are not seen.
import math

import numpy as np
import torch
from torch import nn
from torch.distributions import Cauchy, Laplace, Normal

for layer in (nn.ReLU, nn.Softmax, nn.Conv2d, nn.ConvTranspose1d, nn.Dropout,
              nn.MaxPool2d, nn.MaxUnpool2d, nn.AvgPool1d, nn.AvgPool2d,
              nn.L1Loss, nn.BCELoss, nn.CTCLoss, nn.LPPool2d, nn.AdaptiveMaxPool1d,
              nn.ReLU6, nn.ZeroPad2d, nn.ReflectionPad1d, nn.BatchNorm1d,
              nn.ModuleList, nn.ModuleDict, nn.LayerNorm):
    print([base.__name__ for base in layer.__mro__], layer.__bases__[0].__name__)


class Activation(nn.ReLU):
    def __init__(self, *args):
        super().__init__(*args)


def error_of(function, *args):
    try:
        function(*args)
    except TypeError as error:
        print(error)


x = torch.ones(1)
error_of(nn.ReLU, True, 1)
error_of(nn.ELU, 1.0, True, 1)
error_of(nn.Conv2d, 1)
error_of(nn.ConvTranspose2d, 1, 2)
error_of(nn.Softmax, 0, 1)
error_of(nn.MSELoss, None, None, "sum", 1)
error_of(nn.BCELoss, None, None, None, "sum", 1)
error_of(nn.ReLU6, True, 1)
error_of(Activation, True, 1)
error_of(nn.Dropout())
error_of(nn.L1Loss(), x)
error_of(nn.MaxPool2d(2))
error_of(nn.LPPool1d(1, 2))
error_of(nn.AdaptiveAvgPool1d(1), x, x)
error_of(nn.AdaptiveMaxPool1d(1))
error_of(nn.Tanh(), x, x)
error_of(Activation(), x, x)

print(np.sin.__name__, np.arctan2.__name__, np.mod.__name__, np.divide.__name__)

for distribution in (Normal, Laplace, Cauchy):
    try:
        distribution(torch.tensor(math.nan), 1.0)
    except ValueError as error:
        print(distribution.__name__, str(error)[:22])
