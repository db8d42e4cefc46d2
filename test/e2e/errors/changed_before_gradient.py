# expect: COMPILE ERROR 19 changed
# The step of the discriminator comes before the generator's derivative, which reads it.
import torch
import torch.nn as nn
torch.manual_seed(0)
G = nn.Linear(2, 2)
D = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 1))
og = torch.optim.SGD(G.parameters(), lr=0.1)
od = torch.optim.SGD(D.parameters(), lr=0.1)
for step in range(3):
    z = torch.randn(4, 2)
    fake = G(z)
    d_loss = D(fake.detach()).mean() - D(torch.randn(4, 2)).mean()
    g_loss = -D(fake).mean()
    od.zero_grad()
    d_loss.backward()
    od.step()
    og.zero_grad()
    g_loss.backward()
    og.step()
    print(d_loss, g_loss)
