# A policy that learns from what its actions earn.
import torch
from torch import nn
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 8)
        self.head = nn.Linear(8, 2)
        self.saved_log_probs = []
        self.rewards = []

    def forward(self, x):
        return torch.softmax(self.head(torch.relu(self.body(x))), dim=1)


torch.manual_seed(2)
policy = Policy()
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
for episode in range(3):
    state = torch.tensor([1.0, -1.0, 0.5])
    total = 0.0
    for t in range(6):
        m = Categorical(policy(state.unsqueeze(0)))
        action = m.sample()
        policy.saved_log_probs.append(m.log_prob(action))
        reward = 1.0 if action.item() == t % 2 else -0.5
        state = state * 0.9 + 0.1 * action.item()
        policy.rewards.append(reward)
        total += reward
    returns = []
    R = 0.0
    for r in policy.rewards[::-1]:
        R = r + 0.9 * R
        returns.insert(0, R)
    returns = torch.tensor(returns)
    returns = (returns - returns.mean()) / (returns.std() + 1e-6)
    losses = [-log_prob * R for log_prob, R in zip(policy.saved_log_probs, returns)]
    optimizer.zero_grad()
    loss = torch.cat(losses).sum()
    loss.backward()
    optimizer.step()
    del policy.rewards[:]
    del policy.saved_log_probs[:]
    print(episode, total, "%.4f" % loss.item())
