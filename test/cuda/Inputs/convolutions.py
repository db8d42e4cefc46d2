import torch
import torch.nn as nn
torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(3, 8, 3, stride=2, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(8, 8, 3, padding=1, groups=2), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 4)).to('cuda:0')
opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
x = torch.randn(4, 3, 16, 16).to('cuda:0')
t = torch.randint(0, 4, (4,)).to('cuda:0')
for i in range(3):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(net(x), t)
    loss.backward()
    opt.step()
    print("%.4f" % loss.item())
