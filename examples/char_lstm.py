"""A character LSTM learns a short text, then writes some of its own."""
import torch
import torch.nn as nn

TEXT = (
    "the rain falls on the hill and the river runs to the sea. "
    "the sun warms the sea and the cloud climbs over the hill. "
    "the cloud meets the cold and the rain falls on the hill. "
    "so the water goes round and round and never comes to an end. ")
LETTERS = "abcdefghijklmnopqrstuvwxyz. "
STEPS = 32


class Writer(nn.Module):
    def __init__(self, letters: int, width: int):
        super().__init__()
        self.embed = nn.Embedding(letters, width)
        self.lstm = nn.LSTM(width, width)
        self.out = nn.Linear(width, letters)

    def forward(self, tokens, h, c):
        y, (h, c) = self.lstm(self.embed(tokens), (h, c))
        return self.out(y), h, c


torch.manual_seed(1)
WIDTH = 48
model = Writer(len(LETTERS), WIDTH)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
loss_fn = nn.CrossEntropyLoss()
text = torch.tensor([LETTERS.index(letter) for letter in TEXT])
zero = torch.zeros(1, 1, WIDTH)

for step in range(200):
    start = (step * 37) % (text.size(0) - STEPS - 1)
    tokens = text[start:start + STEPS].unsqueeze(1)
    targets = text[start + 1:start + STEPS + 1]
    logits, _, _ = model(tokens, zero, zero)
    loss = loss_fn(logits.squeeze(1), targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 10 == 0 or step == 199:
        print("step %3d loss %.3f" % (step, loss.item()))

with torch.no_grad():
    h, c = zero, zero
    token = torch.full((1, 1), LETTERS.index("t"))
    written = "t"
    for i in range(40):
        logits, h, c = model(token, h, c)
        token = logits[0].argmax(dim=1, keepdim=True)
        written += LETTERS[int(token.item())]
print(written)
