# Image files of all kinds, their sizes and modes, and their pixels in other modes.
import os

import numpy as np
from PIL import Image

folder = os.path.dirname(os.path.abspath(__file__))
names = ["photo.jpg", "gray.jpg", "progressive.jpg", "color.png", "palette.png", "alpha.png", "gray_alpha.png", "deep.png", "bits.png"]
for name in names:
    path = os.path.join(folder, name)
    image = Image.open(path)
    print(name, image.size, image.width, image.height, image.mode, image.format)
    for mode in ("L", "LA", "RGB", "RGBA"):
        converted = Image.open(path).convert(mode)
        pixels = np.asarray(converted)
        print(converted.mode, converted.size, pixels.shape, pixels.dtype, pixels.astype(np.int64).sum(), pixels[3, 5], pixels[-1, -1])
