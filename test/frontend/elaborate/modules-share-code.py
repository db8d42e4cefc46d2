# Equal blocks of a deep model are there once each in the import, and share the
# code of their loops from the phase *buffer* on.
# RUN: %tinec --emit=nn %s | FileCheck %s --check-prefix=NN --implicit-check-not=nn.matmul
# RUN: %tinec --emit=buffer --mcpu=x86-64-v3 %s | FileCheck %s --implicit-check-not=cpu.matmul
import torch


class Block(torch.nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.up = torch.nn.Linear(n, 4 * n)
        self.down = torch.nn.Linear(4 * n, n)

    def forward(self, x):
        return x + self.down(torch.tanh(self.up(x)))


torch.manual_seed(0)
model = torch.nn.Sequential(*[Block(16) for _ in range(6)])
with torch.no_grad():
    print(model(torch.randn(32, 16)))

# NN-COUNT-12: nn.matmul
# CHECK: func.func private @[[UP:nest[_0-9]*]](%arg0: memref<32x16xf32>, {{.*}}: memref<32x64xf32>) {
# CHECK-NEXT: cpu.matmul
# CHECK: func.func private @[[DOWN:nest[_0-9]*]](%arg0: memref<32x64xf32>, {{.*}}: memref<32x16xf32>) {
# CHECK-NEXT: cpu.matmul
# CHECK: func.func private @program
# CHECK-COUNT-6: call @[[UP]](
# CHECK: call @[[DOWN]](
# CHECK: return
