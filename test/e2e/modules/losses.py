# Losses with their reductions and options.
import torch
import torch.nn as nn
import torch.nn.functional as F

x = torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.25, -0.5]])
t = torch.tensor([[0.0, 1.0, 0.5], [1.0, 0.0, 0.75]])
c = torch.tensor([2, 0])
w = torch.tensor([1.0, 2.0, 0.5])
for reduction in ("mean", "sum", "none"):
    print(reduction, nn.MSELoss(reduction=reduction)(x, t), nn.L1Loss(reduction=reduction)(x, t))
    print(nn.SmoothL1Loss(reduction=reduction)(x, t), nn.HuberLoss(reduction=reduction, delta=0.5)(x, t))
    print(nn.CrossEntropyLoss(reduction=reduction)(x, c), nn.CrossEntropyLoss(weight=w, reduction=reduction)(x, c))
    print(nn.CrossEntropyLoss(label_smoothing=0.1, reduction=reduction)(x, c), nn.CrossEntropyLoss(reduction=reduction)(x, t))
    print(nn.NLLLoss(reduction=reduction)(F.log_softmax(x, 1), c), nn.NLLLoss(ignore_index=0, reduction=reduction)(F.log_softmax(x, 1), c))
    print(nn.BCELoss(reduction=reduction)(torch.sigmoid(x), t), nn.BCEWithLogitsLoss(reduction=reduction, pos_weight=w)(x, t))
    print(nn.KLDivLoss(reduction=reduction)(F.log_softmax(x, 1), F.softmax(t, 1)))
print(F.mse_loss(x, t), F.cross_entropy(x, c), F.kl_div(F.log_softmax(x, 1), t, reduction="batchmean"), F.smooth_l1_loss(x, t, beta=2.0))
print(F.cross_entropy(torch.zeros(2, 3, 2), torch.tensor([[0, 1], [2, -100]])), nn.CosineSimilarity()(x, t), F.normalize(x), F.one_hot(c, 4))
