# torchvision.datasets: images in folders, and MNIST's files.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os

import _tine
import numpy as np
import torch
from PIL import Image
from torch.utils.data import Dataset

IMG_EXTENSIONS = (".jpg", ".jpeg", ".png", ".ppm", ".bmp", ".pgm", ".tif", ".tiff", ".webp")


class VisionDataset(Dataset):
    def __init__(self, root, transform=None, target_transform=None):
        self.root = root
        self.transform = transform
        self.target_transform = target_transform

    def _changed(self, image, target):
        if self.transform is not None:
            image = self.transform(image)
        if self.target_transform is not None:
            target = self.target_transform(target)
        return image, target


class ImageFolder(VisionDataset):
    """A folder for each class, in the order of their names, with images below it."""

    def __init__(self, root, transform=None, target_transform=None):
        super().__init__(root, transform, target_transform)
        self.classes = sorted([name for name in os.listdir(root) if os.path.isdir(os.path.join(root, name))])
        if len(self.classes) == 0:
            raise FileNotFoundError(f"Couldn't find any class folder in {root}.")
        self.class_to_idx = {name: i for i, name in enumerate(self.classes)}
        self._paths = []
        self.targets = []
        for i, name in enumerate(self.classes):
            folder = os.path.join(root, name)
            for file in sorted(os.listdir(folder)):
                if file.lower().endswith(IMG_EXTENSIONS):
                    self._paths.append(os.path.join(folder, file))
                    self.targets.append(i)

    @property
    def samples(self):
        return list(zip(self._paths, self.targets))

    imgs = samples

    def __len__(self):
        return len(self._paths)

    def __getitem__(self, index):
        return self._changed(Image.open(self._paths[index]).convert("RGB"), self.targets[index])


class MNIST(VisionDataset):
    """The four files of `root`/MNIST/raw, unpacked."""

    _name = "MNIST"
    classes = ["0 - zero", "1 - one", "2 - two", "3 - three", "4 - four", "5 - five", "6 - six", "7 - seven", "8 - eight", "9 - nine"]

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        super().__init__(root, transform, target_transform)
        self.train = train
        kind = "train" if train else "t10k"
        folder = os.path.join(root, self._name, "raw")
        self.data = torch.from_numpy(self._read(os.path.join(folder, kind + "-images-idx3-ubyte"), 16)).reshape(-1, 28, 28)
        self.targets = torch.from_numpy(self._read(os.path.join(folder, kind + "-labels-idx1-ubyte"), 8)).long()

    def _read(self, path, head):
        if not os.path.exists(path):
            raise RuntimeError("Dataset not found. You can use download=True to download it")
        return np.fromfile(path, dtype=np.uint8)[head:]

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        return self._changed(Image.fromarray(self.data[index].numpy()), int(self.targets[index]))


class FashionMNIST(MNIST):
    _name = "FashionMNIST"
    classes = ["T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag", "Ankle boot"]


class KMNIST(MNIST):
    _name = "KMNIST"
    classes = ["o", "ki", "su", "tsu", "na", "ha", "ma", "ya", "re", "wo"]


class CIFAR10(VisionDataset):
    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        _tine.unsupported("the files of CIFAR are pickles, which are not read: save the images as folders for ImageFolder, or as arrays by np.save")


class CIFAR100(CIFAR10):
    pass
