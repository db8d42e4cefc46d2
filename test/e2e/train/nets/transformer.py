# A transformer: groups of parameters, a frozen one, a schedule, clipping.
import torch, torch.nn as nn, torch.nn.functional as F
torch.manual_seed(0)
class Block(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.q = nn.Linear(d, d); self.k = nn.Linear(d, d); self.v = nn.Linear(d, d)
        self.n1 = nn.LayerNorm(d); self.n2 = nn.LayerNorm(d)
        self.up = nn.Linear(d, 2 * d); self.down = nn.Linear(2 * d, d)
    def forward(self, x):
        y = self.n1(x)
        a = torch.softmax(self.q(y) @ self.k(y).transpose(1, 2) / 2.0, dim=-1) @ self.v(y)
        x = x + a
        return x + self.down(F.gelu(self.up(self.n2(x))))
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(11, 8)
        self.blocks = nn.ModuleList([Block(8) for _ in range(3)])
        self.head = nn.Linear(8, 11)
    def forward(self, t):
        x = self.embed(t)
        for b in self.blocks:
            x = b(x)
        return self.head(x)
m = Net()
for p in m.embed.parameters():
    p.requires_grad_(False)
opt = torch.optim.AdamW([{"params": m.blocks.parameters(), "lr": 1e-2}, {"params": m.head.parameters()}], lr=5e-3)
sched = torch.optim.lr_scheduler.StepLR(opt, step_size=3, gamma=0.5)
t = torch.randint(0, 11, (4, 6))
for step in range(8):
    logits = m(t[:, :-1])
    loss = F.cross_entropy(logits.reshape(-1, 11), t[:, 1:].reshape(-1), label_smoothing=0.1)
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(m.parameters(), 1.0)
    opt.step()
    sched.step()
    print(step, "%.4f" % loss.item(), sched.get_last_lr())
print(m.embed.weight.grad)
