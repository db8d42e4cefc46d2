# DenseNet by its names, and a small one.
import torch
from torchvision.models import DenseNet, densenet121


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
model = densenet121(num_classes=10)
describe(model)
print([name for name in model.state_dict() if "denselayer16" in name or "transition2" in name])

model = DenseNet(growth_rate=8, block_config=(2, 3, 2), num_init_features=16, bn_size=2, num_classes=4)
describe(model)
scores(model, 64)
print(model.features.denseblock1)
print(model.features.transition1)
