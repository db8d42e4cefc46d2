# Indices of tensors that come out of lists and dicts of the run, behind which nothing
# else fails, are checked and may be negative.
import torch

x = torch.arange(6.0).reshape(3, 2)
places = [int(torch.tensor(n)) for n in (0, -1, 2, -3)]
for place in places:
    print(x[place], x[:, place % 2].sum(), x.select(0, place))
first, second, *rest = places
print(x[second], x[rest[0]], x[rest[-1], first])
last = {}
for place in places:
    last[place] = -1 - place
for place in places:
    try:
        print(x[last[place]])
    except IndexError as error:
        print(error)
places.append(int(torch.tensor(3)))
print(x[places[-1]])
