"""The network of the classifier: three convolutions over images of 32 x 32 pixels."""
from torch import nn


def block(inputs, outputs):
    return nn.Sequential(nn.Conv2d(inputs, outputs, 3, padding=1), nn.BatchNorm2d(outputs), nn.ReLU(), nn.MaxPool2d(2))


class Net(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.features = nn.Sequential(block(3, 16), block(16, 32), block(32, 32))
        self.head = nn.Linear(32 * 4 * 4, classes)

    def forward(self, x):
        return self.head(self.features(x).flatten(1))
