# Embedding, LayerNorm, Flatten, Unflatten, Identity, Dropout in evaluation.
import torch
import torch.nn as nn


class Classifier(nn.Module):
    def __init__(self, words, size, classes):
        super().__init__()
        self.emb = nn.Embedding(words, size, padding_idx=0)
        self.norm = nn.LayerNorm(size)
        self.flat = nn.Flatten()
        self.drop = nn.Dropout(0.5)
        self.out = nn.Linear(3 * size, classes)

    def forward(self, ids):
        x = self.norm(self.emb(ids))
        return self.out(self.drop(self.flat(x)))


torch.manual_seed(6)
model = Classifier(10, 4, 2).eval()
ids = torch.tensor([[1, 5, 0], [9, 9, 2]])
with torch.no_grad():
    print(model.emb(ids)[0], model.emb(torch.tensor(3)).shape)
    print(model(ids), torch.jit.script(model)(ids).argmax(1))
    print(nn.LayerNorm((2, 2), eps=1e-3)(torch.tensor([[[1.0, 2.0], [3.0, 6.0]]])))
    print(nn.LayerNorm(3, elementwise_affine=False)(torch.tensor([[1.0, 5.0, 3.0]])), nn.Identity(7)(torch.ones(1)))
    print(nn.Unflatten(1, (2, 3))(torch.arange(12).reshape(2, 6)).shape, nn.Flatten(0, 1)(torch.ones(2, 3, 4)).shape)
print(model)
pre = nn.Embedding.from_pretrained(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
print(pre(torch.tensor([1, 0, 1])), pre.weight.requires_grad)
