# expect: COMPILE ERROR 6 CIFAR
import pickle

with open("x", "rb") as f:
    d = pickle.load(f)
print(d["weights"])
