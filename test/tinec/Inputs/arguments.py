import argparse
import os

import torch

parser = argparse.ArgumentParser(prog="arguments")
parser.add_argument("--width", type=int, default=4)
parser.add_argument("--depth", type=int, required=True)
parser.add_argument("--scale", type=float, default=2.0)
args = parser.parse_args()
layers = [torch.nn.Linear(args.width, args.width) for _ in range(args.depth)]
print(len(layers), layers[0].weight.shape, args.scale, os.environ.get("TINE_TEST_WORD", "unset"))
