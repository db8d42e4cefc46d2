# Pillow's filters, boxes, crops, turns; what arrays become.
import os

import numpy as np
from PIL import Image

folder = os.path.dirname(os.path.abspath(__file__))
image = Image.open(os.path.join(folder, "photo.jpg")).convert("RGB")


def show(what, image):
    pixels = np.asarray(image).astype(np.int64)
    weights = np.arange(pixels.size).reshape(pixels.shape) % 97
    print(what, image.mode, image.size, pixels.sum(), (pixels * weights).sum())


for filter in (Image.NEAREST, Image.BOX, Image.BILINEAR, Image.HAMMING, Image.BICUBIC, Image.LANCZOS):
    show(filter, image.resize((32, 20), filter))
    show(filter, image.resize((90, 33), resample=filter))
    show(filter, image.resize((20, 40), filter, box=(3.5, 2, 50, 40.25)))
show("default", image.resize((17, 11)))
show("same", image.resize(image.size, Image.Resampling.LANCZOS))
show("half", image.resize((image.width // 2, image.height // 2)))
show("alpha", Image.open(os.path.join(folder, "alpha.png")).convert("RGBA").resize((13, 22), Image.BILINEAR))
show("gray", Image.open(os.path.join(folder, "gray_alpha.png")).convert("LA").resize((13, 22)))
show("crop", image.crop((10, 5, 40, 30)))
show("outside", image.crop((-5, -7, 70, 50)))
for method in (Image.FLIP_LEFT_RIGHT, Image.FLIP_TOP_BOTTOM, Image.ROTATE_90, Image.ROTATE_180, Image.ROTATE_270, Image.TRANSPOSE, Image.TRANSVERSE):
    show(method, image.transpose(method))
show("turned", image.rotate(90, expand=True))
show("turned", image.rotate(180))
show("gray", image.convert("L"))
show("back", image.convert("L").convert("RGBA").convert("LA"))
print(image.getpixel((3, 4)), image.convert("L").getpixel((3, 4)), image.getbands(), len(image.split()))
red, green, blue = image.split()
show("red", red)
show("merged", Image.merge("RGB", (blue, green, red)))
show("new", Image.new("RGB", (4, 3), (10, 20, 30)))
show("new", Image.new("L", (4, 3), 7))
show("new", Image.new("RGBA", (4, 3), "white"))
show("array", Image.fromarray(np.arange(24, dtype=np.uint8).reshape(2, 4, 3)))
show("array", Image.fromarray(np.arange(24, dtype=np.uint8).reshape(4, 6)))
canvas = Image.new("RGB", (80, 60))
canvas.paste(image, (10, 8))
canvas.putpixel((0, 0), (1, 2, 3))
show("pasted", canvas)
array = np.array(image)
array[0, 0] = 0
print(array[0, 0], image.getpixel((0, 0)) == tuple(array[0, 0].tolist()), image == image.copy())
with Image.open(os.path.join(folder, "color.png")) as opened:
    show("opened", opened.convert("RGB"))
