# expect: COMPILE ERROR 6 SVG or PNG; let the name of the file end with '.svg' or '.png'
# Pictures are SVG or PNG.
import matplotlib.pyplot as plt

plt.plot([1.0, 2.0])
plt.savefig("picture.pdf")
