# in a folder of its own
# CIFAR: pickles of Python 2, and of Python 3, which are written here by hand.
import os
import pickle
import struct

import numpy as np
import torch
from torch.utils.data import DataLoader
from torchvision import datasets, transforms


def old(text):
    """A string of Python 2."""
    return b"U" + bytes([len(text)]) + text


def array(pixels):
    shape = b"M" + struct.pack("<H", len(pixels) // 3072) + b"M\x00\x0c\x86"
    dtype = b"cnumpy\ndtype\n" + old(b"u1") + b"K\x00K\x01\x87R(K\x03" + old(b"|") + b"NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb"
    whole = b"T" + struct.pack("<I", len(pixels)) + pixels
    return b"cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85" + old(b"b") + b"\x87R(K\x01" + shape + dtype + b"\x89" + whole + b"tb"


def batch(number, count, key=b"labels"):
    pixels = bytes([(i * 7 + number) % 256 for i in range(3072)]) * count
    labels = b"](" + b"".join([b"K" + bytes([(i + number) % 3]) for i in range(count)]) + b"e"
    names = b"](" + b"".join([old(b"img" + str(i).encode() + b".png") for i in range(count)]) + b"e"
    return (b"\x80\x02}q\x01(" + old(b"batch_label") + old(b"batch " + str(number).encode()) + old(b"data") + array(pixels) + old(key) + labels +
            old(b"filenames") + names + b"u.")


def write(folder, name, data):
    with open(os.path.join("root", folder, name), "wb") as f:
        f.write(data)


def names_of(key, names):
    return b"\x80\x02}q\x01(" + old(key) + b"](" + b"".join([old(name) for name in names]) + b"eu."


os.makedirs("root/cifar-10-batches-py")
os.makedirs("root/cifar-100-python")
for i in range(1, 3):
    write("cifar-10-batches-py", f"data_batch_{i}", batch(i, 4 + i))
write("cifar-10-batches-py", "test_batch", batch(9, 3))
write("cifar-10-batches-py", "batches.meta", names_of(b"label_names", [b"airplane", b"bird", b"cat"]))
for name in ("train", "test"):
    write("cifar-100-python", name, batch(5, 4, b"fine_labels"))
write("cifar-100-python", "meta", names_of(b"fine_label_names", [b"apple", b"baby", b"bear"]))


class Small(datasets.CIFAR10):
    train_list = [["data_batch_1", None], ["data_batch_2", None]]
    test_list = [["test_batch", None]]
    meta = {"filename": "batches.meta", "key": "label_names", "md5": None}


class Small100(datasets.CIFAR100):
    train_list = [["train", None]]
    test_list = [["test", None]]
    meta = {"filename": "meta", "key": "fine_label_names", "md5": None}


train = Small("root", train=True, download=False)
print(len(train), train.data.shape, train.data.dtype, train.targets, train.classes, train.class_to_idx)
image, label = train[5]
print(image.size, image.mode, label, train.data[5, 3, 4], train.data.sum())
test = Small(root="root", train=False, transform=transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.5, 0.5, 0.5), (0.5, 0.5, 0.5))]),
             target_transform=lambda y: y + 10)
x, y = test[1]
print(x.shape, x.dtype, x[:, 2, 3], y)
for images, targets in DataLoader(test, batch_size=2):
    print(images.shape, targets, images.abs().mean())
hundred = Small100("root")
print(len(hundred), hundred.targets, hundred.classes)

with open("root/cifar-10-batches-py/data_batch_1", "rb") as fo:
    d = pickle.load(fo, encoding="bytes")
print(d[b"data"].shape, d[b"data"].dtype, d[b"data"][0, :5], d[b"labels"], d[b"batch_label"], d[b"filenames"][:2], b"labels" in d, "labels" in d, len(d))
images = d[b"data"].reshape(-1, 3, 32, 32).astype("float32") / 255
print(images.shape, torch.tensor(d[b"labels"]), round(float(images.mean()), 4))
with open("root/cifar-10-batches-py/test_batch", "rb") as fo:
    d = pickle.load(fo, encoding="latin1")
print(d["labels"], d["batch_label"], d["data"][2, -3:], np.array(d["labels"]))
datasets.CIFAR10("root")
