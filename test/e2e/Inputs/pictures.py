import matplotlib.pyplot as plt
import numpy as np
import torch

plt.switch_backend('Agg')


def plot(means, stds, labels, fig_name):
    fig, ax = plt.subplots()
    ax.bar(np.arange(len(means)), means, yerr=stds,
           align='center', alpha=0.5, ecolor='red', capsize=10, width=0.6)
    ax.set_ylabel('Execution Time (Second)')
    ax.set_xticks(np.arange(len(means)))
    ax.set_xticklabels(labels)
    ax.yaxis.grid(True)
    plt.tight_layout()
    plt.savefig(fig_name)
    plt.close(fig)


runs = torch.tensor([1.0, 3.0, 2.0]).tolist()
plot([np.mean(runs), 4.0], [np.std(runs), 0.5], ['Model & Parallel', 'Single GPU'], 'bars.svg')

means = []
stds = []
split_sizes = [1, 3, 5, 8]
for split_size in split_sizes:
    means.append(np.mean([run * split_size for run in runs]))
    stds.append(np.std(runs))
fig, ax = plt.subplots()
ax.plot(split_sizes, means)
ax.errorbar(split_sizes, means, yerr=stds, ecolor='red', fmt='ro')
ax.set_ylabel('Time')
ax.set_xlabel('Split Size')
ax.set_xticks(split_sizes)
ax.yaxis.grid(True)
plt.tight_layout()
plt.savefig("lines.svg")
plt.close(fig)

plt.figure()
plt.plot([0, 1, 4, 9], label="squares")
plt.plot([1, 2, 3], [2.5, 1.5, 3], "g--", label="other")
plt.title("Two lines")
plt.legend()
plt.grid()
plt.savefig("legend.svg")
print("written")
plt.show()

# What is not finite is left out, an axis goes from right to left, and another is of one number.
nan = float("nan")
fig, (left, right) = plt.subplots(1, 2)
left.bar([0, 1, 2, 3], [1.0, nan, 2.0, float("inf")], yerr=[0.1, 0.2, nan, 0.4], capsize=3)
left.set_xlim(5, 0)
right.plot([0, 1], [1, 1])
right.set_ylim(1, 1)
fig.savefig("gaps.svg")

# Numbers of the run: gaps where they are not finite, one name a picture, two plots in one.
x = torch.linspace(0, 10, 500)
y = torch.where(x > 9, torch.full_like(x, float("nan")), torch.sin(x))
fig, (left, right) = plt.subplots(1, 2, figsize=(8, 3))
left.plot(x, y, "r:", label="sine")
left.set(xlim=(0, 10), xlabel="x", ylabel="y", title="Sine")
left.legend(loc="lower left")
right.bar(["a", "b"], [3, -1], color="C1")
right.set_ylim(bottom=-2)
for i in range(2):
    fig.savefig(f"run{i}.svg")
kinds = ["svg", "txt"]
for kind in kinds[int(x[0].item()):]:
    if kind == "txt":
        plt.savefig("no/such/folder.svg")
    plt.savefig("run." + kind)
