# MobileNetV2 on images of 224 x 224: the forward pass of evaluation.
# Milliseconds, the best of several.
import time
import torch
import torch.nn as nn
import torch.nn.functional as F

BATCH = 1
REPEAT = 50


class Block(nn.Module):
    def __init__(self, inputs, outputs, stride, expand):
        super().__init__()
        self.add = stride == 1 and inputs == outputs
        width = inputs * expand
        layers = []
        if expand != 1:
            layers += [nn.Conv2d(inputs, width, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU6()]
        layers += [nn.Conv2d(width, width, 3, stride, 1, groups=width, bias=False),
                   nn.BatchNorm2d(width), nn.ReLU6(),
                   nn.Conv2d(width, outputs, 1, bias=False), nn.BatchNorm2d(outputs)]
        self.layers = nn.Sequential(*layers)

    def forward(self, x):
        y = self.layers(x)
        return x + y if self.add else y


class MobileNet(nn.Module):
    def __init__(self, classes=1000):
        super().__init__()
        layers = [nn.Conv2d(3, 32, 3, 2, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU6()]
        inputs = 32
        for expand, outputs, count, stride in ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2),
                                               (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)):
            for i in range(count):
                layers.append(Block(inputs, outputs, stride if i == 0 else 1, expand))
                inputs = outputs
        layers += [nn.Conv2d(inputs, 1280, 1, bias=False), nn.BatchNorm2d(1280), nn.ReLU6()]
        self.layers = nn.Sequential(*layers)
        self.classify = nn.Linear(1280, classes)

    def forward(self, x):
        return self.classify(self.layers(x).mean([2, 3]))


torch.manual_seed(0)
net = MobileNet().eval()
images = torch.randn(BATCH, 3, 224, 224)
best = 1e9
with torch.no_grad():
    for _ in range(REPEAT):
        start = time.perf_counter()
        scores = net(images)
        best = min(best, time.perf_counter() - start)
print("scores", scores.sum().item())
print(best * 1e3)
