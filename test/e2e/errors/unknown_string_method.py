# expect: COMPILE ERROR 5 partition
import torch

word = "a=b" if int(torch.tensor(3)) > 2 else "c"
print(word.partitions("="))
