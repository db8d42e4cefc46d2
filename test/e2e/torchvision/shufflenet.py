# ShuffleNetV2 and MNASNet.
import torch
from torchvision.models import mnasnet0_5, shufflenet_v2_x0_5, shufflenet_v2_x1_0


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
model = shufflenet_v2_x0_5(num_classes=10)
describe(model)
scores(model, 64)
describe(shufflenet_v2_x1_0(num_classes=2))
print(model.stage2[0].branch1, model.stage2[1].branch1)

model = mnasnet0_5(num_classes=10)
describe(model)
scores(model, 64)
print(model.layers[8][0])
