# The shape of an array depends on the mode of a file.
# expect: COMPILE ERROR 7 convert
import numpy as np
from PIL import Image

print(Image.open("photo.jpg").size)
print(np.asarray(Image.open("photo.jpg")).shape)
