# A command line in the program itself is known when compiled.
import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--width", type=int, default=4)
parser.add_argument("--layers", type=int, default=1)
parser.add_argument("rest", nargs="*")
args = parser.parse_args(["--width", "3", "a", "b"])
print(args)
print(torch.zeros(args.width, args.width).shape, args.rest)
args, unknown = parser.parse_known_args(["--layers", "2", "--more", "x"])
print(args.layers, unknown)
print(torch.nn.Linear(args.width, 2).weight.shape, vars(args)["layers"])
