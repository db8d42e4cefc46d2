# Attention: the product of queries, keys and values, and several heads of it.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math
import _tine
import torch
import torch.nn.functional as F


def _softmax_of_masked(scores):
    """Rows that see nothing give 0."""
    empty = torch.amax(scores, -1, True) == -math.inf
    weights = torch.softmax(torch.where(empty, 0.0, scores), -1)
    return torch.where(empty, 0.0, weights)


def _same(x, y):
    """Whether two sizes are certainly the same."""
    same = x == y
    return _tine.is_known(same) and same


def _is_one(x):
    return _tine.is_known(x) and x == 1


def _go_by_tiles(query, key, value, attn_mask, scale):
    """Whether the kernel takes them: of what only the run knows no size may decide."""
    rank = query.dim()
    if rank > 4 or key.dim() != rank or value.dim() != rank or not _tine.is_known(scale):
        return False
    if query.dtype != torch.float32 and query.dtype != torch.float64:
        return False
    if key.dtype != query.dtype or value.dtype != query.dtype:
        return False
    for i in range(rank - 2):
        if not _same(query.size(i), key.size(i)) or not _same(query.size(i), value.size(i)):
            return False
    if not _same(query.size(-1), key.size(-1)) or not _same(key.size(-2), value.size(-2)):
        return False
    if attn_mask is None:
        return True
    if attn_mask.dim() > rank or attn_mask.dtype != torch.bool and attn_mask.dtype != query.dtype:
        return False
    scores = list(query.shape)[:-1] + [key.size(-2)]
    for i in range(1, attn_mask.dim() + 1):
        if not _is_one(attn_mask.size(-i)) and not _same(attn_mask.size(-i), scores[-i]):
            return False
    return True


def _with_rank_4(x):
    return x if x.dim() == 4 else x.reshape([1] * (4 - x.dim()) + list(x.shape))


def _attention_by_tiles(query, key, value, attn_mask, is_causal, scale):
    if attn_mask is not None:
        attn_mask = _with_rank_4(attn_mask)
    result = _tine.attention(_with_rank_4(query), _with_rank_4(key), _with_rank_4(value),
                             attn_mask, float(scale), is_causal, attn_mask is not None)
    if query.dim() == 4:
        return result
    return result.reshape(list(query.shape)[:-1] + [value.size(-1)])


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False,
                                 scale=None, enable_gqa=False):
    """softmax(query @ key.T * scale + mask) @ value over the last two dimensions.

    A mask is added, or says with True what is seen. With `enable_gqa` several
    heads of the query share one of the key and value."""
    if query.dim() < 2 or key.dim() < 2 or value.dim() < 2:
        raise RuntimeError("Both tensors must be at least 2 dimensional")
    if is_causal and attn_mask is not None:
        raise RuntimeError("Explicit attn_mask should not be set when is_causal=True")
    if scale is None:
        scale = 1.0 / math.sqrt(max(query.size(-1), 1))
    if enable_gqa:
        key = torch.repeat_interleave(key, query.size(-3) // key.size(-3), -3)
        value = torch.repeat_interleave(value, query.size(-3) // value.size(-3), -3)
    # A number of the run decides itself whether weights are dropped.
    if (_tine.is_known(dropout_p) and dropout_p == 0.0
            and _go_by_tiles(query, key, value, attn_mask, scale)):
        if is_causal:
            return _attention_by_tiles(query, key, value, None, True, scale)
        return _attention_by_tiles(query, key, value, attn_mask, False, scale)
    weights = torch.matmul(query, key.transpose(-2, -1)) * scale
    if is_causal:
        seen = torch.ones(query.size(-2), key.size(-2), dtype=torch.bool, device=query.device).tril()
        weights = torch.softmax(weights.masked_fill(torch.logical_not(seen), -math.inf), -1)
    elif attn_mask is None:
        weights = torch.softmax(weights, -1)
    elif attn_mask.dtype == torch.bool:
        weights = _softmax_of_masked(weights.masked_fill(torch.logical_not(attn_mask), -math.inf))
    else:
        weights = _softmax_of_masked(weights + attn_mask)
    if dropout_p > 0.0:
        weights = F.dropout(weights, dropout_p)
    return torch.matmul(weights, value)


def _added_mask(mask, name, dtype):
    """A mask that is added: -inf where one of bools says True; None stays."""
    if mask is None:
        return None
    if mask.dtype == torch.bool:
        return torch.zeros_like(mask, dtype=dtype).masked_fill(mask, -math.inf)
    if not mask.is_floating_point():
        raise AssertionError(f"only bool and floating types of {name} are supported")
    return mask


def _check_inputs(query, key, value, key_padding_mask, attn_mask, num_heads):
    rank = query.dim()
    if rank != 2 and rank != 3:
        raise AssertionError(f"query should be unbatched 2D or batched 3D tensor but received "
                             f"{rank}-D query tensor")
    if key.dim() != rank or value.dim() != rank:
        raise AssertionError("For batched (3-D) `query`, expected `key` and `value` to be 3-D"
                             if rank == 3 else
                             "For unbatched (2-D) `query`, expected `key` and `value` to be 2-D")
    if key_padding_mask is not None and key_padding_mask.dim() != rank - 1:
        raise AssertionError("expected `key_padding_mask` to have one dimension less than `query`")
    if attn_mask is not None and attn_mask.dim() != 2 and attn_mask.dim() != 3:
        raise RuntimeError(f"attn_mask's dimension {attn_mask.dim()} is not supported")


def _project(query, key, value, weights, in_proj_bias):
    """Queries, keys and values of all heads; `weights` are one packed tensor or three."""
    if not isinstance(weights, torch.Tensor):
        biases = (None, None, None) if in_proj_bias is None else in_proj_bias.chunk(3)
        return (F.linear(query, weights[0], biases[0]), F.linear(key, weights[1], biases[1]),
                F.linear(value, weights[2], biases[2]))
    size = query.size(-1)
    if query is key and key is value:
        joined = F.linear(query, weights, in_proj_bias)
        return (joined.narrow(-1, 0, size), joined.narrow(-1, size, size),
                joined.narrow(-1, 2 * size, size))
    if key is value:
        bias_q = None if in_proj_bias is None else in_proj_bias.narrow(0, 0, size)
        bias_kv = None if in_proj_bias is None else in_proj_bias.narrow(0, size, 2 * size)
        q = F.linear(query, weights.narrow(0, 0, size), bias_q)
        joined = F.linear(key, weights.narrow(0, size, 2 * size), bias_kv)
        return q, joined.narrow(-1, 0, size), joined.narrow(-1, size, size)
    return _project(query, key, value, weights.chunk(3), in_proj_bias)


def _heads(x, bsz, num_heads):
    """[length, bsz, size] -> [bsz * num_heads, length, size of a head]."""
    return x.reshape(x.size(0), bsz * num_heads, x.size(-1) // num_heads).transpose(0, 1)


def multi_head_attention_forward(
        query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k,
        bias_v, add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, training=True,
        key_padding_mask=None, need_weights=True, attn_mask=None, use_separate_proj_weight=False,
        q_proj_weight=None, k_proj_weight=None, v_proj_weight=None, static_k=None, static_v=None,
        average_attn_weights=True, is_causal=False):
    """Inputs are [length, batch, features]; gives the result and the weights or None."""
    _check_inputs(query, key, value, key_padding_mask, attn_mask, num_heads)
    is_batched = query.dim() == 3
    q_, k_, v_ = query, key, value
    if not is_batched:
        q_ = query.unsqueeze(1)
        k_ = q_ if key is query else key.unsqueeze(1)
        v_ = q_ if value is query else k_ if value is key else value.unsqueeze(1)
        if key_padding_mask is not None:
            key_padding_mask = key_padding_mask.unsqueeze(0)
    tgt_len, bsz, embed_dim = q_.size(0), q_.size(1), q_.size(2)
    src_len = k_.size(0)
    if is_causal and attn_mask is None:
        raise RuntimeError("Need attn_mask if specifying the is_causal hint.")
    key_padding_mask = _added_mask(key_padding_mask, "key_padding_mask", q_.dtype)
    if is_causal and key_padding_mask is None and not need_weights:
        attn_mask = None
    else:
        attn_mask = _added_mask(attn_mask, "attn_mask", q_.dtype)
        if key_padding_mask is not None:
            is_causal = False
    if embed_dim != embed_dim_to_check:
        raise AssertionError(f"was expecting embedding dimension of {embed_dim_to_check}, but got "
                             f"{embed_dim}")
    head_dim = embed_dim // num_heads
    if use_separate_proj_weight:
        weights = (q_proj_weight, k_proj_weight, v_proj_weight)
        if k_.size(0) != v_.size(0) or k_.size(1) != v_.size(1):
            raise AssertionError("key's sequence and batch dims do not match value's")
    else:
        weights = in_proj_weight
        if list(k_.shape) != list(v_.shape):
            raise AssertionError(f"key shape {k_.shape} does not match value shape {v_.shape}")
    q, k, v = _project(q_, k_, v_, weights, in_proj_bias)

    if attn_mask is not None:
        if attn_mask.dim() == 2:
            if list(attn_mask.shape) != [tgt_len, src_len]:
                raise RuntimeError(f"The shape of the 2D attn_mask is {attn_mask.shape}, but "
                                   f"should be {(tgt_len, src_len)}.")
            attn_mask = attn_mask.unsqueeze(0)
        elif list(attn_mask.shape) != [bsz * num_heads, tgt_len, src_len]:
            raise RuntimeError(f"The shape of the 3D attn_mask is {attn_mask.shape}, but should be "
                               f"{(bsz * num_heads, tgt_len, src_len)}.")
    if bias_k is not None:
        k = torch.cat([k, bias_k.repeat(1, bsz, 1)])
        v = torch.cat([v, bias_v.repeat(1, bsz, 1)])
        if attn_mask is not None:
            attn_mask = F.pad(attn_mask, (0, 1))
        if key_padding_mask is not None:
            key_padding_mask = F.pad(key_padding_mask, (0, 1))
    q = _heads(q, bsz, num_heads)
    k = _heads(k, bsz, num_heads) if static_k is None else static_k
    v = _heads(v, bsz, num_heads) if static_v is None else static_v
    if add_zero_attn:
        zeros = torch.zeros(bsz * num_heads, 1, head_dim, dtype=k.dtype, device=k.device)
        k = torch.cat([k, zeros], 1)
        v = torch.cat([v, zeros], 1)
        if attn_mask is not None:
            attn_mask = F.pad(attn_mask, (0, 1))
        if key_padding_mask is not None:
            key_padding_mask = F.pad(key_padding_mask, (0, 1))
    src_len = k.size(1)
    if key_padding_mask is not None:
        if list(key_padding_mask.shape) != [bsz, src_len]:
            raise AssertionError(f"expecting key_padding_mask shape of {(bsz, src_len)}, but got "
                                 f"{key_padding_mask.shape}")
        hidden = key_padding_mask.reshape(bsz, 1, 1, src_len).expand(-1, num_heads, -1, -1)
        hidden = hidden.reshape(bsz * num_heads, 1, src_len)
        attn_mask = hidden if attn_mask is None else attn_mask + hidden
    if not training:
        dropout_p = 0.0

    if need_weights:
        scaled = q * math.sqrt(1.0 / head_dim)
        scores = torch.bmm(scaled, k.transpose(-2, -1))
        if attn_mask is not None:
            scores = scores + attn_mask
        shares = F.softmax(scores, -1)
        if dropout_p > 0.0:
            shares = F.dropout(shares, dropout_p)
        output = torch.bmm(shares, v).transpose(0, 1).reshape(tgt_len, bsz, embed_dim)
        output = F.linear(output, out_proj_weight, out_proj_bias)
        shares = shares.reshape(bsz, num_heads, tgt_len, src_len)
        if average_attn_weights:
            shares = shares.mean(1)
        if not is_batched:
            return output.squeeze(1), shares.squeeze(0)
        return output, shares
    if attn_mask is not None:
        if attn_mask.size(0) == 1:
            attn_mask = attn_mask.unsqueeze(0)
        else:
            attn_mask = attn_mask.reshape(bsz, num_heads, -1, src_len)
    output = scaled_dot_product_attention(
        q.reshape(bsz, num_heads, tgt_len, head_dim), k.reshape(bsz, num_heads, src_len, head_dim),
        v.reshape(bsz, num_heads, src_len, head_dim), attn_mask, dropout_p, is_causal)
    output = output.permute(2, 0, 1, 3).reshape(tgt_len, bsz, embed_dim)
    output = F.linear(output, out_proj_weight, out_proj_bias)
    return (output if is_batched else output.squeeze(1)), None
