# Images that are written as PNG or JPEG and read again.
import os

import numpy as np
from PIL import Image

name = "/tmp/tine-written-" + str(os.getpid()) + ".png"
for shape in ((5, 7), (5, 7, 2), (5, 7, 3), (5, 7, 4)):
    array = (np.arange(np.prod(shape)) * 37 % 251).astype(np.uint8).reshape(shape)
    image = Image.fromarray(array)
    image.save(name)
    again = Image.open(name)
    print(again.mode, again.size, again.format)
    print((np.asarray(again.convert(image.mode)) == array).all())
os.remove(name)

name = name.replace(".png", ".jpg")
array = (np.arange(40 * 30 * 3) ** 2 // 700 % 256).astype(np.uint8).reshape(40, 30, 3)
for quality in (1, 30, 75, 95, 100):
    Image.fromarray(array).save(name, quality=quality)
    again = np.asarray(Image.open(name).convert("RGB")).astype(np.int64)
    print(quality, os.path.exists(name), again.sum(), (again * (np.arange(again.size).reshape(again.shape) % 97)).sum())
Image.fromarray(array[:, :, 1].copy()).save(name)
again = Image.open(name)
print(again.mode, again.size, again.format, np.asarray(again.convert("L")).astype(np.int64).sum())
os.remove(name)
