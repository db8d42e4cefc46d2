# Numbers that a loop of many iterations turns into arrays.
import numpy as np

x = np.linspace(-3, 3, 50)
y = np.sin(x)
a, b, c = 0.1, -0.2, 0.3
for t in range(3000):
    y_pred = a + b * x + c * x ** 3
    loss = np.square(y_pred - y).sum()
    if t % 1000 == 999:
        print(t, loss.item() < 10)
    grad = 2.0 * (y_pred - y)
    a -= 1e-5 * grad.sum()
    b -= 1e-5 * (grad * x).sum()
    c -= 1e-5 * (grad * x ** 3).sum()
print(f"{a:.6f} {b:.6f} {c:.6f}")
