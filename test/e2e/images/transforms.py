# torchvision.transforms of images of PIL.
import os

import torch
from PIL import Image
from torchvision import transforms

folder = os.path.dirname(os.path.abspath(__file__))
image = Image.open(os.path.join(folder, "photo.jpg")).convert("RGB")


def show(what, t):
    x = t.double()
    weights = (torch.arange(x.numel()) % 89).double().reshape(x.shape)
    print(what, tuple(t.shape), t.dtype, f"{x.sum().item():.4f} {(x * weights).sum().item():.4f}")


prepare = transforms.Compose([
    transforms.Resize(40),
    transforms.CenterCrop(32),
    transforms.ToTensor(),
    transforms.Normalize(mean=[0.485, 0.456, 0.406], std=[0.229, 0.224, 0.225]),
])
print(prepare)
show("prepared", prepare(image))
bytes = transforms.PILToTensor()
show("size", bytes(transforms.Resize((20, 30))(image)))
show("long", bytes(transforms.Resize(40, max_size=45)(image)))
show("cubic", bytes(transforms.Resize(24, interpolation=transforms.InterpolationMode.BICUBIC)(image)))
show("nearest", bytes(transforms.Resize(24, transforms.InterpolationMode.NEAREST)(image)))
show("small", bytes(transforms.CenterCrop((60, 40))(image)))
show("wide", bytes(transforms.CenterCrop(70)(image)))
show("pad", bytes(transforms.Pad(3)(image)))
show("pad", bytes(transforms.Pad((1, 2), fill=(9, 8, 7))(image)))
for mode in ("edge", "reflect", "symmetric"):
    show(mode, bytes(transforms.Pad((1, 2, 3, 4), padding_mode=mode)(image)))
show("gray", bytes(transforms.Grayscale()(image)))
show("gray", bytes(transforms.Grayscale(3)(image)))
show("float", transforms.ConvertImageDtype(torch.float32)(bytes(image)))
show("lambda", transforms.Lambda(lambda x: x * 2)(bytes(image)))
show("back", bytes(transforms.ToPILImage()(transforms.ToTensor()(image))))
print([tuple(bytes(crop).shape) for crop in transforms.FiveCrop(20)(image)])
torch.manual_seed(3)
for i in range(3):
    show("crop", bytes(transforms.RandomCrop(20)(image)))
    show("padded", bytes(transforms.RandomCrop(50, padding=4, pad_if_needed=True)(image)))
    show("flip", bytes(transforms.RandomHorizontalFlip()(image)))
    show("flip", bytes(transforms.RandomVerticalFlip(0.3)(image)))
    show("resized", bytes(transforms.RandomResizedCrop(24)(image)))
