import torch
x = torch.arange(5.0, device='cuda:0')
i = torch.tensor([1, 7])
print(x.sum().item())
print(x[i.to('cuda:0')].cpu())
