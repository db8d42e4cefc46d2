# torch.nn.utils.rnn: batches of sequences.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from typing import NamedTuple, Optional

import torch


class PackedSequence(NamedTuple):
    """Sequences of several lengths, step after step: `data` has batch_sizes[t] rows of step t.
    The longest one comes first; `sorted_indices` say where each was before."""

    data: torch.Tensor
    batch_sizes: torch.Tensor
    sorted_indices: Optional[torch.Tensor] = None
    unsorted_indices: Optional[torch.Tensor] = None

    def to(self, *args, **kwargs):
        return PackedSequence(self.data.to(*args, **kwargs), self.batch_sizes, self.sorted_indices,
                              self.unsorted_indices)

    def cuda(self, *args, **kwargs):
        return PackedSequence(self.data.cuda(*args, **kwargs), self.batch_sizes,
                              self.sorted_indices, self.unsorted_indices)

    def cpu(self):
        return self

    @property
    def is_cuda(self):
        return self.data.is_cuda


def _steps(batch_sizes):
    """How many steps the longest sequence has, how many sequences there are, and which of them
    are in each step: [steps, sequences]."""
    count = int(batch_sizes[0])
    present = torch.arange(count).unsqueeze(0) < batch_sizes.unsqueeze(1)
    return batch_sizes.size(0), count, present


def unpack_rows(data, batch_sizes, padding_value):
    """data[rows, ...] -> [steps, sequences, ...] and which of these are there."""
    steps, count, present = _steps(batch_sizes)
    starts = torch.cumsum(batch_sizes, 0) - batch_sizes
    places = starts.unsqueeze(1) + torch.arange(count).unsqueeze(0)
    places = torch.where(present, places, 0).reshape(-1)
    rest = list(data.shape)[1:]
    rows = data.index_select(0, places).reshape([steps, count] + rest)
    there = present.reshape([steps, count] + [1] * len(rest))
    return torch.where(there, rows, padding_value), present


def pack_rows(padded, present):
    """The rows of padded[steps, sequences, ...] that are there."""
    rest = list(padded.shape)[2:]
    rows = padded.reshape([padded.size(0) * padded.size(1)] + rest)
    return rows.index_select(0, present.reshape(-1).nonzero().squeeze(1))


def invert_permutation(permutation):
    if permutation is None:
        return None
    return torch.argsort(permutation)


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    """Packs input[T, B, ...], or [B, T, ...] with `batch_first`, of the given lengths."""
    if not isinstance(lengths, torch.Tensor):
        lengths = torch.tensor(lengths, dtype=torch.int64)
    lengths = lengths.to(torch.int64)
    sorted_indices = None
    if batch_first:
        input = input.transpose(0, 1)
    if enforce_sorted:
        if bool((lengths[1:] > lengths[:-1]).any()):
            raise RuntimeError(
                "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. "
                "You can pass `enforce_sorted=False` to pack_padded_sequence and/or pack_sequence "
                "to sidestep this requirement if you do not need ONNX exportability.")
    else:
        lengths, sorted_indices = torch.sort(lengths, descending=True)
        input = input.index_select(1, sorted_indices)
    if input.numel() == 0:
        raise RuntimeError("Cannot pack empty tensors.")
    if lengths.size(0) != input.size(1):
        raise RuntimeError(f"Expected `len(lengths)` to be equal to batch_size, but got "
                           f"{lengths.size(0)} (batch_size={input.size(1)})")
    if int(lengths[-1]) <= 0:
        raise RuntimeError("Length of all samples has to be greater than 0, but found an element "
                           "in 'lengths' that is <= 0")
    steps = int(lengths[0])
    present = torch.arange(steps).unsqueeze(1) < lengths.unsqueeze(0)
    data = pack_rows(input.narrow(0, 0, steps), present)
    return PackedSequence(data, present.sum(1), sorted_indices, invert_permutation(sorted_indices))


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """The padded sequences [T, B, ...], or [B, T, ...] with `batch_first`, and their lengths."""
    padded, present = unpack_rows(sequence.data, sequence.batch_sizes, padding_value)
    lengths = present.sum(0)
    if total_length is not None:
        missing = total_length - padded.size(0)
        if missing < 0:
            raise ValueError("Expected total_length to be at least the length of the longest "
                             f"sequence in input, but got total_length={total_length} and max "
                             f"sequence length being {padded.size(0)}")
        rest = torch.full([missing] + list(padded.shape)[1:], padding_value, dtype=padded.dtype)
        padded = torch.cat([padded, rest])
    if sequence.unsorted_indices is not None:
        padded = padded.index_select(1, sequence.unsorted_indices)
        lengths = lengths.index_select(0, sequence.unsorted_indices)
    return (padded.transpose(0, 1) if batch_first else padded), lengths


def pack_sequence(sequences, enforce_sorted=True):
    lengths = torch.tensor([sequence.size(0) for sequence in sequences])
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences):
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    """Stacks sequences[T_k, ...] of different lengths into [T, B, ...] or [B, T, ...]."""
    if padding_side != "right" and padding_side != "left":
        raise RuntimeError("padding_side should be one of 'right' or 'left'")
    longest = max([sequence.size(0) for sequence in sequences])
    padded = []
    for sequence in sequences:
        rest = [longest - sequence.size(0)] + list(sequence.shape)[1:]
        padding = torch.full(rest, padding_value, dtype=sequence.dtype, device=sequence.device)
        parts = [sequence, padding] if padding_side == "right" else [padding, sequence]
        padded.append(torch.cat(parts))
    return torch.stack(padded, 0 if batch_first else 1)


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    if not batch_first:
        padded_sequences = padded_sequences.transpose(0, 1)
    return [padded_sequences[i, :lengths[i]] for i in range(padded_sequences.size(0))]
