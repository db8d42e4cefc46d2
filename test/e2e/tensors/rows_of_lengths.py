# Rows of lists of different lengths, padded.
import torch

seqs = [[1, 2, 3], [4], [5, 6]]
lengths = torch.LongTensor([x for x in map(len, seqs)])
padded = torch.zeros((len(seqs), lengths.max())).long()
for i, (seq, n) in enumerate(zip(seqs, lengths)):
    padded[i, :n] = torch.LongTensor(seq)
print(padded)
n = torch.tensor(3).item()
print(torch.eye(n), torch.eye(n, 2, dtype=torch.int64), [chr(code) for code in torch.tensor([104, 105])])
