# ResNet-50 on images of 224 x 224: the forward pass of evaluation, or a training step
# with SGD. Milliseconds, the best of several.
import time
import torch
import torch.nn as nn
import torch.nn.functional as F

BATCH = 1
TRAIN = False
REPEAT = 5


class Bottleneck(nn.Module):
    def __init__(self, inputs, width, stride):
        super().__init__()
        outputs = 4 * width
        self.reduce = nn.Conv2d(inputs, width, 1, bias=False)
        self.norm1 = nn.BatchNorm2d(width)
        self.conv = nn.Conv2d(width, width, 3, stride, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(width)
        self.expand = nn.Conv2d(width, outputs, 1, bias=False)
        self.norm3 = nn.BatchNorm2d(outputs)
        self.shortcut = nn.Identity()
        if stride != 1 or inputs != outputs:
            self.shortcut = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False),
                                          nn.BatchNorm2d(outputs))

    def forward(self, x):
        y = F.relu(self.norm1(self.reduce(x)))
        y = F.relu(self.norm2(self.conv(y)))
        return F.relu(self.norm3(self.expand(y)) + self.shortcut(x))


class ResNet(nn.Module):
    def __init__(self, depths, classes=1000):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64),
                                  nn.ReLU(), nn.MaxPool2d(3, 2, 1))
        blocks = []
        inputs = 64
        for stage, depth in enumerate(depths):
            width = 64 * 2 ** stage
            for block in range(depth):
                stride = 2 if block == 0 and stage > 0 else 1
                blocks.append(Bottleneck(inputs, width, stride))
                inputs = 4 * width
        self.blocks = nn.Sequential(*blocks)
        self.classify = nn.Linear(inputs, classes)

    def forward(self, x):
        x = self.blocks(self.stem(x))
        return self.classify(F.adaptive_avg_pool2d(x, 1).flatten(1))


torch.manual_seed(0)
net = ResNet([3, 4, 6, 3])
images = torch.randn(BATCH, 3, 224, 224)
best = 1e9
if TRAIN:
    labels = torch.randint(0, 1000, (BATCH,))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
    for _ in range(REPEAT):
        start = time.perf_counter()
        optimizer.zero_grad()
        loss = F.cross_entropy(net(images), labels)
        loss.backward()
        optimizer.step()
        best = min(best, time.perf_counter() - start)
    print("loss", loss.item())
else:
    net.eval()
    with torch.no_grad():
        for _ in range(REPEAT):
            start = time.perf_counter()
            scores = net(images)
            best = min(best, time.perf_counter() - start)
    print("scores", scores.sum().item())
print(best * 1e3)
