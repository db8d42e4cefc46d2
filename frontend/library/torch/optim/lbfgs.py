# LBFGS: Newton's method with a Hessian that is known by the last steps and changes of gradient.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
from torch.optim.optimizer import Optimizer, check_rate, number


def _least_of_cubic(x1, f1, g1, x2, f2, g2, lower, upper):
    """Where the cubic with these values and slopes is least; the middle if it is nowhere."""
    d1 = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
    square = d1 ** 2 - g1 * g2
    place = (lower + upper) / 2.0
    if square >= 0:
        d2 = square.sqrt()
        if x1 <= x2:
            least = (x2 - (x2 - x1) * ((g2 + d2 - d1) / (g2 - g1 + 2 * d2))).item()
        else:
            least = (x1 - (x1 - x2) * ((g1 + d2 - d1) / (g1 - g2 + 2 * d2))).item()
        place = min(max(least, lower), upper)
    return place


class LBFGS(Optimizer):
    """The history is two lists of the run, of flat vectors of all parameters."""

    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7,
                 tolerance_change=1e-9, history_size=100, line_search_fn=None):
        check_rate(lr)
        if max_eval is None:
            max_eval = max_iter * 5 // 4
        super().__init__(params, dict(
            lr=lr, max_iter=max_iter, max_eval=max_eval, tolerance_grad=tolerance_grad,
            tolerance_change=tolerance_change, history_size=history_size,
            line_search_fn=line_search_fn))
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]["params"]

    def _flat_grad(self):
        parts = []
        for param in self._params:
            grad = param.grad
            if _tine.is_open(grad):
                # Only the run knows whether there is one; none counts as zeros.
                grad = torch.zeros_like(param) if grad is None else grad.clone()
            parts.append(torch.zeros(param.numel(), dtype=param.dtype) if grad is None
                         else grad.reshape(-1))
        return torch.cat(parts)

    def _move(self, size, direction):
        start = 0
        for param in self._params:
            end = start + param.numel()
            param.add_(direction[start:end].view(param.shape), alpha=size)
            start = end

    def _evaluate(self, closure):
        with torch.enable_grad():
            loss = closure()
        return float(loss), self._flat_grad()

    def _search(self, closure, t, direction, f, g, slope, change, most):
        """A step that meets the strong Wolfe conditions: its loss, gradient and size, and how
        often the loss was computed.

        First two points are sought with a minimum between them, then they come nearer."""
        start = [param.clone() for param in self._params]
        reach = direction.abs().max().item()
        t_prev, f_prev, g_prev, slope_prev = 0.0, f, g.clone(), slope
        # The better point and the other one; which of them was found first decides ties.
        t_low, f_low, g_low, slope_low = 0.0, f, g.clone(), slope
        t_high, f_high, g_high, slope_high = 0.0, f, g.clone(), slope
        low_is_first = True
        is_bracket, is_stuck, done = False, False, False
        evals = 0
        while not done:
            self._move(t, direction)
            f_new, g_new = self._evaluate(closure)
            for param, value in zip(self._params, start):
                param.copy_(value)
            evals += 1
            slope_new = g_new.dot(direction)
            is_worse = (f_new > f + 1e-4 * t * slope).item()
            is_flat = (slope_new.abs() <= -0.9 * slope).item()
            if not is_bracket:
                is_last = evals > most
                if is_last:
                    t_prev, f_prev, g_prev = 0.0, f, g.clone()
                rises = (slope_new >= 0).item()
                if is_last or is_worse or (evals > 2 and f_new >= f_prev) or is_flat or rises:
                    is_bracket = True
                    fits = is_flat and not (is_last or is_worse or (evals > 2 and f_new >= f_prev))
                    done = is_last or fits
                    low_is_first = f_prev <= f_new and not fits
                    if low_is_first:
                        t_low, f_low, g_low, slope_low = t_prev, f_prev, g_prev, slope_prev
                        t_high, f_high, g_high, slope_high = t, f_new, g_new, slope_new
                    else:
                        t_low, f_low, g_low, slope_low = t, f_new, g_new, slope_new
                        t_high, f_high, g_high, slope_high = t_prev, f_prev, g_prev, slope_prev
                else:
                    t_next = _least_of_cubic(t_prev, f_prev, slope_prev, t, f_new, slope_new,
                                             t + 0.01 * (t - t_prev), t * 10)
                    t_prev, f_prev, g_prev, slope_prev = t, f_new, g_new, slope_new
                    t = t_next
            elif is_worse or f_new >= f_low:
                t_high, f_high, g_high, slope_high = t, f_new, g_new, slope_new
                if f_new < f_low or (f_new == f_low and not low_is_first):
                    t_high, f_high, g_high, slope_high = t_low, f_low, g_low, slope_low
                    t_low, f_low, g_low, slope_low = t, f_new, g_new, slope_new
                    low_is_first = not low_is_first
            else:
                if is_flat:
                    done = True
                elif slope_new.item() * (t_high - t_low) >= 0:
                    t_high, f_high, g_high, slope_high = t_low, f_low, g_low, slope_low
                t_low, f_low, g_low, slope_low = t, f_new, g_new, slope_new
            if is_bracket and not done:
                left, right = min(t_low, t_high), max(t_low, t_high)
                if evals > most or (right - left) * reach < change:
                    done = True
                else:
                    t = _least_of_cubic(t_low, f_low, slope_low, t_high, f_high, slope_high, left,
                                        right)
                    # Not twice near an end.
                    margin = 0.1 * (right - left)
                    is_near = min(right - t, t - left) < margin
                    if is_near and (is_stuck or t >= right or t <= left):
                        t = right - margin if right - t < t - left else left + margin
                        is_near = False
                    is_stuck = is_near
        return f_low, g_low, t_low, evals

    def step(self, closure):
        group = self.param_groups[0]
        lr, search = number(group["lr"]), group["line_search_fn"]
        if search is not None and search != "strong_wolfe":
            raise RuntimeError("only 'strong_wolfe' is supported")
        max_iter, max_eval = group["max_iter"], group["max_eval"]
        change = group["tolerance_change"]
        state = self.state[self._params[0]]
        with torch.no_grad():
            with torch.enable_grad():
                first_loss = closure()
            loss = float(first_loss)
            g = self._flat_grad()
            if "n_iter" not in state:
                state["func_evals"] = 0
                state["n_iter"] = 0
                state["d"] = torch.zeros_like(g)
                state["t"] = 0.0
                state["old_dirs"] = []
                state["old_stps"] = []
                state["ro"] = []
                state["H_diag"] = torch.ones((), dtype=g.dtype)
                state["prev_flat_grad"] = torch.zeros_like(g)
                state["prev_loss"] = 0.0
            evals, n_iter = 1, 0
            total, direction, t = state["n_iter"], state["d"], state["t"]
            ys, ss, rho = state["old_dirs"], state["old_stps"], state["ro"]
            scale, before, last_loss = state["H_diag"], state["prev_flat_grad"], state["prev_loss"]
            done = max_iter <= 0 or (g.abs().max() <= group["tolerance_grad"]).item()
            while not done:
                n_iter += 1
                total += 1
                if total > 1:
                    y, s = g.sub(before), direction.mul(t)
                    product = y.dot(s)
                    if product > 1e-10:
                        if len(ys) == group["history_size"]:
                            ys.pop(0)
                            ss.pop(0)
                            rho.pop(0)
                        ys.append(y)
                        ss.append(s)
                        rho.append(1.0 / product)
                        scale = product / y.dot(y)
                # The inverse Hessian times the gradient, by the two loops.
                count = len(ys)
                parts = torch.zeros(group["history_size"], dtype=g.dtype)
                direction = g.neg()
                for k in range(count):
                    i = count - 1 - k
                    part = ss[i].dot(direction) * rho[i]
                    parts[i] = part
                    direction = direction - ys[i] * part
                direction = direction * scale
                for i in range(count):
                    direction = direction + ss[i] * (parts[i] - ys[i].dot(direction) * rho[i])
                before = g.clone()
                last_loss = loss
                t = lr
                if total == 1:
                    t = min(1.0, (1.0 / g.abs().sum()).item()) * lr
                slope = g.dot(direction)
                if slope > -change:
                    done = True
                else:
                    more = 0
                    if search is not None:
                        loss, g, t, more = self._search(closure, t, direction, loss, g, slope,
                                                        change, max_eval - evals)
                        self._move(t, direction)
                    else:
                        self._move(t, direction)
                        if n_iter != max_iter:
                            loss, g = self._evaluate(closure)
                            more = 1
                    evals += more
                    done = (n_iter == max_iter or evals >= max_eval
                            or (g.abs().max() <= group["tolerance_grad"]).item()
                            or (direction.mul(t).abs().max() <= change).item()
                            or abs(loss - last_loss) < change)
            state["func_evals"] += evals
            state["n_iter"], state["d"], state["t"] = total, direction, t
            state["H_diag"], state["prev_flat_grad"], state["prev_loss"] = scale, before, last_loss
        return first_loss
