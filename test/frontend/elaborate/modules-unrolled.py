# A loop over modules is unrolled, once for each of them; the loop around it is
# not.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.for --implicit-check-not=nn.matmul
import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        layers = [torch.nn.Linear(4, 4) for _ in range(3)]
        self.layers = torch.nn.ModuleList(layers)

    def forward(self, x):
        for _ in range(10):
            for layer in self.layers:
                x = torch.tanh(layer(x))
        return x


torch.manual_seed(0)
print(Net()(torch.rand(2, 4)))

# CHECK: scf.for {{.*}} to %c10 step {{.*}} -> (tensor<2x4xf32>) {
# CHECK-COUNT-3: nn.matmul %{{.*}}, %{{.*}} transposed
# CHECK: scf.yield
