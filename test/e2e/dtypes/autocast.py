# torch.autocast on the CPU: dtypes of results, values, gradients of float32 weights.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(6)
x = torch.randn(4, 6)
w = torch.randn(5, 6, requires_grad=True)
b = torch.randn(5, requires_grad=True)
print(torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu"))
with torch.autocast("cpu", dtype=torch.bfloat16):
    print(torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu"))
    y = F.linear(x, w, b)
    print(y.dtype, (x @ x.t()).dtype, (y + x[:, :5]).dtype, F.softmax(y, 1).dtype, y.sum().dtype)
    print(F.mse_loss(y, x[:, :5]).dtype, F.cross_entropy(y, torch.tensor([0, 1, 2, 3])).dtype)
    print(torch.cat([y, x[:, :5]]).dtype, torch.stack([y, y]).dtype, F.gelu(y).dtype, F.layer_norm(y, (5,)).dtype)
    print(torch.mm(x, x.t()).dtype, torch.bmm(x[None], x.t()[None]).dtype, torch.addmm(b, x, w.t()).dtype,
          torch.mv(x, x[0]).dtype, torch.dot(x[0], x[1]).dtype, torch.einsum("ij,kj->ik", x, x).dtype)
    print(F.conv2d(torch.ones(1, 1, 4, 4), torch.ones(1, 1, 3, 3)).dtype, torch.exp(y).dtype, y.prod().dtype)
    print((x.double() @ x.t().double()).dtype, (y.half() @ y.half().t()).dtype)
    z = y.reshape(1, 1, 4, 5)
    print([F.pad(z, (1, 1, 1, 1), mode=m).dtype for m in ("constant", "reflect", "replicate", "circular")])
    with torch.autocast("cpu", enabled=False):
        print(torch.is_autocast_enabled("cpu"), F.linear(x, w).dtype)
    with torch.autocast("cpu", dtype=torch.float16):
        print(torch.get_autocast_dtype("cpu"), (x @ x.t()).dtype)
    print(F.linear(x, w).dtype)
print(y, F.linear(x, w).dtype)
y.float().pow(2).sum().backward()
print(w.grad.dtype, w.grad, b.grad)


@torch.autocast("cpu", dtype=torch.bfloat16)
def apply(x):
    return torch.matmul(x, x.t())


print(apply(x), torch.is_autocast_enabled("cpu"))
with torch.amp.autocast("cpu", dtype=torch.bfloat16):
    print(apply(x).dtype)
with torch.cpu.amp.autocast():
    print((x @ x.t()).dtype)
with torch.autocast(device_type="cpu", dtype=torch.bfloat16, enabled=x.sum().dtype == torch.float64):
    print((x @ x.t()).dtype)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3)
        self.norm = nn.BatchNorm2d(4)
        self.attention = nn.MultiheadAttention(4, 2, batch_first=True)
        self.fc = nn.Linear(4, 3)

    @torch.autocast("cpu", dtype=torch.bfloat16)
    def forward(self, x):
        x = F.relu(self.norm(self.conv(x)))
        x = x.flatten(2).transpose(1, 2)
        x = self.attention(x, x, x)[0]
        return self.fc(x.mean(1))


net = Net()
out = net(torch.randn(2, 1, 6, 6))
print(out.dtype)
loss = F.cross_entropy(out.float(), torch.tensor([0, 2]))
loss.backward()
print(round(loss.item(), 2), net.fc.weight.grad.dtype, net.conv.weight.grad.dtype)
