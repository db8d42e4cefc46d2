# Images that branches and loops choose, in lists and tasks, and those whose mode only the run knows.
import os

import numpy as np
import torch
from PIL import Image
from torchvision import transforms

folder = os.path.dirname(os.path.abspath(__file__))
names = [os.path.join(folder, name) for name in ("photo.jpg", "gray.jpg", "alpha.png", "color.png")]
prepare = transforms.Compose([transforms.Resize((24, 24)), transforms.ToTensor()])
for name in names:
    image = Image.open(name)
    if image.mode != "RGB":
        image = image.convert("RGB")
    print(image.size, tuple(prepare(image).shape), f"{prepare(image).mean().item():.5f}")
n = int(torch.tensor(3).item())
total = 0.0
for i in range(n):
    total += prepare(Image.open(names[i]).convert("RGB")).mean().item()
print(f"{total:.5f}")
images = []
for name in names:
    images.append(Image.open(name).convert("RGB"))
print([image.size for image in images], max(image.width for image in images))
best = None
for image in images:
    if best is None or np.asarray(image).mean() > np.asarray(best).mean():
        best = image
print(best.size)


def pick(flag):
    if flag:
        return Image.open(names[0]).convert("RGB")
    return Image.open(names[3]).convert("RGB").resize((20, 30))


print(np.asarray(pick(total > 1.0)).shape, np.asarray(pick(total > 100.0)).shape)


def load(name: str):
    return prepare(Image.open(name).convert("RGB"))


futures = [torch.jit.fork(load, name) for name in names]
print([f"{torch.jit.wait(future).mean().item():.5f}" for future in futures])
for name in names:
    image = Image.open(name)
    small = image.resize((9, 7)).crop((1, 1, 8, 6))
    x = transforms.ToTensor()(small)
    print(tuple(x.shape), f"{x.mean().item():.5f}", np.asarray(small.convert("L")).astype(np.int64).sum())
