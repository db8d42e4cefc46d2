# A generative adversarial network of convolutions: two optimizers, labels that alternate.
import torch
import torch.nn as nn

torch.manual_seed(2)


def init(module):
    name = module.__class__.__name__
    if name.find("Conv") != -1:
        nn.init.normal_(module.weight, 0.0, 0.02)
    elif name.find("BatchNorm") != -1:
        nn.init.normal_(module.weight, 1.0, 0.02)
        nn.init.zeros_(module.bias)


generator = nn.Sequential(
    nn.ConvTranspose2d(10, 16, 4, 1, 0, bias=False), nn.BatchNorm2d(16), nn.ReLU(True),
    nn.ConvTranspose2d(16, 8, 4, 2, 1, bias=False), nn.BatchNorm2d(8), nn.ReLU(True),
    nn.ConvTranspose2d(8, 1, 4, 2, 1, bias=False), nn.Tanh())
discriminator = nn.Sequential(
    nn.Conv2d(1, 8, 4, 2, 1, bias=False), nn.LeakyReLU(0.2, inplace=True),
    nn.Conv2d(8, 16, 4, 2, 1, bias=False), nn.BatchNorm2d(16), nn.LeakyReLU(0.2, inplace=True),
    nn.Conv2d(16, 1, 4, 1, 0, bias=False), nn.Sigmoid())
generator.apply(init)
discriminator.apply(init)
print(generator)

criterion = nn.BCELoss()
ours = torch.optim.Adam(discriminator.parameters(), lr=0.01, betas=(0.5, 0.999))
theirs = torch.optim.Adam(generator.parameters(), lr=0.01, betas=(0.5, 0.999))
real = torch.rand(6, 1, 16, 16) * 2 - 1
for step in range(3):
    discriminator.zero_grad()
    label = torch.full((6,), 1.0)
    output = discriminator(real).view(-1)
    loss_real = criterion(output, label)
    loss_real.backward()
    fake = generator(torch.randn(6, 10, 1, 1))
    label.fill_(0.0)
    loss_fake = criterion(discriminator(fake.detach()).view(-1), label)
    loss_fake.backward()
    ours.step()
    generator.zero_grad()
    label.fill_(1.0)
    loss = criterion(discriminator(fake).view(-1), label)
    loss.backward()
    theirs.step()
    print(step, "%.4f %.4f" % ((loss_real + loss_fake).item(), loss.item()))
