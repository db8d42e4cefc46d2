# Images in folders and MNIST's files, whose numbers the run knows.
# in a folder of its own
import torch
from torch.utils.data import DataLoader
from torchvision import transforms
from torchvision.datasets import MNIST, ImageFolder

prepare = transforms.Compose([transforms.Resize((8, 8)), transforms.ToTensor()])
images = ImageFolder("Inputs/folders", transform=prepare)
print(len(images), images.classes, images.class_to_idx, images.targets)
x, y = images[3]
print(x.shape, y, f"{x.mean().item():.5f}")
for xs, ys in DataLoader(images, batch_size=2):
    print(tuple(xs.shape), ys.tolist(), f"{xs.sum().item():.3f}")
torch.manual_seed(0)
for xs, ys in DataLoader(images, batch_size=3, shuffle=True):
    print(ys.tolist(), f"{xs.sum().item():.3f}")

normal = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.1307,), (0.3081,))])
for train in [True, False]:
    digits = MNIST("Inputs/sets", train=train, transform=normal)
    print(len(digits), tuple(digits.data.shape), digits.targets.tolist(), digits.classes[3])
    for xs, ys in DataLoader(digits, batch_size=2):
        print(tuple(xs.shape), ys.tolist(), f"{xs.sum().item():.2f}")
