# VGG: features from a list of numbers, a classifier with dropout.
import torch
from torch import nn


def features(plan, channels=3):
    layers = []
    for entry in plan:
        if entry == "M":
            layers.append(nn.MaxPool2d(2))
        else:
            layers += [nn.Conv2d(channels, entry, 3, padding=1), nn.BatchNorm2d(entry), nn.ReLU(inplace=True)]
            channels = entry
    return nn.Sequential(*layers)


class VGG(nn.Module):
    def __init__(self, plan, classes):
        super().__init__()
        self.features = features(plan)
        self.pool = nn.AdaptiveAvgPool2d((2, 2))
        self.classifier = nn.Sequential(nn.Linear(plan[-2] * 4, 16), nn.ReLU(True), nn.Dropout(), nn.Linear(16, classes))
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight, mode="fan_out", nonlinearity="relu")
            elif isinstance(m, nn.Linear):
                nn.init.normal_(m.weight, 0, 0.1)
                nn.init.zeros_(m.bias)

    def forward(self, x):
        return self.classifier(torch.flatten(self.pool(self.features(x)), 1))


torch.manual_seed(0)
model = VGG([4, "M", 8, 8, "M"], 5)
optimizer = torch.optim.SGD(model.parameters(), lr=0.02, momentum=0.9)
images, labels = torch.randn(6, 3, 16, 16), torch.arange(6) % 5
for step in range(4):
    loss = nn.functional.cross_entropy(model(images), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print("%.4f" % loss.item())
model.eval()
with torch.no_grad():
    print(model(images).softmax(1)[0])
