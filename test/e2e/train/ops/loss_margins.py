# Losses of margins, rankings and distributions: values and gradients.
# tolerance: 1e-6
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(5)


def show(name, loss, *inputs):
    for x in inputs:
        x.grad = None
    (loss.sum() * 1.5).backward()
    print(name, loss.tolist(), [x.grad.tolist() for x in inputs])


x = torch.randn(3, 4, requires_grad=True)
y = torch.randn(3, 4, requires_grad=True)
z = torch.randn(3, 4, requires_grad=True)
v = torch.tensor([[0.5, 1.0, 2.0, 1e-9], [1.0, 0.1, 0.2, 3.0], [0.3, 0.4, 0.6, 0.8]], requires_grad=True)
w = torch.tensor([1.0, 2.0, 0.5, 0.25])
side = torch.tensor([[1.0, -1.0, -1.0, 1.0], [-1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, 1.0, -1.0]])
label = torch.tensor([2, 0, 3])
labels = torch.tensor([[2, 0, -1, 1], [-1, 0, 1, 2], [3, 1, 0, 2]])
truth = torch.tensor([[0.0, 1.0, 1.0, 0.0], [1.0, 0.0, 1.0, 1.0], [0.0, 0.0, 0.0, 1.0]])
count = torch.tensor([[0.0, 1.0, 2.0, 5.0], [3.0, 0.0, 1.0, 7.0], [2.0, 2.0, 4.0, 1.0]])
for r in ("mean", "sum", "none"):
    show("ranking", nn.MarginRankingLoss(margin=0.3, reduction=r)(x, y, side), x, y)
    show("hinge", nn.HingeEmbeddingLoss(margin=0.8, reduction=r)(x, side), x)
    show("triplet", nn.TripletMarginLoss(margin=0.9, swap=True, reduction=r)(x, y, z), x, y, z)
    show("gaussian", nn.GaussianNLLLoss(full=True, reduction=r)(x, y, v), x, y, v)
    show("poisson", nn.PoissonNLLLoss(full=True, reduction=r)(x, count), x)
    show("soft", nn.SoftMarginLoss(reduction=r)(x, side), x)
    show("multi", nn.MultiMarginLoss(p=2, margin=0.7, weight=w, reduction=r)(x, label), x)
    show("labels", nn.MultiLabelMarginLoss(reduction=r)(x, labels), x)
    show("soft labels", nn.MultiLabelSoftMarginLoss(weight=w, reduction=r)(x, truth), x)
show("ranking", F.margin_ranking_loss(x, y, side), x, y)
show("ranking edge", F.margin_ranking_loss(x, x.detach(), side), x)
show("hinge", F.hinge_embedding_loss(x, torch.tensor([1.0, -1.0, 0.0, 1.0])), x)
show("triplet", F.triplet_margin_loss(x, y, z), x, y, z)
show("triplet p", F.triplet_margin_loss(x, y, z, margin=2.0, p=1, eps=1e-3, reduction="sum"), x, y, z)
show("triplet one", nn.TripletMarginLoss()(x[0], y[0], z[0]), x, y, z)
show("distance", nn.TripletMarginWithDistanceLoss(
    distance_function=lambda a, b: 1.0 - F.cosine_similarity(a, b), swap=True)(x, y, z), x, y, z)
show("distance", F.triplet_margin_with_distance_loss(x, y, z, margin=1.5), x, y, z)
show("gaussian", F.gaussian_nll_loss(x, y, v[:, 1], eps=0.3), x, v)
show("gaussian one", F.gaussian_nll_loss(x, y, v[:, :1]), x, v)
show("gaussian number", F.gaussian_nll_loss(x, y, 0.5), x)
show("poisson", F.poisson_nll_loss(torch.exp(x), count, log_input=False, eps=1e-3), x)
show("soft", F.soft_margin_loss(x, side, size_average=False), x)
show("multi", F.multi_margin_loss(x, label), x)
show("multi one", F.multi_margin_loss(x[1], torch.tensor(2)), x)
show("labels one", F.multilabel_margin_loss(x[1], labels[0]), x)
show("soft labels", F.multilabel_soft_margin_loss(x, truth, reduce=False), x)
print(nn.PairwiseDistance(p=1.0, keepdim=True)(x, y), nn.TripletMarginLoss(), nn.GaussianNLLLoss())
