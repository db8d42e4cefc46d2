# A ResNet-50 over two devices: on one, in two parts, and in two parts that work on splits of a batch at
# the same time. Draws how long a training step takes.
import timeit

import matplotlib.pyplot as plt
import numpy as np
import torch
import torch.nn as nn
from torchvision.models.resnet import Bottleneck, ResNet

LAYERS = [3, 4, 6, 3]
BATCH = 120
IMAGE = 128
CLASSES = 1000
STEPS = 1  # of a run
RUNS = 3
SPLIT = 20
SPLITS = [1, 3, 5, 8, 10, 12, 20, 40, 60]
COMPARES = True  # with one device and model parallel

plt.switch_backend("Agg")


class OneDevice(ResNet):
    def __init__(self):
        super().__init__(Bottleneck, LAYERS, num_classes=CLASSES)
        self.to("cuda:0")


class ModelParallel(ResNet):
    def __init__(self):
        super().__init__(Bottleneck, LAYERS, num_classes=CLASSES)
        self.first = nn.Sequential(self.conv1, self.bn1, self.relu, self.maxpool, self.layer1,
                                   self.layer2).to("cuda:0")
        self.second = nn.Sequential(self.layer3, self.layer4, self.avgpool).to("cuda:1")
        self.fc.to("cuda:1")

    def scores(self, x):
        x = self.second(x)
        return self.fc(x.view(x.size(0), -1))

    def forward(self, x):
        return self.scores(self.first(x).to("cuda:1"))


class Pipelined(ModelParallel):
    """While the second device works on a split, the first one works on the next."""

    def __init__(self, split_size: int):
        super().__init__()
        self.split_size = split_size

    def forward(self, x):
        splits = iter(x.split(self.split_size, dim=0))
        there = self.first(next(splits)).to("cuda:1")
        scores = []
        for split in splits:
            scores.append(self.scores(there))
            there = self.first(split).to("cuda:1")
        scores.append(self.scores(there))
        return torch.cat(scores)


def train(model):
    model.train(True)
    loss_fn = nn.MSELoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.001)
    for _ in range(STEPS):
        images = torch.randn(BATCH, 3, IMAGE, IMAGE)
        labels = torch.zeros(BATCH, CLASSES).scatter_(1, torch.randint(0, CLASSES, (BATCH, 1)), 1)
        optimizer.zero_grad()
        outputs = model(images.to("cuda:0"))
        loss_fn(outputs, labels.to(outputs.device)).backward()
        optimizer.step()


def measure(setup):
    times = timeit.repeat("train(model)", setup, number=1, repeat=RUNS, globals=globals())
    return np.mean(times) / STEPS, np.std(times) / STEPS


def label(ax):
    ax.set_ylabel("Time of a step (s)")
    ax.yaxis.grid(True)
    plt.tight_layout()


torch.manual_seed(0)
if COMPARES:
    one = measure("model = OneDevice()")
    print("one device     %.3f s" % one[0])
    parallel = measure("model = ModelParallel()")
    print("model parallel %.3f s" % parallel[0])
    pipelined = measure("model = Pipelined(%d)" % SPLIT)
    print("pipelined      %.3f s" % pipelined[0])
    fig, ax = plt.subplots()
    ax.bar(np.arange(3), [parallel[0], one[0], pipelined[0]], yerr=[parallel[1], one[1], pipelined[1]],
           align="center", alpha=0.5, ecolor="red", capsize=10, width=0.6)
    ax.set_xticks(np.arange(3))
    ax.set_xticklabels(["Model parallel", "One device", "Pipelined"])
    label(ax)
    plt.savefig("compared.svg")
    plt.close(fig)

means = []
stds = []
for split_size in SPLITS:
    mean, std = measure("model = Pipelined(split_size=%d)" % split_size)
    print("splits of %2d   %.3f s" % (split_size, mean))
    means.append(mean)
    stds.append(std)
fig, ax = plt.subplots()
ax.plot(SPLITS, means)
ax.errorbar(SPLITS, means, yerr=stds, ecolor="red", fmt="ro")
ax.set_xlabel("Images of a split")
ax.set_xticks(SPLITS)
label(ax)
plt.savefig("split_sizes.svg")
plt.close(fig)
