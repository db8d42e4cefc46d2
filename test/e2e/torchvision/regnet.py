# RegNet, X and Y.
import torch
from torchvision.models import regnet_x_400mf, regnet_y_400mf, regnet_y_8gf
from torchvision.models.regnet import BlockParams, RegNet


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
model = regnet_y_400mf(num_classes=10)
describe(model)
scores(model, 64)
print(model.trunk_output.block2[0])
describe(regnet_x_400mf(num_classes=10))
params = BlockParams.from_init_params(depth=25, w_0=88, w_a=26.31, w_m=2.25, group_width=48)
print(params.depths, params.widths, params.group_widths, params.strides)
model = RegNet(BlockParams([1, 2], [16, 24], [8, 8], [1.0, 1.0], [2, 2]), num_classes=3, stem_width=8)
describe(model)
scores(model, 32)
