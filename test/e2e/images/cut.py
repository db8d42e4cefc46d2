# A file that was cut: what is known without its pixels comes before the error.
import os

from PIL import Image

name = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cut.png")
print(Image.open(name).size)
Image.open(name).convert("RGB")
