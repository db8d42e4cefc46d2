# Between tensors, numbers and bools, in both modes.
import torch


@torch.jit.script
def numbers(x: torch.Tensor, i: torch.Tensor):
    a = float(x[0])
    b = int(x[1])
    c = i[0].item()
    d = bool(x[2] > 0)
    print(a, b, c, d, int(i.sum()), float(i[1]) / 2)
    if x.sum() > 1:
        print("sum is large")
    if bool(i.any()):
        print("some")
    k = int(i.max().item())
    y = torch.zeros(k)
    for j in range(k):
        y[j] = x[j % x.size(0)] * j
    z = torch.tensor(a) + torch.tensor([b, k])
    return y, z, x.to(torch.int64), x.double().dtype, i.to(torch.float32).mean()


print(numbers(torch.tensor([1.5, -2.75, 3.0]), torch.tensor([1, 4])))
x = torch.tensor([1.5, -2.75, 3.0])
print(float(x[0]), int(x[1]), x[2].item(), bool(x[0] > 1), x.tolist(), float(torch.tensor([[2.5]])), round(x[0].item()))
print(x.to(torch.int32), x.long().tolist(), x.to(torch.bool), torch.tensor([0.0, 2.0]).bool(), torch.tensor([True, False]).float())
print(torch.tensor([300, -1]).to(torch.uint8), torch.tensor([2**40 + 1]).int(), torch.tensor([1e10]).double().long(), torch.tensor([0.1]).double())
n = int(torch.tensor(5))
print([i for i in range(n)], "yes" if torch.tensor(1) else "no", torch.tensor(3) + 4, 4 * torch.tensor(2.5), not torch.tensor(0))
print(torch.tensor(3) == 3, (torch.tensor([1, 2]) == 2).tolist(), x.sum() > 1, min(x.tolist()), sum(x.tolist()), max(x[0], x[1]))
