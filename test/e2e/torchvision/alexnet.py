# AlexNet, whose function has the name of its module.
import torch
import torchvision
from torchvision.models import alexnet
from torchvision.models.alexnet import AlexNet


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
model = torchvision.models.alexnet(num_classes=10)
describe(model)
scores(model, 64)
print(isinstance(alexnet(num_classes=2, dropout=0.1), AlexNet))
print(model.classifier)
