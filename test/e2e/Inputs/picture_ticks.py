import matplotlib.pyplot as plt
import torch

ranges = torch.tensor([[0.0, 1.0], [-3.0, 7.0], [0.001, 0.0123], [1000.0, 250000.0], [-1e-7, 3e-7], [2.5e6, 9e6], [5.0, 5.0], [0.0, 0.0],
                       [0.1, 0.35], [-0.5, 0.5], [98.0, 101.5], [0.0, 22.0]], dtype=torch.float64)
fig, axes = plt.subplots(3, 4, figsize=(12, 8))
for i in range(12):
    axes[i // 4][i % 4].plot([0.0, 1.0], ranges[i])
plt.savefig("ticks.svg")
