# Only the steps of the trial that fits count: each of these loops is tried a
# second time when it is known what it changes.
# RUN: %tinec %s --emit=nn --max-steps=20000 -o %t
# RUN: not %tinec %s --emit=nn --max-steps=6000 2>&1 | FileCheck %s
# CHECK: steps-of-trials.py:{{[0-9]+}}:{{[0-9]+}}: error: the program needs more than 6000 steps
import torch
import torch.nn as nn

for run in range(3):
    model = nn.Sequential(*[nn.Linear(4, 4) for _ in range(16)])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        for batch in range(10):
            optimizer.zero_grad()
            model(torch.randn(2, 4)).sum().backward()
            optimizer.step()
