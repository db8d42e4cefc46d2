# Two images through one network: contrastive and triplet losses.
import random
import torch
from torch import nn
import torch.nn.functional as F


class Pairs(torch.utils.data.Dataset):
    def __init__(self, images, labels):
        self.images, self.labels = images, labels

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        other = random.randrange(len(self.images))
        same = (self.labels[index] == self.labels[other]).float()
        return self.images[index], self.images[other], same


class Siamese(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(36, 4))

    def forward(self, a, b):
        return self.body(a), self.body(b)


torch.manual_seed(9)
random.seed(9)
labels = torch.arange(8) % 2
images = torch.randn(8, 1, 8, 8) + labels.view(-1, 1, 1, 1)
model = Siamese()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for epoch in range(2):
    for a, b, same in torch.utils.data.DataLoader(Pairs(images, labels), batch_size=4, shuffle=True):
        x, y = model(a, b)
        distance = F.pairwise_distance(x, y)
        loss = (same * distance.pow(2) + (1 - same) * F.relu(1.0 - distance).pow(2)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print("%.2f" % loss.item())
anchor, positive, negative = model.body(images[0:1]), model.body(images[2:3]), model.body(images[1:2])
print("%.2f" % nn.TripletMarginLoss(margin=0.5)(anchor, positive, negative).item(), "%.1f" % F.cosine_similarity(anchor, negative).item())
