# torch.utils.data: data sets of tensors, and their batches in order.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch


class Dataset:
    def __add__(self, other):
        raise NotImplementedError("data sets cannot be joined; use torch.cat on their tensors")


class TensorDataset(Dataset):
    def __init__(self, *tensors):
        for tensor in tensors:
            if tensor.size(0) != tensors[0].size(0):
                raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self):
        return self.tensors[0].size(0)


class DataLoader:
    """The batches of a TensorDataset, or of a data set of the program whose items are tuples."""

    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None,
                 num_workers=0, collate_fn=None, pin_memory=False, drop_last=False, timeout=0,
                 worker_init_fn=None, generator=None):
        if shuffle:
            raise NotImplementedError(
                "DataLoader(shuffle=True) is not supported; index the tensors with torch.randperm")
        if sampler is not None or batch_sampler is not None or collate_fn is not None:
            raise NotImplementedError(
                "DataLoader takes no sampler, batch_sampler or collate_fn; make the batches in a list")
        self.dataset = dataset
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __len__(self):
        if self.drop_last:
            return len(self.dataset) // self.batch_size
        return (len(self.dataset) + self.batch_size - 1) // self.batch_size

    def __iter__(self):
        # PyTorch draws the seed of its workers.
        torch.empty((), dtype=torch.int64).random_()
        size = len(self.dataset)
        batches = []
        for i in range(len(self)):
            start = i * self.batch_size
            batches.append(self._batch(start, min(start + self.batch_size, size)))
        return batches

    def _batch(self, start, end):
        if isinstance(self.dataset, TensorDataset):
            return [tensor[start:end].clone() for tensor in self.dataset.tensors]
        items = [self.dataset[i] for i in range(start, end)]
        if isinstance(items[0], tuple):
            return [self._stack([item[k] for item in items]) for k in range(len(items[0]))]
        return self._stack(items)

    def _stack(self, values):
        if isinstance(values[0], torch.Tensor):
            return torch.stack(values)
        if isinstance(values[0], float):
            return torch.tensor(values, dtype=torch.float64)
        return torch.tensor(values)
