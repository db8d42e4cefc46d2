"""Trains the network of the classifier on shapes that it draws as it goes."""
import argparse
import json
import os

import torch
from torch import nn
from torchvision.utils import save_image

from net import Net
from shapes import NAMES, draw

parser = argparse.ArgumentParser(description="Trains a classifier of shapes.")
parser.add_argument("--steps", type=int, default=2000)
parser.add_argument("--batch", type=int, default=64)
parser.add_argument("--lr", type=float, default=0.003)
parser.add_argument("--seed", type=int, default=0)
parser.add_argument("--weights", default="shapes.pth", help="where to save them; the labels go beside, as .json")
parser.add_argument("--picture", help="where to save one picture of each kind: KIND.png, with KIND replaced")
args = parser.parse_args()

torch.manual_seed(args.seed)
model = Net(len(NAMES))
optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, args.steps)
for step in range(1, args.steps + 1):
    kinds = torch.randint(len(NAMES), (args.batch,))
    loss = nn.functional.cross_entropy(model((draw(kinds, 32) - 0.5) / 0.25), kinds)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    schedule.step()
    if step % (args.steps // 10) == 0:
        print(f"step {step:4d}  loss {loss.item():.4f}")

model.eval()
with torch.no_grad():
    kinds = torch.arange(1000) % len(NAMES)
    right = (model((draw(kinds, 32) - 0.5) / 0.25).argmax(1) == kinds).sum().item()
print(f"right: {right} of 1000 new images")
torch.save(model.state_dict(), args.weights)
with open(os.path.splitext(args.weights)[0] + ".json", "w") as file:
    json.dump(NAMES, file)
if args.picture is not None:
    pictures = draw(torch.arange(len(NAMES)), 80)
    for name, picture in zip(NAMES, pictures):
        save_image(picture, args.picture.replace("KIND", name))
