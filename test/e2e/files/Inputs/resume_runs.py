# Goes on where an earlier run stopped.
import os
import torch
from torch import nn
import torch.optim as optim

def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
    optimizer = optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-4)
    scheduler = optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.5)
    x = torch.randn(32, 4)
    y = torch.randint(0, 3, (32,))
    start_epoch = 0
    best_acc = 0.0
    history = []
    if os.path.isfile("resume_runs.pt"):
        print("=> loading checkpoint")
        ck = torch.load("resume_runs.pt", map_location="cpu")
        start_epoch = ck["epoch"]
        best_acc = ck["best_acc"]
        history = ck["history"]
        model.load_state_dict(ck["state_dict"])
        optimizer.load_state_dict(ck["optimizer"])
        scheduler.load_state_dict(ck["scheduler"])
    for epoch in range(start_epoch, start_epoch + 3):
        model.train()
        for i in range(0, 32, 8):
            out = model(x[i:i + 8])
            loss = nn.functional.cross_entropy(out, y[i:i + 8])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        scheduler.step()
        with torch.no_grad():
            acc = (model(x).argmax(1) == y).float().mean().item()
        is_best = acc > best_acc
        best_acc = max(acc, best_acc)
        history.append(loss.item())
        print(f"epoch {epoch} loss {loss.item():.4f} acc {acc:.4f} lr {scheduler.get_last_lr()[0]:.4f} best {is_best}")
        torch.save({"epoch": epoch + 1, "state_dict": model.state_dict(), "best_acc": best_acc, "optimizer": optimizer.state_dict(),
                    "scheduler": scheduler.state_dict(), "history": history}, "resume_runs.pt")
    print(len(history))

if __name__ == "__main__":
    main()
