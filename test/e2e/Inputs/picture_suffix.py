import matplotlib.pyplot as plt
import torch

plt.plot([1.0, 2.0])
plt.savefig("picture." + ["pdf", "svg"][int(torch.zeros(1).item())])
