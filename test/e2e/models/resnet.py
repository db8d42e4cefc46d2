# A residual network with blocks of two and of three convolutions, forward and training.
import torch
import torch.nn as nn
import torch.nn.functional as F


def conv3x3(inputs, outputs, stride=1):
    return nn.Conv2d(inputs, outputs, kernel_size=3, stride=stride, padding=1, bias=False)


class BasicBlock(nn.Module):
    expansion = 1

    def __init__(self, inputs, planes, stride=1, downsample=None):
        super().__init__()
        self.conv1 = conv3x3(inputs, planes, stride)
        self.bn1 = nn.BatchNorm2d(planes)
        self.relu = nn.ReLU(inplace=True)
        self.conv2 = conv3x3(planes, planes)
        self.bn2 = nn.BatchNorm2d(planes)
        self.downsample = downsample

    def forward(self, x):
        identity = x if self.downsample is None else self.downsample(x)
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out += identity
        return self.relu(out)


class Bottleneck(nn.Module):
    expansion = 4

    def __init__(self, inputs, planes, stride=1, downsample=None):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(inputs, planes, 1, bias=False), nn.BatchNorm2d(planes), nn.ReLU(),
            conv3x3(planes, planes, stride), nn.BatchNorm2d(planes), nn.ReLU(),
            nn.Conv2d(planes, planes * self.expansion, 1, bias=False),
            nn.BatchNorm2d(planes * self.expansion))
        self.downsample = downsample

    def forward(self, x):
        identity = x if self.downsample is None else self.downsample(x)
        return F.relu(self.layers(x) + identity)


class ResNet(nn.Module):
    def __init__(self, block, depths, classes=10, width=8):
        super().__init__()
        self.inputs = width
        self.stem = nn.Sequential(nn.Conv2d(3, width, 7, 2, 3, bias=False), nn.BatchNorm2d(width),
                                  nn.ReLU(inplace=True), nn.MaxPool2d(3, 2, 1))
        self.layer1 = self._make_layer(block, width, depths[0])
        self.layer2 = self._make_layer(block, 2 * width, depths[1], 2)
        self.layer3 = self._make_layer(block, 4 * width, depths[2], 2)
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(4 * width * block.expansion, classes)
        for module in self.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.kaiming_normal_(module.weight, mode="fan_out", nonlinearity="relu")
            elif isinstance(module, nn.BatchNorm2d):
                nn.init.constant_(module.weight, 1)
                nn.init.constant_(module.bias, 0)

    def _make_layer(self, block, planes, depth, stride=1):
        downsample = None
        if stride != 1 or self.inputs != planes * block.expansion:
            downsample = nn.Sequential(
                nn.Conv2d(self.inputs, planes * block.expansion, 1, stride, bias=False),
                nn.BatchNorm2d(planes * block.expansion))
        layers = [block(self.inputs, planes, stride, downsample)]
        self.inputs = planes * block.expansion
        for _ in range(1, depth):
            layers.append(block(self.inputs, planes))
        return nn.Sequential(*layers)

    def forward(self, x):
        x = self.layer3(self.layer2(self.layer1(self.stem(x))))
        return self.fc(torch.flatten(self.avgpool(x), 1))


torch.manual_seed(7)
images, labels = torch.randn(4, 3, 48, 48), torch.tensor([1, 7, 3, 3])
for block in (BasicBlock, Bottleneck):
    net = ResNet(block, [2, 2, 1])
    print(sum(p.numel() for p in net.parameters()), "%.4f" % net(images).sum().item())
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9, weight_decay=1e-4)
    for step in range(3):
        loss = F.cross_entropy(net(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, "%.3f" % loss.item())
    net.eval()
    with torch.no_grad():
        print(net(images).argmax(1))
