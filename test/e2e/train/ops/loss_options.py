# Losses with every option: reductions, weights, ignored targets, dimensions, old flags.
# tolerance: 1e-6
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(8)


def show(name, loss, *inputs):
    for x in inputs:
        x.grad = None
    (loss.sum() * 1.5).backward()
    print(name, loss.tolist(), [x.grad.tolist() for x in inputs])


x = torch.randn(3, 4, requires_grad=True)
y = torch.randn(3, 4, requires_grad=True)
wide = torch.tensor([[-3.0, -0.5, 0.0, 0.5], [1.0, 3.0, -1.0, 0.25]], requires_grad=True)
zeros = torch.zeros(2, 4)
positive = torch.rand(3, 4)
for r in ("mean", "sum", "none"):
    show("mse weight", F.mse_loss(x, y, reduction=r, weight=positive), x, y)
    show("l1 weight", F.l1_loss(x, y, reduction=r, weight=positive), x, y)
    show("huber weight", F.huber_loss(x, y, reduction=r, delta=0.5, weight=positive), x, y)
# At the ends of the parabola, and without one.
for beta in (0.5, 1.0, 0.0):
    show("smooth_l1", F.smooth_l1_loss(wide, zeros, beta=beta), wide)
for delta in (0.5, 1.0, 3.0):
    show("huber", F.huber_loss(wide, zeros, delta=delta), wide)
show("mse row", F.mse_loss(x, y[:1].expand(3, 4)), x, y)
# Older spellings of the reduction.
show("flags", nn.MSELoss(size_average=False)(x, y), x)
show("flags", nn.L1Loss(reduce=False)(x, y), x)
show("flags", F.smooth_l1_loss(x, y, size_average=True, reduce=True, reduction="sum"), x)

classes = torch.tensor([2, 0, 3])
weight = torch.tensor([0.5, 1.0, 2.0, 0.25])
share = torch.softmax(torch.randn(3, 4), 1)
image = torch.randn(2, 3, 2, 2, requires_grad=True)
labels = torch.tensor([[[0, 1], [2, -100]], [[1, 1], [-100, 0]]])
thirds = torch.tensor([1.0, 2.0, 0.5])
mixed = torch.softmax(torch.randn(2, 3, 2, 2), 1)
for r in ("mean", "sum", "none"):
    show("ce", nn.CrossEntropyLoss(weight, ignore_index=0, reduction=r, label_smoothing=0.3)(x, classes), x)
    show("ce smooth", F.cross_entropy(x, classes, reduction=r, label_smoothing=1.0), x)
    show("ce share", F.cross_entropy(x, share, weight, reduction=r, label_smoothing=0.2), x)
    show("ce image", F.cross_entropy(image, labels, thirds, reduction=r, label_smoothing=0.1), image)
    show("ce image share", F.cross_entropy(image, mixed, thirds, reduction=r), image)
    show("nll image", nn.NLLLoss(thirds, ignore_index=1, reduction=r)(F.log_softmax(image, 1), labels.clamp(min=0)), image)
    show("nll one", F.nll_loss(F.log_softmax(x[0], 0), torch.tensor(2), weight, reduction=r), x)
    show("ce one", F.cross_entropy(x[1], torch.tensor(1), weight, reduction=r, label_smoothing=0.1), x)
    show("ce one share", F.cross_entropy(x[1], share[0], reduction=r), x)
    show("bce", nn.BCELoss(positive, reduction=r)(torch.sigmoid(x), share), x)
    show("bce logits", nn.BCEWithLogitsLoss(positive, reduction=r, pos_weight=weight)(x, share), x)
    show("cosine", nn.CosineEmbeddingLoss(margin=-0.2, reduction=r)(x, y, torch.tensor([1, -1, -1])), x, y)
for r in ("mean", "sum", "none", "batchmean"):
    show("kl", nn.KLDivLoss(reduction=r)(F.log_softmax(x, 1), share), x)
    show("kl log", nn.KLDivLoss(reduction=r, log_target=True)(F.log_softmax(x, 1), F.log_softmax(y, 1)), x, y)
show("kl zero", F.kl_div(F.log_softmax(x, 1), torch.tensor([0.0, 1.0, 0.0, 0.0]).expand(3, 4)), x)
show("kl target", F.kl_div(F.log_softmax(x, 1), F.softmax(y, 1), reduction="sum"), x, y)
show("mse target", nn.MSELoss()(x.detach(), y), y)
show("bce target", F.binary_cross_entropy_with_logits(x, torch.sigmoid(y), pos_weight=weight), x, y)
show("bce target", F.binary_cross_entropy(torch.sigmoid(x), torch.sigmoid(y)), x, y)
# Where every target is ignored there is nothing to take the mean of.
print(F.cross_entropy(x, torch.tensor([1, 1, 1]), ignore_index=1), F.nll_loss(x, torch.tensor([-100] * 3), reduction="sum"))
edge = torch.tensor([0.0, 1.0, 0.5, 1.0], requires_grad=True)
show("bce edge", F.binary_cross_entropy(edge, torch.tensor([0.0, 1.0, 1.0, 0.0]), reduction="none"), edge)
far = torch.tensor([100.0, -100.0, 20.0, 0.0], dtype=torch.float64, requires_grad=True)
show("bce far", F.binary_cross_entropy_with_logits(far, torch.tensor([0.0, 1.0, 1.0, 0.5], dtype=torch.float64), reduction="none"), far)
