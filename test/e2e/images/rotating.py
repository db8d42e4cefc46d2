# Rotations by any angle.
import os

import numpy as np
import torch
from PIL import Image
from torchvision import transforms
from torchvision.transforms import functional as F

folder = os.path.dirname(os.path.abspath(__file__))
image = Image.open(os.path.join(folder, "photo.jpg")).convert("RGB")


def show(what, image):
    pixels = np.asarray(image).astype(np.int64)
    print(what, image.size, pixels.sum(), (pixels * (np.arange(pixels.size).reshape(pixels.shape) % 97)).sum())


for angle in (0, 17, 45.5, 90, 133, 180, 270, -20, 361):
    show(angle, image.rotate(angle))
    show(angle, image.rotate(angle, expand=True))
show("center", image.rotate(30, center=(10, 20), translate=(3, -4), fillcolor=(9, 8, 7)))
show("gray", image.convert("L").rotate(30, fillcolor=5))
show("filled", F.rotate(image, 12.5, fill=3))
turn = transforms.RandomRotation(25)
print(turn)
torch.manual_seed(4)
for i in range(3):
    show("random", turn(image))
    show("random", transforms.RandomRotation((10, 80), expand=True, fill=(1, 2, 3))(image))
