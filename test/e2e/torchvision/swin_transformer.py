# Swin-T by its name, and small ones whose windows move.
import torch
from torchvision.models import swin_t
from torchvision.models.swin_transformer import SwinTransformer


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
model = swin_t(num_classes=4)
describe(model)
print([name for name in model.state_dict() if "features.1.1" in name])

# Windows move in both directions, or one; sizes are odd.
for window in ([2, 7], [4, 4]):
    model = SwinTransformer([2, 2], 8, [2, 2], [2, 4], window, num_classes=3)
    describe(model)
    torch.nn.init.normal_(model.head.weight)
    scores(model, 26)
print(model.features[1][1], model.features[2])
print(model.features[1][0].attn.relative_position_index[:60].tolist())
