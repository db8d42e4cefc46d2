# torchvision.transforms.v2.
# tolerance: 2e-5
import os

import numpy as np
import torch
from PIL import Image
from torchvision.transforms import v2

folder = os.path.dirname(os.path.abspath(__file__))
image = Image.open(os.path.join(folder, "photo.jpg")).convert("RGB")


def show(what, t):
    x = t.double()
    weights = (torch.arange(x.numel()) % 89).double().reshape(x.shape)
    print(what, tuple(t.shape), t.dtype, f"{x.sum().item():.3f} {(x * weights).sum().item():.2f}")


prepare = v2.Compose([
    v2.ToImage(),
    v2.Resize(40, antialias=True),
    v2.CenterCrop(32),
    v2.ToDtype(torch.float32, scale=True),
    v2.Normalize(mean=[0.485, 0.456, 0.406], std=[0.229, 0.224, 0.225]),
])
show("prepared", prepare(image))
show("first", v2.Compose([v2.Resize((24, 30)), v2.ToImage(), v2.ToDtype(torch.float32, scale=True)])(image))
bytes = v2.ToImage()(image)
show("cubic", v2.Resize((24, 30), interpolation=v2.InterpolationMode.BICUBIC)(bytes))
show("up", v2.Resize((70, 80))(bytes))
show("array", v2.ToImage()(np.asarray(image)))
show("dtype", v2.ToDtype(torch.float32)(bytes))
show("dtype", v2.ToDtype(torch.int16, scale=True)(bytes))
torch.manual_seed(5)
for i in range(3):
    show("crop", v2.RandomCrop(20)(bytes))
    show("resized", v2.RandomResizedCrop(24)(bytes))
    show("flip", v2.RandomHorizontalFlip(0.4)(bytes))
