# A file that is none of an image.
from PIL import Image

print("before")
Image.open(__file__).convert("RGB")
