# VGG by its names, with and without norms.
import torch
import torchvision
from torchvision.models import vgg11, vgg16_bn
from torchvision.models.vgg import VGG, cfgs, make_layers


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
model = torchvision.models.vgg11(num_classes=10)
describe(model)
scores(model, 32)
print(cfgs["D"], [type(layer).__name__ for layer in vgg16_bn(num_classes=2, init_weights=False).features[:8]])

# Other classes, the features as they are.
for parameter in model.features.parameters():
    parameter.requires_grad = False
model.classifier[6] = torch.nn.Linear(4096, 3)
print(sum([parameter.numel() for parameter in model.parameters() if parameter.requires_grad]), model.classifier[6])

small = VGG(make_layers([8, "M", 512, "M"], batch_norm=True), num_classes=4, dropout=0.1)
print(small.features)
print(list(small.state_dict())[:8])
