# Images that are written as PNG and read again.
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
