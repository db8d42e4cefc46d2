# REINFORCE on a pole that wants to stay up.
import math
from collections import deque
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.distributions import Categorical


class Pole:
    """A pole on a cart, with the classical constants."""

    def reset(self):
        self.state = [0.01, -0.02, 0.03, 0.04]
        return self.state

    def step(self, action):
        x, speed, angle, turn = self.state
        force = 10.0 if action == 1 else -10.0
        cos, sin = math.cos(angle), math.sin(angle)
        push = (force + 0.05 * turn * turn * sin) / 1.1
        bend = (9.8 * sin - cos * push) / (0.5 * (4.0 / 3.0 - 0.1 * cos * cos / 1.1))
        along = push - 0.05 * bend * cos / 1.1
        self.state = [x + 0.02 * speed, speed + 0.02 * along, angle + 0.02 * turn, turn + 0.02 * bend]
        done = abs(x) > 2.4 or abs(angle) > 12 * 2 * math.pi / 360
        return self.state, 1.0, done


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.affine1 = nn.Linear(4, 16)
        self.dropout = nn.Dropout(p=0.2)
        self.affine2 = nn.Linear(16, 2)
        self.saved_log_probs = []
        self.rewards = []

    def forward(self, x):
        return F.softmax(self.affine2(F.relu(self.dropout(self.affine1(x)))), dim=1)


policy = Policy()
eps = np.finfo(np.float32).eps.item()


def select_action(state):
    probs = policy(torch.tensor(state).unsqueeze(0))
    m = Categorical(probs)
    action = m.sample()
    policy.saved_log_probs.append(m.log_prob(action))
    return action.item()


def finish_episode(optimizer, gamma=0.99):
    R = 0
    policy_loss = []
    returns = deque()
    for r in policy.rewards[::-1]:
        R = r + gamma * R
        returns.appendleft(R)
    returns = torch.tensor(returns)
    returns = (returns - returns.mean()) / (returns.std() + eps)
    for log_prob, R in zip(policy.saved_log_probs, returns):
        policy_loss.append(-log_prob * R)
    optimizer.zero_grad()
    policy_loss = torch.cat(policy_loss).sum()
    policy_loss.backward()
    optimizer.step()
    del policy.rewards[:]
    del policy.saved_log_probs[:]


torch.manual_seed(543)
env = Pole()
for p in policy.parameters():
    nn.init.normal_(p, std=0.3)
optimizer = optim.Adam(policy.parameters(), lr=1e-2)
running_reward = 10
for i_episode in range(12):
    state = env.reset()
    ep_reward = 0
    for t in range(1, 60):
        action = select_action(state)
        state, reward, done = env.step(action)
        policy.rewards.append(reward)
        ep_reward += reward
        if done:
            break
    running_reward = 0.05 * ep_reward + (1 - 0.05) * running_reward
    finish_episode(optimizer)
    if i_episode % 3 == 0:
        print(f"Episode {i_episode}\tLast reward: {ep_reward:.2f}\tAverage reward: {running_reward:.2f}")
print(policy.affine2.bias.data)
