# torchvision.transforms of tensors.
# tolerance: 2e-5
import torch
from torchvision import transforms
from torchvision.transforms import functional as F

torch.manual_seed(0)
image = torch.rand(3, 37, 29)
batch = torch.rand(2, 3, 20, 31)
bytes = torch.randint(0, 256, (3, 37, 29), dtype=torch.uint8)


def show(what, t):
    x = t.double()
    weights = (torch.arange(x.numel()) % 89).double().reshape(x.shape)
    print(what, tuple(t.shape), t.dtype, f"{x.sum().item():.3f} {(x * weights).sum().item():.2f}")


for x in (image, batch, bytes):
    show("resize", transforms.Resize(16)(x))
    show("resize", transforms.Resize((50, 40))(x))
    show("cubic", F.resize(x, [17, 13], interpolation=transforms.InterpolationMode.BICUBIC))
    show("nearest", F.resize(x, [17, 13], interpolation=transforms.InterpolationMode.NEAREST))
    show("plain", F.resize(x, [17, 13], antialias=False))
    show("center", transforms.CenterCrop(18)(x))
    show("outside", transforms.CenterCrop(40)(x))
    show("crop", F.crop(x, -3, 5, 20, 30))
    show("pad", transforms.Pad((1, 2, 3, 4), fill=1)(x))
    show("edge", transforms.Pad(2, padding_mode="edge")(x))
    show("symmetric", transforms.Pad(2, padding_mode="symmetric")(x))
    show("flip", F.hflip(x) - F.vflip(x))
    show("gray", transforms.Grayscale()(x))
    show("random", transforms.RandomResizedCrop(12)(x))
    show("random", transforms.RandomCrop(12, padding=3)(x))
    show("random", transforms.RandomHorizontalFlip()(x))
show("normalized", F.normalize(image, [0.5, 0.4, 0.3], [0.2, 0.3, 0.4]))
for dtype in (torch.float64, torch.uint8, torch.int16):
    show("dtype", F.convert_image_dtype(image, dtype))
    show("dtype", F.convert_image_dtype(bytes, dtype))
show("erased", F.erase(image, 3, 4, 10, 5, torch.tensor(0.5)))
