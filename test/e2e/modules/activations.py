# Every activation as module and as function.
import torch
import torch.nn as nn
import torch.nn.functional as F

x = torch.tensor([[-6.5, -2.0, -0.75, 0.0, 0.3], [0.9, 2.0, 3.5, 7.0, 30.0]])
modules = [nn.ReLU(), nn.ReLU6(), nn.LeakyReLU(), nn.LeakyReLU(0.2), nn.ELU(), nn.ELU(0.5), nn.SELU(), nn.CELU(2.0), nn.GELU(),
           nn.GELU(approximate="tanh"), nn.SiLU(), nn.Mish(), nn.Sigmoid(), nn.Tanh(), nn.Softplus(), nn.Softplus(2, 5), nn.Softsign(),
           nn.Softmax(dim=1), nn.LogSoftmax(dim=0), nn.Softmin(dim=1), nn.Hardtanh(), nn.Hardtanh(-2, 3), nn.Hardsigmoid(),
           nn.Hardswish(), nn.LogSigmoid(), nn.Tanhshrink(), nn.Softshrink(), nn.Hardshrink(0.8), nn.Threshold(0.5, -1), nn.PReLU()]
for m in modules:
    with torch.no_grad():
        print(m, m(x), m(x.double()).dtype if not isinstance(m, nn.PReLU) else "")
print(nn.GLU()(x[:, :4]), F.glu(x[:, 1:], dim=1))
print(F.relu(x), F.leaky_relu(x, 0.5), F.gelu(x), F.silu(x), F.softmax(x, -1), F.log_softmax(x, 1), F.elu(x), F.softplus(x), F.hardtanh(x), F.sigmoid(x))
y = x.clone()
nn.ReLU(inplace=True)(y)
F.relu_(y)
F.hardtanh(y, 0, 3, inplace=True)
print(y)


@torch.jit.script
def script(x: torch.Tensor) -> torch.Tensor:
    return F.gelu(x) + F.relu(x) + torch.sigmoid(x) + F.softmax(x, dim=0)


print(script(x))
