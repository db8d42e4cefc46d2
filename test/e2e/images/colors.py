# Brightness, contrast, saturation, hue, gamma and blurs, of images and tensors.
# tolerance: 2e-5
import os

import torch
from PIL import Image, ImageEnhance
from torchvision import transforms
from torchvision.transforms import functional as F

folder = os.path.dirname(os.path.abspath(__file__))
image = Image.open(os.path.join(folder, "photo.jpg")).convert("RGB")
bytes = transforms.PILToTensor()
torch.manual_seed(1)


def show(what, t):
    x = t.double()
    weights = (torch.arange(x.numel()) % 89).double().reshape(x.shape)
    print(what, tuple(t.shape), t.dtype, f"{x.sum().item():.3f} {(x * weights).sum().item():.2f}")


for factor in (0.0, 0.3, 1.0, 1.7):
    show("bright", bytes(F.adjust_brightness(image, factor)))
    show("contrast", bytes(F.adjust_contrast(image, factor)))
    show("color", bytes(F.adjust_saturation(image, factor)))
    show("gamma", bytes(F.adjust_gamma(image, factor + 0.1)))
for factor in (-0.5, -0.2, 0.0, 0.1, 0.43):
    show("hue", bytes(F.adjust_hue(image, factor)))
show("alpha", bytes(ImageEnhance.Contrast(Image.open(os.path.join(folder, "alpha.png")).convert("RGBA")).enhance(1.5)))
show("gray", bytes(ImageEnhance.Brightness(image.convert("L")).enhance(1.5)))
show("blend", bytes(Image.blend(image, image.transpose(Image.FLIP_LEFT_RIGHT), 0.3)))
tensor = torch.rand(3, 13, 17)
for x in (tensor, bytes(image)):
    show("bright", F.adjust_brightness(x, 1.3))
    show("contrast", F.adjust_contrast(x, 0.7))
    show("color", F.adjust_saturation(x, 1.4))
    show("hue", F.adjust_hue(x, 0.2))
    show("gamma", F.adjust_gamma(x, 0.6))
    show("blur", F.gaussian_blur(x, [3, 5], [0.8, 1.2]))
    show("erased", transforms.RandomErasing(p=1.0)(x))
show("blur", bytes(transforms.GaussianBlur(5, 1.5)(image)))
jitter = transforms.ColorJitter(0.4, 0.3, (0.5, 1.5), 0.1)
print(jitter)
for i in range(3):
    show("jitter", bytes(jitter(image)))
    show("gray", bytes(transforms.RandomGrayscale(0.5)(image)))
    show("erased", transforms.RandomErasing(value=(1, 2, 3))(tensor))
    show("some", bytes(transforms.RandomApply([transforms.ColorJitter(0.5)], p=0.6)(image)))
