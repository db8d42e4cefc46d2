# Images that are made to fit, in place.
import os

import numpy as np
from PIL import Image

folder = os.path.dirname(os.path.abspath(__file__))
for name in ("photo.jpg", "alpha.png", "gray.jpg"):
    image = Image.open(os.path.join(folder, name))
    image = image.convert("RGBA" if name == "alpha.png" else "L" if name == "gray.jpg" else "RGB")
    for size in ((40, 40), (20, 30), (30, 10), (8, 8), (5, 64), (100, 100), (61, 2)):
        for filter in (Image.BICUBIC, Image.LANCZOS, Image.NEAREST):
            small = image.copy()
            small.thumbnail(size, filter)
            pixels = np.asarray(small).astype(np.int64)
            print(size, small.size, pixels.sum(), (pixels * (np.arange(pixels.size).reshape(pixels.shape) % 97)).sum())

# Of files that are not read yet: JPEG files are read at a fraction of their size.
for name in ("photo.jpg", "progressive.jpg", "gray.jpg", "color.png"):
    for size in ((30, 30), (15, 15), (7, 9), (4, 3), (100, 100), (8, 6)):
        small = Image.open(os.path.join(folder, name))
        small.thumbnail(size)
        pixels = np.asarray(small.convert("RGB")).astype(np.int64)
        print(size, small.size, pixels.sum(), (pixels * (np.arange(pixels.size).reshape(pixels.shape) % 97)).sum())
