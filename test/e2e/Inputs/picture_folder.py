import matplotlib.pyplot as plt

plt.plot([1.0, 2.0])
plt.savefig(".", format="svg")
