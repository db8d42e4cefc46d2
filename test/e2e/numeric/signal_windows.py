# Windows of signals.
import torch
from torch.signal import windows

for name, make in (("cosine", windows.cosine), ("hann", windows.hann), ("hamming", windows.hamming),
                   ("blackman", windows.blackman), ("bartlett", windows.bartlett), ("nuttall", windows.nuttall),
                   ("gaussian", windows.gaussian), ("exponential", windows.exponential), ("kaiser", windows.kaiser)):
    for count in (0, 1, 5):
        for symmetric in (True, False):
            print(name, count, symmetric, ["%.4f" % abs(v) for v in make(count, sym=symmetric).tolist()])
print(["%.4f" % v for v in windows.general_cosine(4, a=[0.5, 0.3, 0.2]).tolist()])
print(["%.4f" % abs(v) for v in torch.hann_window(5).tolist()], ["%.4f" % v for v in torch.kaiser_window(4, False, 3.0).tolist()])
