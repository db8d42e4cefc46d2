# Recurrent layers and cells.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
import torch.nn.functional as F
import torch.nn.init as init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter
from torch.nn.utils.rnn import PackedSequence, pack_rows, unpack_rows

# Rows of a weight matrix for one unit: a gate each.
GATES = {"lstm": 4, "gru": 3, "rnn_tanh": 1, "rnn_relu": 1}


def _next_state(kind, gates, h, c, w_hh, b_hh):
    """One step from the products of the input."""
    if kind == "gru":
        from_state = F.linear(h, w_hh, b_hh)
        i_r, i_z, i_n = gates.chunk(3, 1)
        h_r, h_z, h_n = from_state.chunk(3, 1)
        z = torch.sigmoid(i_z + h_z)
        n = torch.tanh(i_n + torch.sigmoid(i_r + h_r) * h_n)
        return n + z * (h - n), None
    gates = gates + F.linear(h, w_hh, b_hh)
    if kind == "lstm":
        i, f, g, o = gates.chunk(4, 1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        return torch.sigmoid(o) * torch.tanh(c), c
    return (torch.tanh(gates) if kind == "rnn_tanh" else torch.relu(gates)), None


def _step_by_step(kind, input, present, h, c, w_ih, w_hh, w_hr, b_ih, b_hh, reverse):
    """One direction of a layer where steps may be missing or the state is projected."""
    products = F.linear(input, w_ih, b_ih)
    steps = input.size(0)
    outputs = []
    for i in range(steps):
        t = steps - 1 - i if reverse else i
        new_h, new_c = _next_state(kind, products[t], h, c, w_hh, b_hh)
        if w_hr is not None:
            new_h = F.linear(new_h, w_hr)
        if present is not None:
            there = present[t].unsqueeze(1)
            new_h = torch.where(there, new_h, h)
            if c is not None:
                new_c = torch.where(there, new_c, c)
        h = new_h
        if c is not None:
            c = new_c
        outputs.append(h)
    output = torch.stack(outputs)
    return (torch.flip(output, [0]) if reverse else output), h, c


class RNNBase(Module):
    """Layers of a recurrent network, in one direction or both.

    Every direction of layer k has weight_ih_lk[gates * hidden, input of the layer],
    weight_hh_lk[gates * hidden, hidden], bias_ih_lk and bias_hh_lk[gates * hidden];
    the names of the backward direction end in `_reverse`."""

    def __init__(self, kind, input_size, hidden_size, num_layers=1, bias=True,
                 batch_first=False, dropout=0.0, bidirectional=False, proj_size=0,
                 device=None, dtype=None):
        super().__init__()
        if dropout < 0 or dropout > 1:
            raise ValueError("dropout should be a number in range [0, 1] representing the "
                             "probability of an element being zeroed")
        if hidden_size <= 0:
            raise ValueError("hidden_size must be greater than zero")
        if num_layers <= 0:
            raise ValueError("num_layers must be greater than zero")
        if proj_size < 0:
            raise ValueError("proj_size should be a positive integer or zero to disable projections")
        if proj_size >= hidden_size:
            raise ValueError("proj_size has to be smaller than hidden_size")
        self.mode = kind.upper()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = dropout
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        real_size = proj_size if proj_size > 0 else hidden_size
        rows = GATES[kind] * hidden_size
        width = input_size
        for layer in range(num_layers):
            for suffix in self._suffixes(layer):
                self._add("weight_ih" + suffix, torch.empty(rows, width, device=device, dtype=dtype))
                self._add("weight_hh" + suffix, torch.empty(rows, real_size, device=device, dtype=dtype))
                if bias:
                    self._add("bias_ih" + suffix, torch.empty(rows, device=device, dtype=dtype))
                    self._add("bias_hh" + suffix, torch.empty(rows, device=device, dtype=dtype))
                if proj_size > 0:
                    self._add("weight_hr" + suffix,
                              torch.empty(proj_size, hidden_size, device=device, dtype=dtype))
            width = 2 * real_size if bidirectional else real_size
        self.reset_parameters()

    def _add(self, name, tensor):
        self.register_parameter(name, Parameter(tensor))

    def _suffixes(self, layer):
        """Of the parameters of each direction of a layer."""
        forward = f"_l{layer}"
        return [forward, forward + "_reverse"] if self.bidirectional else [forward]

    def reset_parameters(self):
        bound = 1.0 / math.sqrt(self.hidden_size)
        for parameter in self.parameters():
            init.uniform_(parameter, -bound, bound)

    def flatten_parameters(self):
        """Nothing to do: parameters have no special place in memory."""

    @property
    def all_weights(self):
        names = ["weight_ih", "weight_hh", "bias_ih", "bias_hh"]
        if not self.bias:
            names = names[:2]
        if self.proj_size > 0:
            names = names + ["weight_hr"]
        return [[_tine.get_attribute(self, name + suffix) for name in names]
                for layer in range(self.num_layers) for suffix in self._suffixes(layer)]

    def _check_input(self, input):
        if input.dim() != 2 and input.dim() != 3:
            raise ValueError(f"{self._get_name()}: Expected input to be 2D or 3D, "
                             f"got {input.dim()}D instead")
        if input.size(-1) != self.input_size:
            raise RuntimeError(f"input.size(-1) must be equal to input_size. "
                               f"Expected {self.input_size}, got {input.size(-1)}")

    def _check_state(self, state, batch, size, what):
        count = self.num_layers * (2 if self.bidirectional else 1)
        if state.size(0) != count or state.size(1) != batch or state.size(2) != size:
            raise RuntimeError(f"Expected {what} size ({count}, {batch}, {size}), "
                               f"got {list(state.size())}")

    def _run(self, kind, input, h0, c0, present=None):
        """Runs all layers on input[T, B, I] with states[layers * directions, B, H] or
        None. `present`[T, B] says which steps there are. Returns output[T, B, directions * H]
        and the lists of final h and c."""
        batch = input.size(1)
        if input.size(0) == 0:
            raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
        size = self.proj_size if self.proj_size > 0 else self.hidden_size
        if h0 is not None:
            self._check_state(h0, batch, size, "hidden[0]" if kind == "lstm" else "hidden")
        if c0 is not None:
            self._check_state(c0, batch, self.hidden_size, "hidden[1]")
        start = torch.zeros(batch, self.hidden_size, dtype=input.dtype, device=input.device)
        first = start.narrow(1, 0, size)
        final_h = []
        final_c = []
        for layer in range(self.num_layers):
            outputs = []
            for suffix in self._suffixes(layer):
                index = len(final_h)
                b_ih = None
                b_hh = None
                if self.bias:
                    b_ih = _tine.get_attribute(self, "bias_ih" + suffix)
                    b_hh = _tine.get_attribute(self, "bias_hh" + suffix)
                h = first if h0 is None else h0[index]
                c = None
                if kind == "lstm":
                    c = start if c0 is None else c0[index]
                w_ih = _tine.get_attribute(self, "weight_ih" + suffix)
                w_hh = _tine.get_attribute(self, "weight_hh" + suffix)
                reverse = suffix.endswith("_reverse")
                if present is None and self.proj_size == 0:
                    output, h, c = _tine.rnn(kind, input, h, c, w_ih, w_hh, b_ih, b_hh, reverse)
                else:
                    w_hr = None
                    if self.proj_size > 0:
                        w_hr = _tine.get_attribute(self, "weight_hr" + suffix)
                    output, h, c = _step_by_step(kind, input, present, h, c, w_ih, w_hh, w_hr,
                                                 b_ih, b_hh, reverse)
                outputs.append(output)
                final_h.append(h)
                final_c.append(c)
            input = outputs[0] if len(outputs) == 1 else torch.cat(outputs, 2)
            if layer + 1 < self.num_layers:
                if present is None:
                    input = F.dropout(input, self.dropout, self.training)
                elif self.dropout > 0.0 and self.training:
                    _tine.unsupported("dropout between layers of packed sequences is not supported")
        return input, final_h, final_c

    def _forward_packed(self, kind, packed, h0, c0):
        """The same for a PackedSequence."""
        order = packed.sorted_indices
        if order is not None:
            h0 = None if h0 is None else h0.index_select(1, order)
            c0 = None if c0 is None else c0.index_select(1, order)
        input, present = unpack_rows(packed.data, packed.batch_sizes, 0.0)
        output, final_h, final_c = self._run(kind, input, h0, c0, present)
        h = torch.stack(final_h)
        c = torch.stack(final_c) if kind == "lstm" else None
        if order is not None:
            h = h.index_select(1, packed.unsorted_indices)
            c = None if c is None else c.index_select(1, packed.unsorted_indices)
        data = pack_rows(output, present)
        return PackedSequence(data, packed.batch_sizes, order, packed.unsorted_indices), h, c

    def _forward(self, kind, input, h0, c0):
        """The same for an input with or without batch dimension, in either order.
        Returns output, final h and final c with all layers in one tensor each."""
        if isinstance(input, PackedSequence):
            return self._forward_packed(kind, input, h0, c0)
        self._check_input(input)
        batched = input.dim() == 3
        if not batched:
            input = input.unsqueeze(1)
            if h0 is not None:
                h0 = h0.unsqueeze(1)
            if c0 is not None:
                c0 = c0.unsqueeze(1)
        elif self.batch_first:
            input = input.transpose(0, 1)
        output, final_h, final_c = self._run(kind, input, h0, c0)
        h = torch.stack(final_h)
        c = torch.stack(final_c) if kind == "lstm" else None
        if not batched:
            output = output.squeeze(1)
            h = h.squeeze(1)
            if c is not None:
                c = c.squeeze(1)
        elif self.batch_first:
            output = output.transpose(0, 1)
        return output, h, c

    def extra_repr(self):
        text = f"{self.input_size}, {self.hidden_size}"
        if self.proj_size != 0:
            text += f", proj_size={self.proj_size}"
        if self.num_layers != 1:
            text += f", num_layers={self.num_layers}"
        if not self.bias:
            text += ", bias=False"
        if self.batch_first:
            text += ", batch_first=True"
        if self.dropout != 0:
            text += f", dropout={self.dropout}"
        if self.bidirectional:
            text += ", bidirectional=True"
        return text


class RNN(RNNBase):
    def __init__(self, input_size, hidden_size, num_layers=1, nonlinearity="tanh", bias=True,
                 batch_first=False, dropout=0.0, bidirectional=False, device=None, dtype=None):
        if nonlinearity != "tanh" and nonlinearity != "relu":
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.")
        super().__init__("rnn_" + nonlinearity, input_size, hidden_size, num_layers, bias,
                         batch_first, dropout, bidirectional, 0, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        output, h, c = self._forward("rnn_" + self.nonlinearity, input, hx, None)
        return output, h


class LSTM(RNNBase):
    def __init__(self, input_size, hidden_size, num_layers=1, bias=True, batch_first=False,
                 dropout=0.0, bidirectional=False, proj_size=0, device=None, dtype=None):
        super().__init__("lstm", input_size, hidden_size, num_layers, bias, batch_first,
                         dropout, bidirectional, proj_size, device, dtype)

    def forward(self, input, hx=None):
        h0 = None
        c0 = None
        if hx is not None:
            h0, c0 = hx
        output, h, c = self._forward("lstm", input, h0, c0)
        return output, (h, c)


class GRU(RNNBase):
    def __init__(self, input_size, hidden_size, num_layers=1, bias=True, batch_first=False,
                 dropout=0.0, bidirectional=False, device=None, dtype=None):
        super().__init__("gru", input_size, hidden_size, num_layers, bias, batch_first,
                         dropout, bidirectional, 0, device, dtype)

    def forward(self, input, hx=None):
        output, h, c = self._forward("gru", input, hx, None)
        return output, h


class RNNCellBase(Module):
    """One step of one layer."""

    def __init__(self, input_size, hidden_size, bias, num_chunks, device=None, dtype=None):
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        rows = num_chunks * hidden_size
        self.weight_ih = Parameter(torch.empty(rows, input_size, device=device, dtype=dtype))
        self.weight_hh = Parameter(torch.empty(rows, hidden_size, device=device, dtype=dtype))
        self.bias_ih = None
        self.bias_hh = None
        if bias:
            self.bias_ih = Parameter(torch.empty(rows, device=device, dtype=dtype))
            self.bias_hh = Parameter(torch.empty(rows, device=device, dtype=dtype))
        self.reset_parameters()

    def reset_parameters(self):
        bound = 1.0 / math.sqrt(self.hidden_size)
        for parameter in self.parameters():
            init.uniform_(parameter, -bound, bound)

    def _step(self, kind, input, h, c):
        """input[B, I] or [I], h and c[B, H] or [H], or None -> new h and c."""
        if input.dim() != 1 and input.dim() != 2:
            raise ValueError(f"{self._get_name()}: Expected input to be 1D or 2D, "
                             f"got {input.dim()}D instead")
        if input.size(-1) != self.input_size:
            raise RuntimeError(f"input has inconsistent input_size: got {input.size(-1)} "
                               f"expected {self.input_size}")
        batched = input.dim() == 2
        if not batched:
            input = input.unsqueeze(0)
        start = torch.zeros(input.size(0), self.hidden_size, dtype=input.dtype,
                            device=input.device)
        if h is None:
            h = start
        elif not batched:
            h = h.unsqueeze(0)
        if kind == "lstm":
            if c is None:
                c = start
            elif not batched:
                c = c.unsqueeze(0)
        for number, state in ((0, h), (1, c)):
            if state is not None and state.size(0) != input.size(0):
                raise RuntimeError(f"Input batch size {input.size(0)} doesn't match "
                                   f"hidden{number} batch size {state.size(0)}")
            if state is not None and state.size(1) != self.hidden_size:
                raise RuntimeError(f"hidden{number} has inconsistent hidden_size: got "
                                   f"{state.size(1)}, expected {self.hidden_size}")
        weights = (self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        if kind == "rnn_tanh":
            h = torch.rnn_tanh_cell(input, h, *weights)
        elif kind == "rnn_relu":
            h = torch.rnn_relu_cell(input, h, *weights)
        else:
            output, h, c = _tine.rnn(kind, input.unsqueeze(0), h, c, *weights, False)
        if not batched:
            h = h.squeeze(0)
            if c is not None:
                c = c.squeeze(0)
        return h, c

    def extra_repr(self):
        text = f"{self.input_size}, {self.hidden_size}"
        if not self.bias:
            text += ", bias=False"
        return text


class RNNCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh",
                 device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        if nonlinearity != "tanh" and nonlinearity != "relu":
            raise RuntimeError(f"Unknown nonlinearity: {nonlinearity}")
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        h, c = self._step("rnn_" + self.nonlinearity, input, hx, None)
        return h

    def extra_repr(self):
        text = super().extra_repr()
        if self.nonlinearity != "tanh":
            text += f", nonlinearity={self.nonlinearity}"
        return text


class LSTMCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input, hx=None):
        h = None
        c = None
        if hx is not None:
            h, c = hx
        return self._step("lstm", input, h, c)


class GRUCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input, hx=None):
        h, c = self._step("gru", input, hx, None)
        return h
