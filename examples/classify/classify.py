"""Says what shape an image shows."""
import argparse
import json
import os

import torch
from PIL import Image
from torchvision import transforms

from net import Net

parser = argparse.ArgumentParser(description="Says what shape an image shows.")
parser.add_argument("--image", required=True, nargs="+", help="JPEG or PNG files")
parser.add_argument("--weights", default="shapes.pth")
parser.add_argument("--labels", help="a JSON list of names; default: the weights with .json behind")
parser.add_argument("--top", type=int, default=2, help="how many guesses to print")
args = parser.parse_args()

path = args.labels
if path is None:
    path = os.path.splitext(args.weights)[0] + ".json"
with open(path) as file:
    labels = json.load(file)
prepare = transforms.Compose([transforms.Resize(32), transforms.CenterCrop(32), transforms.ToTensor(),
                              transforms.Normalize([0.5, 0.5, 0.5], [0.25, 0.25, 0.25])])
model = Net(4)
model.load_state_dict(torch.load(args.weights))
model.eval()

with torch.no_grad():
    for image in args.image:
        batch = prepare(Image.open(image).convert("RGB")).unsqueeze(0)
        shares, places = model(batch).softmax(1).topk(args.top)
        guesses = [f"{labels[k]} {share:.1%}" for share, k in zip(shares[0].tolist(), places[0].tolist())]
        print(f"{image}: {', '.join(guesses)}")
