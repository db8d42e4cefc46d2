# in a folder of its own
# Files of CIFAR that are not there.
from torchvision import datasets

print("before")
datasets.CIFAR100("nowhere", train=False, download=False)
