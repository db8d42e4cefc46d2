# torchvision.utils.
import os

import numpy as np
import torch
from PIL import Image
from torchvision.utils import make_grid, save_image

torch.manual_seed(0)
images = torch.rand(5, 3, 4, 6)
for t in (images, images[:1], images[:, :1], [images[0], images[1]], images[0], images[0, 0]):
    for grid in (make_grid(t), make_grid(t, nrow=2, padding=1, pad_value=0.5)):
        print(tuple(grid.shape), f"{grid.sum().item():.4f}")
grid = make_grid(images * 3 - 1, nrow=3, normalize=True)
print(tuple(grid.shape), f"{grid.sum().item():.4f} {grid[1, 5, 7].item():.4f}")
grid = make_grid(images * 3 - 1, nrow=3, normalize=True, scale_each=True, value_range=(-0.5, 1.0))
print(tuple(grid.shape), f"{grid.sum().item():.4f}")
name = "/tmp/tine-grid-" + str(os.getpid()) + ".png"
save_image(images, name, nrow=4)
saved = np.asarray(Image.open(name).convert("RGB"))
print(saved.shape, saved.astype(np.int64).sum())
os.remove(name)
