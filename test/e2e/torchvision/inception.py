# GoogLeNet and Inception v3 by their names, and some of their blocks.
import torch
from torchvision.models import googlenet, inception_v3
from torchvision.models.googlenet import Inception, InceptionAux
from torchvision.models.inception import InceptionC, InceptionE


def describe(model):
    """How many parameters, their sizes and names."""
    sizes = [parameter.numel() for parameter in model.parameters()]
    names = list(model.state_dict())
    print(len(names), sum(sizes), sum([i * size for i, size in enumerate(sizes)]), names[0], names[-1])
    print(f"{model.fc.weight.double().abs().sum().item():.4f}")


torch.manual_seed(0)
model = googlenet(num_classes=4, transform_input=True)
describe(model)
print(model.inception3a.branch3)
model = inception_v3(num_classes=4)
describe(model)
print([name for name in model.state_dict() if "Mixed_7c" in name and name.endswith("conv.weight")])

x = torch.randn(1, 8, 9, 9)
for block in (Inception(8, 4, 2, 6, 2, 4, 4), InceptionAux(8, 3), InceptionC(8, 6), InceptionE(8)):
    with torch.no_grad():
        y = block.eval()(x)
    print(y.shape, f"{y.double().abs().sum().item():.3f}")
