# MobileNet, versions 2 and 3.
import torch
from torchvision.models import mobilenet_v2, mobilenet_v3_large, mobilenet_v3_small
from torchvision.models.mobilenetv2 import MobileNetV2


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
model = mobilenet_v2(num_classes=10, width_mult=0.5)
describe(model)
scores(model, 64)
print(model.features[2].conv)
print(model.classifier, model.last_channel)

model = mobilenet_v3_small(num_classes=10)
describe(model)
scores(model, 64)
print(model.features[1])
describe(mobilenet_v3_large(num_classes=3, reduced_tail=True, dilated=True))

try:
    MobileNetV2(inverted_residual_setting=[])
except ValueError as error:
    print(error)
