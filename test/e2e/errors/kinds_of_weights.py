# expect: COMPILE ERROR 7 downloaded
# The sets of trained weights have names, but a program has no network.
import torch
from torchvision.models import VGG11_Weights, vgg11
from torchvision.models import mobilenet_v2

model = vgg11(weights=VGG11_Weights.DEFAULT)
print(model(torch.randn(1, 3, 32, 32)))
