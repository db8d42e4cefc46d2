# tolerance: 1e-3
# torchvision's residual networks: the names, the seeded parameters and the scores of the originals.
import torch
import torch.nn as nn
import torchvision
import torchvision.models as models
from torchvision.models.resnet import BasicBlock, Bottleneck, ResNet


def describe(model):
    sums = [parameter.double().abs().sum().item() for parameter in model.parameters()]
    print(sum([parameter.numel() for parameter in model.parameters()]), f"{sum(sums):.3f}", f"{sums[0]:.4f} {sums[-2]:.4f}")


def scores(model, side=32):
    model.eval()
    with torch.no_grad():
        print(model(torch.randn(2, 3, side, side)))


torch.manual_seed(0)
model = torchvision.models.resnet18(num_classes=4, zero_init_residual=True)
describe(model)
print(model.layer2)
print([name for name in model.state_dict() if name.startswith("layer1.0")])
print(model.layer3[1].bn2.weight.sum().item(), model.layer3[1].bn1.weight.sum().item())
scores(model)

describe(models.resnet50(weights=None, progress=False, num_classes=3))
narrow = ResNet(Bottleneck, [1, 2, 1, 1], num_classes=5, groups=4, width_per_group=8,
                replace_stride_with_dilation=[False, True, True], norm_layer=lambda channels: nn.GroupNorm(8, channels))
describe(narrow)
print(narrow.layer3[0].conv2, narrow.layer4[0].conv2, narrow.layer4[0].downsample)
scores(narrow)
print(BasicBlock.expansion, Bottleneck.expansion, isinstance(model.layer1[0], BasicBlock))


class InTwoParts(ResNet):
    def __init__(self, *args, **kwargs):
        super(InTwoParts, self).__init__(BasicBlock, [1, 1, 1, 1], num_classes=4, *args, **kwargs)
        self.seq1 = nn.Sequential(self.conv1, self.bn1, self.relu, self.maxpool, self.layer1, self.layer2)
        self.seq2 = nn.Sequential(self.layer3, self.layer4, self.avgpool)

    def forward(self, x):
        x = self.seq2(self.seq1(x))
        return self.fc(x.view(x.size(0), -1))


model = InTwoParts(zero_init_residual=True)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for _ in range(2):
    optimizer.zero_grad()
    loss = nn.MSELoss()(model(torch.randn(4, 3, 32, 32)), torch.eye(4))
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.4f}")
for kwargs in ({"groups": 2}, {"replace_stride_with_dilation": [True, False, False]}, {"replace_stride_with_dilation": [True]}):
    try:
        ResNet(BasicBlock, [2, 1, 1, 1], **kwargs)
    except (ValueError, NotImplementedError) as error:
        print(error)
