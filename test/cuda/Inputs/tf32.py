# Factors have 10 bits behind the point on tensor cores, and the nearest of
# those numbers is taken, of two the greater one.
import torch

cuda = torch.device("cuda")


def rounded(name: str, y: torch.Tensor):
    print(name, ((y.cpu() - 1) * 4096).flatten()[:3].tolist())


def show(name: str):
    # 1 + 1/4096, 1 + 2/4096 and 1 + 3/4096
    x = (1 + torch.arange(1, 4) / 4096).repeat(64, 24).view(64, 72).to(cuda)
    one = torch.eye(72).to(cuda)
    rounded(name + " matrices", x @ one)
    rounded(name + " batches", torch.bmm(x.view(4, 16, 72), one.expand(4, 72, 72)))
    image = x.view(1, 1, 64, 72)
    rounded(name + " convolution", torch.nn.functional.conv2d(image, torch.ones(8, 1, 1, 1).to(cuda)))


show("at first")
