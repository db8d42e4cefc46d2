# DataParallel and SyncBatchNorm without GPUs; the bases of recurrent layers.
import torch
import torch.nn as nn

torch.manual_seed(0)


def model():
    return nn.Sequential(nn.Linear(4, 3), nn.BatchNorm1d(3), nn.ReLU(), nn.Sequential(nn.BatchNorm1d(3, affine=False)))


net = nn.DataParallel(model(), device_ids=None)
print(net)
print(list(net.state_dict().keys()), [n for n, _ in net.named_parameters()], net.device_ids)
x = torch.randn(5, 4)
print(net(x), torch.equal(net.eval()(x), net.module(x)))
net.train()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    loss = (net(x) - 1).square().mean()
    loss.backward()
    optimizer.step()
    print(loss.item())
net.module.load_state_dict(model().state_dict())
print(isinstance(net, nn.DataParallel), isinstance(net.module, nn.DataParallel),
      isinstance(net, torch.nn.parallel.DataParallel))

net = model()
net[1].eval()
given = net[1].weight
sync = nn.SyncBatchNorm.convert_sync_batchnorm(net)
print(sync, sync is net, sync[1].weight is given, sync[1].training, sync[3][0].training, list(sync.state_dict().keys()))
print(sync(x), sync[3][0].running_mean)
print(nn.SyncBatchNorm.convert_sync_batchnorm(nn.BatchNorm2d(2, eps=1e-3)))
try:
    sync[1](x[0])
except ValueError as error:
    print(error)
for layer in (nn.LSTM(2, 2), nn.GRU(2, 2), nn.RNN(2, 2), nn.LSTMCell(2, 2), nn.GRUCell(2, 2), nn.Linear(2, 2)):
    print(type(layer).__name__, isinstance(layer, nn.RNNBase), isinstance(layer, nn.RNNCellBase))
