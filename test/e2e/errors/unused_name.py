# What is imported and not supported is diagnosed where it is used.
# expect: COMPILE ERROR 8 torchaudio
import torchaudio as ta
import torch
from torch.nn.utils.rnn import pack_padded_sequence

print(torch.ones(2))
print(ta.load("a.wav"))
