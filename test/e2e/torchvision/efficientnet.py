# EfficientNet and EfficientNetV2.
import torch
import torchvision.models as models
from torchvision.models.efficientnet import EfficientNet, FusedMBConvConfig, MBConvConfig


def describe(model):
    """How many parameters, their sizes, names and values."""
    sizes = [parameter.numel() for parameter in model.parameters()]
    names = [name for name, parameter in model.named_parameters()]
    print(len(names), sum(sizes), sum([i * size for i, size in enumerate(sizes)]), len(model.state_dict()), names[0], names[-1])
    print(f"{sum([parameter.double().abs().sum().item() for parameter in model.parameters()]):.4f}")


def scores(model, side):
    model.eval()
    with torch.no_grad():
        print(["%.4f" % score for score in model(torch.randn(2, 3, side, side)).flatten().tolist()])


torch.manual_seed(0)
model = models.efficientnet_b0(num_classes=10)
describe(model)
scores(model, 64)
print(model.features[2][0])
print(model.classifier)
model = models.efficientnet_b5(num_classes=1)
print(sum([parameter.numel() for parameter in model.parameters()]), model.features[0][1].eps, model.classifier[0].p)
describe(models.efficientnet_v2_s(num_classes=2))

model = EfficientNet([FusedMBConvConfig(1, 3, 1, 8, 8, 1), FusedMBConvConfig(4, 3, 2, 8, 16, 1), MBConvConfig(4, 3, 2, 16, 24, 2)],
                     dropout=0.1, stochastic_depth_prob=0.5, num_classes=4, last_channel=64)
describe(model)
scores(model, 64)
print(model.features[3][1])
print(model.features[2][0])

# Steps of training, in which blocks are left out.
model.train()
optimizer = torch.optim.SGD(model.parameters(), lr=0.02)
for _ in range(3):
    optimizer.zero_grad()
    loss = torch.nn.functional.cross_entropy(model(torch.randn(4, 3, 32, 32)), torch.tensor([0, 2, 1, 3]))
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.4f}")
