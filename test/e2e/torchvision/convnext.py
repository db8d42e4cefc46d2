# ConvNeXt-T by its name, and a small one whose layers count.
import torch
from torchvision.models import convnext_tiny
from torchvision.models.convnext import CNBlockConfig, ConvNeXt


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
model = convnext_tiny(num_classes=4)
describe(model)
print(model.features[1][0], model.features[2], model.classifier)

model = ConvNeXt([CNBlockConfig(8, 16, 2), CNBlockConfig(16, None, 2)], stochastic_depth_prob=0.3, layer_scale=0.5, num_classes=3)
describe(model)
scores(model, 32)
print(CNBlockConfig(8, 16, 2))
model.train()
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
for _ in range(2):
    optimizer.zero_grad()
    loss = torch.nn.functional.cross_entropy(model(torch.randn(4, 3, 32, 32)), torch.tensor([0, 2, 1, 1]))
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.4f}")
