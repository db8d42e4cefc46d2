# expect: COMPILE ERROR 6 downloaded
# A program has no files but those that its caller names.
import torch
from torchvision import models

model = models.resnet18(pretrained=True)
print(model.fc.weight.sum())
