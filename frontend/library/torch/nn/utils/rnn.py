# torch.nn.utils.rnn: batches of sequences.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch


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
