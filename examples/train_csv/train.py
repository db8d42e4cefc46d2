"""Learns from a table how many bicycles are lent on a day, and goes on from a checkpoint."""
import argparse
import csv
import os

import torch
from torch import nn

SKIES = ["sun", "clouds", "rain"]
WEEKEND = ["Sat", "Sun"]


def read_table(path):
    rows, rides = [], []
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            sky = [float(row["sky"] == name) for name in SKIES]
            rows.append(sky + [float(row["day"] in WEEKEND), float(row["temperature"]), float(row["wind"])])
            rides.append(float(row["rides"]))
    x = torch.tensor(rows)
    return (x - x.mean(0)) / x.std(0), torch.tensor(rides).unsqueeze(1) / 100


parser = argparse.ArgumentParser(description="Learns from a table how many bicycles are lent on a day.")
parser.add_argument("--data", default="rides.csv")
parser.add_argument("--epochs", type=int, default=40, help="the epoch to stop after")
parser.add_argument("--batch", type=int, default=32)
parser.add_argument("--hidden", type=int, default=32)
parser.add_argument("--lr", type=float, default=0.01)
parser.add_argument("--checkpoint", default="rides.pt")
parser.add_argument("--resume", action="store_true", help="go on from the checkpoint, if there is one")
args = parser.parse_args()

x, y = read_table(args.data)
test_x, test_y = x[::5], y[::5]
is_train = torch.arange(len(x)) % 5 != 0
x, y = x[is_train], y[is_train]

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, args.hidden), nn.ReLU(), nn.Linear(args.hidden, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
first = 1
if args.resume and os.path.exists(args.checkpoint):
    state = torch.load(args.checkpoint)
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    first = state["epoch"] + 1

for epoch in range(first, args.epochs + 1):
    # The order of an epoch depends on its number alone.
    torch.manual_seed(epoch)
    total = 0.0
    for rows in torch.randperm(len(x)).split(args.batch):
        loss = nn.functional.mse_loss(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(rows)
    if epoch % 10 == 0:
        with torch.no_grad():
            error = 100 * (model(test_x) - test_y).abs().mean().item()
        print(f"epoch {epoch}: loss {total / len(x):.4f}, off by {error:.1f} rides on days not seen")
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}, args.checkpoint)
