# torch.amp.GradScaler: disabled, and enabled on the CPU, where steps with infinite gradients are left out.
import torch
import torch.nn as nn

for enabled in (False, True):
    torch.manual_seed(8)
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0, growth_interval=3, enabled=enabled)
    print(scaler.is_enabled(), scaler.get_scale())
    x = torch.randn(8, 4)
    for step in range(8):
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.float16):
            out = model(x)
            loss = (out.float() ** 2).mean() * (float("inf") if step == 4 and enabled else 1.0)
        scaler.scale(loss).backward()
        if step == 2:
            scaler.unscale_(optimizer)
            norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        print(step, scaler.get_scale(), round(model.weight.sum().item(), 3))
