# torch.utils.data: data sets that are indexed, samplers, and the batches of an epoch.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A sampler gives the indices of an epoch in one tensor (`_order`). A loop over a DataLoader is one
# over the numbers of its batches; each batch is taken from the data set by its part of that tensor.

import _tine
import math

import torch


class Dataset:
    def __add__(self, other):
        return ConcatDataset([self, other])


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

    def _batch(self, indices):
        return [tensor[indices] for tensor in self.tensors]


class Subset(Dataset):
    def __init__(self, dataset, indices):
        self.dataset = dataset
        self.indices = indices
        self._places = _indices_of(indices)

    def __getitem__(self, idx):
        return self.dataset[int(self._places[idx])]

    def __len__(self):
        return self._places.size(0)

    def _batch(self, indices):
        return _batch_of(self.dataset, self._places[indices])


class _Part(Subset):
    """What `random_split` gives: its indices are a list, made where one is read."""

    def __init__(self, dataset, places):
        self.dataset = dataset
        self._places = places

    @property
    def indices(self):
        return self._places.tolist()


class ConcatDataset(Dataset):
    def __init__(self, datasets):
        _tine.unsupported("data sets cannot be joined; use torch.cat on their tensors")


def random_split(dataset, lengths, generator=None):
    size = len(dataset)
    total = sum(lengths)
    if total <= 1 and total >= 1 - 1e-9:
        counts = [math.floor(size * fraction) for fraction in lengths]
        for i in range(size - sum(counts)):
            counts[i % len(counts)] += 1
        lengths = counts
    if sum(lengths) != size:
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    order = torch.randperm(size, generator=generator)
    parts = []
    start = 0
    for length in lengths:
        parts.append(_Part(dataset, order[start:start + length]))
        start += length
    return parts


def _indices_of(values):
    if isinstance(values, torch.Tensor):
        return values
    return torch.tensor([value for value in values], dtype=torch.int64)


class Sampler:
    """A program's own gives indices by `__iter__` and their number by `__len__`."""

    def _order(self):
        return _indices_of(self)


class _IndexSampler(Sampler):
    def __iter__(self):
        return self._order().tolist()


class SequentialSampler(_IndexSampler):
    def __init__(self, data_source):
        self.data_source = data_source

    def __len__(self):
        return len(self.data_source)

    def _order(self):
        return torch.arange(len(self.data_source))


class _Drawn:
    """The order of a RandomSampler with replacement: drawn as far as it is read, one after the other,
    by a generator of its own. There may be any number of items."""

    def __init__(self, high, count, generator):
        self._high = high
        self._count = count
        self._generator = generator

    def size(self, dim):
        return self._count

    def narrow(self, dim, start, length):
        return torch.randint(self._high, (length,), generator=self._generator)

    def __getitem__(self, place):
        if isinstance(place, int):
            return self.narrow(0, place, 1)[0]
        return self.narrow(0, place.start, place.stop - place.start)

    def tolist(self):
        return self.narrow(0, 0, self._count).tolist()


def _seed():
    return int(torch.empty((), dtype=torch.int64).random_().item())


class RandomSampler(_IndexSampler):
    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        if num_samples is not None and num_samples <= 0:
            raise ValueError(f"num_samples should be a positive integer value, but got num_samples={num_samples}")
        self.data_source = data_source
        self.replacement = replacement
        self._num_samples = num_samples
        self.generator = generator

    @property
    def num_samples(self):
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __len__(self):
        return self.num_samples

    def _is_endless(self):
        """Whether its order is drawn as far as it is read."""
        return self.replacement and self.generator is None

    def _drawn(self, generator):
        return _Drawn(len(self.data_source), self.num_samples, generator)

    def _order(self):
        generator = self.generator
        if generator is None:
            generator = torch.Generator()
            generator.manual_seed(_seed())
        size = len(self.data_source)
        if self.replacement:
            drawn = self._drawn(generator)
            return drawn if self.generator is None else drawn.narrow(0, 0, self.num_samples)
        if self._num_samples is None:
            return torch.randperm(size, generator=generator)
        parts = []
        for i in range(self.num_samples // size):
            parts.append(torch.randperm(size, generator=generator))
        parts.append(torch.randperm(size, generator=generator)[:self.num_samples % size])
        return torch.cat(parts)


class SubsetRandomSampler(_IndexSampler):
    def __init__(self, indices, generator=None):
        self.indices = indices
        self.generator = generator
        self._places = _indices_of(indices)

    def __len__(self):
        return self._places.size(0)

    def _order(self):
        return self._places[torch.randperm(len(self), generator=self.generator)]


class WeightedRandomSampler(_IndexSampler):
    def __init__(self, weights, num_samples, replacement=True, generator=None):
        self.weights = torch.as_tensor(weights, dtype=torch.float64)
        self.num_samples = num_samples
        self.replacement = replacement
        self.generator = generator

    def __len__(self):
        return self.num_samples

    def _order(self):
        return torch.multinomial(self.weights, self.num_samples, self.replacement,
                                 generator=self.generator)


class BatchSampler(Sampler):
    def __init__(self, sampler, batch_size, drop_last):
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __len__(self):
        size = len(self.sampler)
        if self.drop_last:
            return size // self.batch_size
        return (size + self.batch_size - 1) // self.batch_size

    def __iter__(self):
        order = [i for i in self.sampler]
        return [order[k * self.batch_size:(k + 1) * self.batch_size] for k in range(len(self))]


def _finish(sampler):
    """PyTorch shuffles once more when it has given all items."""
    if isinstance(sampler, RandomSampler) and sampler.generator is not None and not sampler.replacement \
            and sampler._num_samples is None:
        torch.randperm(len(sampler), generator=sampler.generator)


def default_collate(batch):
    """One value of the items: tensors are stacked, in tuples, lists and dicts too."""
    first = batch[0]
    if isinstance(first, torch.Tensor):
        return torch.stack(batch)
    if isinstance(first, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(first, (bool, int)):
        return torch.tensor(batch)
    if isinstance(first, str):
        return batch
    if isinstance(first, dict):
        return {key: default_collate([item[key] for item in batch]) for key in first}
    return [default_collate([item[k] for item in batch]) for k in range(len(first))]


def _items_of(dataset, indices):
    return [dataset[int(indices[k])] for k in range(indices.size(0))]


def _batch_of(dataset, indices):
    if hasattr(dataset, "_batch"):
        return dataset._batch(indices)
    return default_collate(_items_of(dataset, indices))


class _Batches:
    """The batches of one epoch: a loop takes them by their numbers. Their order is drawn for the
    first of them."""

    def __init__(self, loader, order=None, first=0, begun=False):
        self.loader = loader
        self.order = order
        self.first = first
        self._begun = begun
        if order is None and isinstance(loader.sampler, RandomSampler) and loader.sampler._is_endless():
            self.order = loader.sampler._drawn(torch.Generator())

    def _begin(self):
        sampler = self.loader.sampler
        if isinstance(self.order, _Drawn):
            if not self._begun:
                self.order._generator.manual_seed(_seed())
                self._begun = True
        elif self.order is None:
            self.order = sampler._order() if isinstance(sampler, Sampler) else _indices_of(sampler)

    def __len__(self):
        return len(self.loader) - self.first

    def _behind(self, count):
        return _Batches(self.loader, self.order, self.first + count, self._begun)

    def __getitem__(self, place):
        loader = self.loader
        number = self.first + place
        if number == len(loader) - 1:
            _finish(loader.sampler)
        if loader.batch_size is None:
            item = loader.dataset[int(self.order[number])]
            return list(item) if isinstance(item, tuple) else item
        size = self.order.size(0)
        start = number * loader.batch_size
        if loader.drop_last or size % loader.batch_size == 0:
            indices = self.order.narrow(0, start, loader.batch_size)
        else:
            indices = self.order[start:min(start + loader.batch_size, size)]
        if loader.collate_fn is not None:
            return loader.collate_fn(_items_of(loader.dataset, indices))
        return _batch_of(loader.dataset, indices)


class DataLoader:
    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None,
                 num_workers=0, collate_fn=None, pin_memory=False, drop_last=False, timeout=0,
                 worker_init_fn=None, multiprocessing_context=None, generator=None, *,
                 prefetch_factor=None, persistent_workers=False, pin_memory_device=""):
        if batch_sampler is not None:
            if not isinstance(batch_sampler, BatchSampler):
                _tine.unsupported("a batch_sampler is a BatchSampler; use a sampler and batch_size")
            sampler = batch_sampler.sampler
            batch_size = batch_sampler.batch_size
            drop_last = batch_sampler.drop_last
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if sampler is not None:
            self.sampler = sampler
        elif shuffle:
            self.sampler = RandomSampler(dataset, generator=generator)
        else:
            self.sampler = SequentialSampler(dataset)
        self.dataset = dataset
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.collate_fn = collate_fn
        self.generator = generator

    def __len__(self):
        size = len(self.sampler)
        if self.batch_size is None:
            return size
        if self.drop_last:
            return size // self.batch_size
        return (size + self.batch_size - 1) // self.batch_size

    def __iter__(self):
        # PyTorch draws the seed of its workers.
        torch.empty((), dtype=torch.int64).random_(generator=self.generator)
        return _Batches(self)

    def _behind(self, count):
        return self.__iter__()._behind(count)
