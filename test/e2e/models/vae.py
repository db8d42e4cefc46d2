# A variational autoencoder with convolutions, and samples of it.
import torch
from torch import nn
import torch.nn.functional as F


class VAE(nn.Module):
    def __init__(self, latent):
        super().__init__()
        self.encoder = nn.Sequential(nn.Conv2d(1, 4, 3, 2, 1), nn.ReLU(), nn.Conv2d(4, 8, 3, 2, 1), nn.ReLU(), nn.Flatten())
        self.mean = nn.Linear(8 * 4, latent)
        self.log_variance = nn.Linear(8 * 4, latent)
        self.start = nn.Linear(latent, 8 * 4)
        self.decoder = nn.Sequential(nn.Unflatten(1, (8, 2, 2)), nn.ConvTranspose2d(8, 4, 4, 2, 1), nn.ReLU(), nn.ConvTranspose2d(4, 1, 4, 2, 1))

    def forward(self, x):
        h = self.encoder(x)
        mean, log_variance = self.mean(h), self.log_variance(h)
        z = mean + torch.randn_like(mean) * torch.exp(0.5 * log_variance)
        return self.decode(z), mean, log_variance

    def decode(self, z):
        return self.decoder(F.relu(self.start(z)))


torch.manual_seed(4)
model = VAE(3)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
data = torch.utils.data.DataLoader(torch.rand(10, 1, 8, 8), batch_size=4, shuffle=True)
for epoch in range(2):
    for i, x in enumerate(data):
        logits, mean, log_variance = model(x)
        reconstruction = F.binary_cross_entropy_with_logits(logits, x, reduction="sum")
        divergence = -0.5 * (1 + log_variance - mean.pow(2) - log_variance.exp()).sum()
        optimizer.zero_grad()
        (reconstruction + divergence).backward()
        optimizer.step()
        print(epoch, i, len(x), "%.3f %.3f" % (reconstruction.item(), divergence.item()))
with torch.no_grad():
    print(torch.sigmoid(model.decode(torch.randn(2, 3)))[0, 0, 0])
