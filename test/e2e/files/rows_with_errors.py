# Records of text: what cannot be read is counted and left out.
import sys
import torch

def parse_row(line, lineno):
    parts = line.strip().split(",")
    if len(parts) < 3:
        raise ValueError(f"line {lineno}: expected 3 fields, got {len(parts)}")
    return parts[0].strip(), [float(p) for p in parts[1].split(" ")], int(parts[2])

rows, skipped = [], 0
xs, ys = [], []
for i, line in enumerate(sys.stdin):
    try:
        name, values, label = parse_row(line, i + 1)
        xs.append(values)
        ys.append(label)
    except ValueError as e:
        skipped += 1
        print("skip:", e)
print(len(xs), skipped)
x, y = torch.tensor(xs), torch.tensor(ys)
print(x.sum().item(), y.sum().item())
def get_float(settings, key, default):
    try:
        return float(settings[key]) if key in settings else default
    except ValueError:
        return default
settings = {"lr": "0.1", "mom": "oops"}
print(get_float(settings, "lr", 1.0), get_float(settings, "mom", 0.9), get_float(settings, "x", 2.0))
