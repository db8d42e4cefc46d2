# expect: COMPILE ERROR 6 .svg
# Pictures are text.
import matplotlib.pyplot as plt

plt.plot([1.0, 2.0])
plt.savefig("picture.png")
