import numpy as np

np.savez_compressed("target.npz", a=np.ones((30, 40)), b=np.zeros(5))
