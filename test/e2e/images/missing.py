# A file that is not there.
from PIL import Image

print("before")
Image.open("/nowhere/cat.png")
