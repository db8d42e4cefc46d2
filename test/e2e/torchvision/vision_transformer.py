# ViT-B/16 of small images, and one with a stem of convolutions.
import torch
from torchvision.models import vit_b_16
from torchvision.models.vision_transformer import ConvStemConfig, VisionTransformer


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
model = vit_b_16(num_classes=4, image_size=32)
torch.nn.init.normal_(model.heads.head.weight, std=0.02)
describe(model)
scores(model, 32)
print(model.heads, model.seq_length, model.class_token.shape, model.encoder.pos_embedding.shape)

model = VisionTransformer(32, 8, num_layers=2, num_heads=4, hidden_dim=16, mlp_dim=32, dropout=0.1, attention_dropout=0.1, num_classes=3,
                          representation_size=8, conv_stem_configs=[ConvStemConfig(6, 3, 4), ConvStemConfig(8, 3, 2)])
torch.nn.init.normal_(model.heads.head.weight)
describe(model)
scores(model, 32)
print(model.conv_proj)
print(model.encoder.layers.encoder_layer_0)
try:
    model(torch.randn(1, 3, 32, 40))
except AssertionError as error:
    print(error)
