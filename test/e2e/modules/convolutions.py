# Modules of convolutions: their parameters as PyTorch initialises them, what they print, padding.
import torch
import torch.nn as nn

torch.manual_seed(3)
x = torch.randn(2, 4, 9, 10)
for module in [nn.Conv2d(4, 6, 3), nn.Conv2d(4, 6, (3, 5), stride=2, padding=(1, 2), bias=False),
               nn.Conv2d(4, 8, 3, groups=4, padding="same", dilation=2),
               nn.Conv2d(4, 3, 3, padding=1, padding_mode="reflect"),
               nn.Conv2d(4, 3, 3, padding="same", padding_mode="circular"),
               nn.Conv2d(4, 3, 3, padding=(2, 1), padding_mode="replicate"),
               nn.ConvTranspose2d(4, 3, 3, stride=2, padding=1, output_padding=1)]:
    y = module(x)
    print(module, y.shape, y.sum(), module.weight.sum())
    print(module.bias is None or module.bias)
up = nn.ConvTranspose2d(4, 3, 3, stride=2)
print(up(x, output_size=(20, 21)).shape)
print(nn.Conv1d(4, 5, 2)(x[0, :, 0]).sum(), nn.Conv3d(2, 3, 2)(x.reshape(2, 2, 2, 9, 10)).sum())
print(nn.ConvTranspose1d(4, 5, 2)(x[:, :, 0]).sum())


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(8, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU(inplace=True),
            nn.AdaptiveAvgPool2d(1))
        self.classify = nn.Linear(16, 4)

    def forward(self, x):
        return self.classify(torch.flatten(self.features(x), 1))


net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
images, labels = torch.randn(8, 1, 12, 12), torch.randint(0, 4, (8,))
for step in range(5):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(net(images), labels)
    loss.backward()
    optimizer.step()
    print(step, "%.5f" % loss.item())
net.eval()
with torch.no_grad():
    print(net(images)[0])
print([name for name, _ in net.named_parameters()])
