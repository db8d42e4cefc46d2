# ResNet-50 over two devices: training steps with SGD, in one piece or in splits of the
# batch that follow each other. Seconds of a step, the best of several.
import time
import torch
import torch.nn as nn
from torchvision.models.resnet import Bottleneck, ResNet

BATCH = 16
IMAGE = 128
SPLIT = 0
STEPS = 3
CLASSES = 1000


class TwoDevices(ResNet):
    def __init__(self):
        super().__init__(Bottleneck, [3, 4, 6, 3], num_classes=CLASSES)
        self.first = nn.Sequential(self.conv1, self.bn1, self.relu, self.maxpool, self.layer1,
                                   self.layer2).to("cuda:0")
        self.second = nn.Sequential(self.layer3, self.layer4, self.avgpool).to("cuda:1")
        self.fc.to("cuda:1")

    def score(self, x):
        x = self.second(x)
        return self.fc(x.view(x.size(0), -1))

    def forward(self, x):
        if not SPLIT:
            return self.score(self.first(x).to("cuda:1"))
        splits = iter(x.split(SPLIT, dim=0))
        there = self.first(next(splits)).to("cuda:1")
        scores = []
        for part in splits:
            scores.append(self.score(there))
            there = self.first(part).to("cuda:1")
        scores.append(self.score(there))
        return torch.cat(scores)


torch.manual_seed(0)
net = TwoDevices()
net.train()
loss_of = nn.MSELoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.001)
images = torch.randn(BATCH, 3, IMAGE, IMAGE)
labels = torch.randn(BATCH, CLASSES)
best = 1e9
for _ in range(STEPS):
    start = time.perf_counter()
    optimizer.zero_grad()
    scores = net(images.to("cuda:0"))
    loss = loss_of(scores, labels.to(scores.device))
    loss.backward()
    optimizer.step()
    best = min(best, time.perf_counter() - start)
print("loss", loss.item())
print(best)
