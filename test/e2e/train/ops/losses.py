# Every loss as module and function: its value and the gradients of its inputs.
# tolerance: 1e-6
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(4)


def show(name, loss, *inputs):
    for x in inputs:
        x.grad = None
    (loss.sum() * 1.5).backward()
    print(name, loss.tolist())
    for x in inputs:
        print("  ", x.grad.tolist())


x = torch.randn(3, 4, requires_grad=True)
y = torch.randn(3, 4, requires_grad=True)
for reduction in ("mean", "sum", "none"):
    show("mse", nn.MSELoss(reduction=reduction)(x, y), x, y)
    show("l1", nn.L1Loss(reduction=reduction)(x, y), x, y)
    show("smooth_l1", nn.SmoothL1Loss(reduction=reduction, beta=0.7)(x, y), x, y)
    show("huber", nn.HuberLoss(reduction=reduction, delta=0.8)(x, y), x, y)

classes = torch.tensor([2, 0, 3])
weight = torch.tensor([0.5, 1.0, 2.0, 0.25])
for reduction in ("mean", "sum", "none"):
    show("ce", nn.CrossEntropyLoss(reduction=reduction)(x, classes), x)
    show("ce weight", nn.CrossEntropyLoss(weight, reduction=reduction, ignore_index=3)(x, classes), x)
    show("ce smooth", F.cross_entropy(x, classes, weight, reduction=reduction, ignore_index=0,
                                      label_smoothing=0.1), x)
    show("nll", F.nll_loss(F.log_softmax(x, 1), classes, weight, reduction=reduction), x)
share = torch.softmax(torch.randn(3, 4), 1)
show("ce share", F.cross_entropy(x, share, weight, label_smoothing=0.2), x)
show("ce share", nn.CrossEntropyLoss(reduction="sum")(x, share), x)
image = torch.randn(2, 3, 2, 2, requires_grad=True)
labels = torch.tensor([[[0, 1], [2, -100]], [[1, 1], [-100, 0]]])
show("ce image", nn.CrossEntropyLoss(label_smoothing=0.1)(image, labels), image)
show("ce one", F.cross_entropy(image[0, :, 0, 0], torch.tensor(1)), image)

zero = torch.tensor([0.0, -1.0, 2.0, 4.0, -40.0], requires_grad=True)
truth = torch.tensor([1.0, 0.0, 0.3, 1.0, 1.0])
for reduction in ("mean", "none"):
    show("bce", nn.BCELoss(reduction=reduction)(torch.sigmoid(x), share), x)
    show("bce logits", nn.BCEWithLogitsLoss(reduction=reduction)(zero, truth), zero)
    show("bce pos", F.binary_cross_entropy_with_logits(
        x, share, weight, pos_weight=torch.tensor([1.0, 2.0, 3.0, 0.5]), reduction=reduction), x)
    show("kl", nn.KLDivLoss(reduction=reduction)(F.log_softmax(x, 1), share), x)
show("bce weight", nn.BCELoss(weight)(torch.sigmoid(x), share), x)
show("kl batch", F.kl_div(F.log_softmax(x, 1), share, reduction="batchmean"), x)
show("kl log", nn.KLDivLoss(reduction="sum", log_target=True)(F.log_softmax(x, 1), torch.log(share)), x)
sides = torch.tensor([1, -1, -1])
show("cosine", nn.CosineEmbeddingLoss(margin=0.1)(x, y, sides), x, y)
show("cosine", F.cosine_embedding_loss(x, y, sides, reduction="none"), x, y)
show("cosine one", F.cosine_embedding_loss(x[0], y[0], torch.tensor(1)), x, y)

# Norms have the derivative 0 at 0.
rows = torch.tensor([[3.0, 4.0], [0.0, 0.0]], requires_grad=True)
show("norm", torch.norm(rows, dim=1), rows)
show("normalize", F.normalize(rows), rows)
show("similarity", F.cosine_similarity(rows, torch.ones(2, 2)), rows)
