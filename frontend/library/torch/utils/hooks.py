# torch.utils.hooks: functions that run before and behind a module's forward.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from collections import OrderedDict

import _tine


class ModuleHooks:
    """The hooks of a module, by their handles: each a function, and whether it takes keywords."""

    def __init__(self):
        self.before = OrderedDict()
        self.behind = OrderedDict()


class RemovableHandle:
    """What registering a hook returns. In a `with`, the hook is removed at the end."""

    def __init__(self, hooks):
        self._hooks = hooks

    def remove(self):
        if self in self._hooks:
            del self._hooks[self]

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        self.remove()


def add_hook(hooks, entry, prepend):
    handle = RemovableHandle(hooks)
    others = list(hooks.items()) if prepend else []
    if prepend:
        hooks.clear()
    hooks[handle] = entry
    for other, own in others:
        hooks[other] = own
    return handle


def handle_of(hooks, cls, name):
    """Of the hook that is an object of the class for the name; None without one."""
    for handle, entry in hooks.items():
        if isinstance(entry[0], cls) and entry[0].name == name:
            return handle
    return None


def remove_norm(module, cls, norm, name):
    """Makes a plain parameter again of what such a hook computes."""
    hooks = module._forward_pre_hooks
    handle = handle_of(hooks, cls, name)
    if handle is None:
        raise ValueError(f"{norm} of '{name}' not found in {module}")
    hooks[handle][0].remove(module)
    del hooks[handle]
    return module


def call_with_hooks(module, hooks, args, kwargs):
    for hook, with_kwargs in list(hooks.before.values()):
        if with_kwargs:
            changed = hook(module, args, kwargs)
            if changed is not None:
                if not isinstance(changed, tuple) or len(changed) != 2:
                    raise RuntimeError("forward pre-hook must return None or a tuple of (new_args, "
                                       f"new_kwargs), but got {changed}.")
                args, kwargs = changed
        else:
            changed = hook(module, args)
            if changed is not None:
                args = changed if isinstance(changed, tuple) else (changed,)
    result = module.forward(*args, **kwargs)
    for hook, with_kwargs in list(hooks.behind.values()):
        if with_kwargs:
            changed = hook(module, args, kwargs, result)
        else:
            changed = hook(module, args, result)
        if changed is not None:
            result = changed
    return result


def run_hooks(hooks, grad):
    """What the hooks of a tensor make of its gradient."""
    for hook, with_kwargs in list(hooks.values()):
        changed = hook(grad)
        if changed is not None:
            grad = changed
    return grad
