# in a folder of its own
# arguments:
# arguments: --config Inputs/settings_other.json
# Settings of a file whose name the command line gives: types, layers and sizes are those of the
# file when this is compiled, numbers and texts those of the run.
import argparse
import json

import torch
import torch.nn as nn

parser = argparse.ArgumentParser()
parser.add_argument("--config", default="Inputs/settings.json")
args = parser.parse_args()
with open(args.config) as f:
    cfg = json.load(f)
torch.manual_seed(cfg.get("seed", 0))
sizes = cfg["model"]["sizes"]
layers = []
for a, b in zip(sizes[:-1], sizes[1:]):
    layers += [nn.Linear(a, b), nn.ReLU()]
net = nn.Sequential(*layers[:-1])
if cfg["model"]["kind"] == "mean":
    head = nn.Linear(1, 1)
else:
    head = nn.Linear(1, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=cfg["lr"], momentum=cfg.get("momentum", 0.0))
x = torch.randn(16, sizes[0])
y = x.sum(1, keepdim=True)
for epoch in range(cfg["epochs"]):
    loss = ((net(x) - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(cfg["name"], f"{loss.item():.4f}", head(net(x)).shape, net)
for key, value in cfg.items():
    print(key, value)
