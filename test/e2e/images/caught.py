# in a folder of its own
# Errors of image files go to handlers.
from PIL import Image, UnidentifiedImageError

with open("text.png", "w") as f:
    f.write("no image")
names = ["Inputs/folders/ant/0.png", "Inputs/cut.png", "none.png", "text.png", "Inputs"]
for path in names:
    try:
        image = Image.open(path)
        image = image.convert("L").resize((4, 4))
        print(path, image.size, image.mode)
    except FileNotFoundError as error:
        print("missing:", error)
    except UnidentifiedImageError as error:
        print("no image:", error)
    except OSError as error:
        print("broken:", str(error)[:23])
good = 0
for path in names:
    try:
        Image.open(path).convert("RGB")
        good += 1
    except Exception as error:
        print(type(error).__name__)
print(good)
