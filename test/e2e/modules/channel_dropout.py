# ModuleList with None, dropout of channels of each rank, signatures, backends.
import torch, inspect
from torch import nn
import torch.nn.functional as F
import torch.backends.cudnn as cudnn
cudnn.benchmark = True
torch.backends.cudnn.deterministic = True
l = nn.ModuleList([nn.Linear(1, 2), None, nn.Linear(2, 1)])
print(len(l), [m is None for m in l], len(list(l.parameters())), l[1], l)
for a, b in nn.ModuleList([nn.ModuleList([nn.ReLU(), None]), nn.ModuleList([nn.ReLU(), nn.Tanh()])]):
    print(b is None)
print('fused' in inspect.signature(torch.optim.AdamW).parameters, list(inspect.signature(lambda a, b=1, *c, d=3: 0).parameters), torch.accelerator.is_available())
torch.manual_seed(0)
x = torch.randn(2, 3, 4)
for f in F.dropout1d, F.dropout2d, F.dropout3d:
    for y in torch.ones(2, 3), torch.ones(2, 3, 2), torch.ones(1, 2, 3, 2), torch.ones(1, 2, 1, 2, 2):
        if f is F.dropout1d and y.dim() > 3:
            continue
        if f is F.dropout3d and y.dim() < 3:
            continue
        torch.manual_seed(3)
        print(f(y, 0.5).flatten().int().tolist())
        torch.manual_seed(3)
        f(y, 0.5, True, True)
        print(y.flatten().int().tolist())
