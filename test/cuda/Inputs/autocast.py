# torch.autocast for cuda devices: dtypes by PyTorch's lists for CUDA, values as
# those of explicit conversions. Tensors of the CPU stay as they are.
import torch
import torch.nn.functional as F

cuda = torch.device("cuda")
torch.manual_seed(3)
host = torch.randn(6, 6)
x = torch.randn(4, 6).to(cuda)
w = torch.randn(5, 6).to(cuda)
b = torch.randn(5).to(cuda)
print(torch.is_autocast_enabled(), torch.get_autocast_dtype("cuda"))
with torch.autocast("cuda"):
    print(torch.is_autocast_enabled(), torch.is_autocast_enabled("cpu"))
    y = F.linear(x, w, b)
    print("products", y.dtype, (x @ x.t()).dtype, torch.mv(x, x[0]).dtype, torch.bmm(x[None], x.t()[None]).dtype)
    print("convolution", F.conv2d(torch.ones(1, 1, 4, 4).to(cuda), torch.ones(1, 1, 3, 3).to(cuda)).dtype)
    print("float32", F.softmax(y, 1).dtype, y.sum().dtype, torch.exp(y).dtype, F.layer_norm(y, (5,)).dtype,
          y.pow(2).dtype, F.log_softmax(y, 1).dtype, y.cumsum(0).dtype, F.mse_loss(y, x[:, :5]).dtype,
          F.cross_entropy(y, torch.tensor([0, 1, 2, 3]).to(cuda)).dtype)
    print("as given", y.sum(dtype=torch.float16).dtype, F.relu(y).dtype, F.gelu(y).dtype, y.mean().dtype)
    print("widest", torch.cat([y, x[:, :5]]).dtype, torch.stack([y, y]).dtype, (y + x[:, :5]).dtype)
    print("host", (host @ host).dtype)
    with torch.autocast("cuda", enabled=False):
        print("off", F.linear(x, w).dtype)
    with torch.autocast(device_type="cuda", dtype=torch.bfloat16):
        z = F.linear(x, w, b)
        print("bfloat16", z.dtype)
    print("again", F.linear(x, w).dtype)
with torch.autocast("cpu", dtype=torch.bfloat16):
    print("for the CPU", (x @ x.t()).dtype, (host @ host).dtype)
print(torch.equal(y, F.linear(x.half(), w.half(), b.half())),
      torch.equal(z, F.linear(x.bfloat16(), w.bfloat16(), b.bfloat16())))

model = torch.nn.Sequential(torch.nn.Linear(6, 32), torch.nn.ReLU(), torch.nn.Linear(32, 1)).to(cuda)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
scaler = torch.amp.GradScaler("cuda", init_scale=1024.0)
inputs = torch.randn(64, 6).to(cuda)
targets = inputs.sum(1, keepdim=True)
losses = []
for step in range(12):
    optimizer.zero_grad()
    with torch.autocast("cuda"):
        loss = F.mse_loss(model(inputs), targets)
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    losses.append(loss.item())
print("trained", scaler.is_enabled(), scaler.get_scale(), losses[-1] < losses[0] / 4, model[0].weight.dtype)
