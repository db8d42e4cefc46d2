# torchvision.datasets: images in folders, and the files of MNIST and CIFAR.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import hashlib
import os
import pickle
from pathlib import Path

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


def _is_whole(path, md5):
    """Whether a file is there, and is the one that the data set has."""
    if not os.path.isfile(path):
        return False
    if md5 is None:
        return True
    return hashlib.md5(Path(path).read_bytes()).hexdigest() == md5


class CIFAR10(VisionDataset):
    """The unpacked files of `root`/cifar-10-batches-py."""

    base_folder = "cifar-10-batches-py"
    train_list = [
        ["data_batch_1", "c99cafc152244af753f735de768cd75f"],
        ["data_batch_2", "d4bba439e000b95fd0a9bffe97cbabec"],
        ["data_batch_3", "54ebc095f3ab1f0389bbae665268c751"],
        ["data_batch_4", "634d18415352ddfa80567beed471001a"],
        ["data_batch_5", "482c414d41f54cd18b22e5b47cb7c3cb"],
    ]
    test_list = [
        ["test_batch", "40351d587109b95175f43aff81a1287e"],
    ]
    meta = {"filename": "batches.meta", "key": "label_names", "md5": "5ff9c542aee3614f3951f8cda6e48888"}
    _labels = "labels"

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        super().__init__(root, transform, target_transform)
        self.train = train
        if not self._check_integrity():
            raise RuntimeError("Dataset not found or corrupted. You can use download=True to download it")
        batches = []
        self.targets = []
        for name, md5 in self.train_list if train else self.test_list:
            entry = self._load(name)
            batches.append(entry["data"])
            self.targets.extend(entry[self._labels])
        self.data = np.vstack(batches).reshape(-1, 3, 32, 32).transpose((0, 2, 3, 1))
        if not _is_whole(self._path(self.meta["filename"]), self.meta["md5"]):
            raise RuntimeError("Dataset metadata file not found or corrupted. You can use download=True to download it")
        self.classes = self._load(self.meta["filename"])[self.meta["key"]]
        self.class_to_idx = {name: i for i, name in enumerate(self.classes)}

    def _path(self, name):
        return os.path.join(self.root, self.base_folder, name)

    def _load(self, name):
        f = open(self._path(name), "rb")
        entry = pickle.load(f, encoding="latin1")
        f.close()
        return entry

    def _check_integrity(self):
        return all([_is_whole(self._path(name), md5) for name, md5 in self.train_list + self.test_list])

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        return self._changed(Image.fromarray(self.data[index]), self.targets[index])


class CIFAR100(CIFAR10):
    """The unpacked files of `root`/cifar-100-python."""

    base_folder = "cifar-100-python"
    train_list = [
        ["train", "16019d7e3df5f24257cddd939b257f8d"],
    ]
    test_list = [
        ["test", "f0ef6b0ae62326f3e7ffdfab6717acfc"],
    ]
    meta = {"filename": "meta", "key": "fine_label_names", "md5": "7973b15100ade9c7d40fb424638fde48"}
    _labels = "fine_labels"
