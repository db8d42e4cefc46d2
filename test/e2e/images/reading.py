# torchvision.io.
import os

import torch
from torchvision.io import ImageReadMode, decode_image, read_image

folder = os.path.dirname(os.path.abspath(__file__))
for name in ("photo.jpg", "color.png", "alpha.png", "gray.jpg", "gray_alpha.png"):
    x = read_image(os.path.join(folder, name))
    print(name, tuple(x.shape), x.dtype, x.long().sum().item())
    x = decode_image(os.path.join(folder, name), mode=ImageReadMode.RGB)
    print(name, tuple(x.shape), x[:, 3, 4], x.long().sum().item())
