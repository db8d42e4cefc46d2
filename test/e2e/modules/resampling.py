# Upsample, interpolate, grid_sample, affine_grid, Fold, Unfold and shuffles.

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


def show(name, f, *inputs):
    inputs = [x.clone().requires_grad_() for x in inputs]
    y = f(*inputs)
    (y * torch.linspace(-1, 1, y.numel()).reshape(y.shape)).sum().backward()
    grads = [f"{x.grad.abs().mean().item():.4f}" for x in inputs]
    print(name, tuple(y.shape), f"{y.mean().item():.4f} {y.std().item():.4f}", *grads)


line = torch.randn(2, 3, 7)
image = torch.randn(2, 3, 5, 6)
solid = torch.randn(1, 2, 3, 4, 5)
for mode in ["nearest", "nearest-exact", "area"]:
    show(mode, lambda x: F.interpolate(x, 10, mode=mode), line)
    show(mode, lambda x: F.interpolate(x, (8, 4), mode=mode), image)
    show(mode, lambda x: F.interpolate(x, scale_factor=2, mode=mode), image)
    show(mode, lambda x: F.interpolate(x, scale_factor=(1.5, 0.7), mode=mode), image)
    show(mode, lambda x: F.interpolate(x, scale_factor=1.7, mode=mode), solid)
for align in [False, True]:
    show("linear", lambda x: F.interpolate(x, 11, mode="linear", align_corners=align), line)
    for mode in ["bilinear", "bicubic"]:
        show(mode, lambda x: F.interpolate(x, (9, 3), mode=mode, align_corners=align), image)
        show(mode, lambda x: F.interpolate(x, scale_factor=1.6, mode=mode, align_corners=align), image)
        show(mode, lambda x: F.interpolate(x, scale_factor=1.6, mode=mode, align_corners=align,
                                           recompute_scale_factor=True), image)
        show(mode, lambda x: F.interpolate(x, (1, 1), mode=mode, align_corners=align), image)
    show("trilinear", lambda x: F.interpolate(x, (4, 4, 4), mode="trilinear", align_corners=align),
         solid)
for module in [nn.Upsample(scale_factor=2), nn.Upsample((7, 8), mode="bilinear"),
               nn.Upsample(scale_factor=(2, 3), mode="bicubic", align_corners=True),
               nn.UpsamplingNearest2d(scale_factor=2), nn.UpsamplingBilinear2d(size=(4, 9))]:
    print(module)
    show("module", module, image)
print(F.interpolate(torch.arange(4.0).reshape(1, 1, 4), scale_factor=2.0, mode="linear"))

theta = torch.tensor([[[0.8, 0.3, 0.1], [-0.2, 1.2, 0.3]], [[1.0, 0.0, -0.4], [0.0, 0.9, 0.0]]])
for align in [False, True]:
    grid = F.affine_grid(theta, (2, 3, 4, 5), align_corners=align)
    print(grid.shape, grid[0, 1, 0])
    for mode in ["bilinear", "nearest", "bicubic"]:
        for padding in ["zeros", "border", "reflection"]:
            show(f"{mode} {padding}", lambda x, t: F.grid_sample(
                x, F.affine_grid(t, (2, 3, 4, 5), align_corners=align) * 1.3, mode, padding,
                align) + 0 * t.sum(), image, theta)
turn = torch.tensor([[[0.9, 0.2, 0.0, 0.1], [0.0, 1.1, 0.3, 0.0], [0.2, 0.0, 0.8, -0.2]]])
show("3d", lambda x, t: F.grid_sample(x, F.affine_grid(t, (1, 2, 3, 3, 3), align_corners=False),
                                      align_corners=False), solid, turn)

for arguments in [(2,), ((2, 3), 1, 0, 2), (3, 1, (1, 2), 1), ((2, 2), (2, 1), 1, (1, 2))]:
    show("unfold", lambda x: F.unfold(x, *arguments), image)
    columns = F.unfold(torch.ones(2, 3, 5, 6), *arguments)
    print(F.fold(columns, (5, 6), *arguments)[0, 0].tolist())
    show("fold", lambda x: F.fold(x, (5, 6), *arguments), torch.randn(columns.shape))
print(nn.Unfold((2, 3), padding=1), nn.Fold((5, 6), 3, stride=2))
show("one image", nn.Unfold(2), image[0])

print(nn.PixelShuffle(2), nn.PixelUnshuffle(3), nn.ChannelShuffle(2))
pixels = torch.arange(16.0).reshape(1, 4, 2, 2)
print(nn.PixelShuffle(2)(pixels))
print(nn.PixelUnshuffle(2)(torch.arange(16.0).reshape(1, 1, 4, 4))[0, :, 0, 0])
print(nn.ChannelShuffle(2)(pixels)[0, :, 0, 0])
show("shuffle", nn.PixelShuffle(2), torch.randn(2, 8, 3, 3))

norm = nn.LocalResponseNorm(3, alpha=0.1, beta=0.6, k=2.0)
print(norm)
show("lrn", norm, image * 3)
show("lrn", nn.LocalResponseNorm(2), line)
show("softmax2d", nn.Softmax2d(), image)
best, where = F.adaptive_max_pool2d(image, (2, 4), return_indices=True)
print(best[0, 0], where[0, 0])
show("adaptive", lambda x: F.adaptive_max_pool2d(x, (3, 4)), image)
