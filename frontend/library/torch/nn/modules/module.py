# torch.nn.Module: parameters, buffers, children, modes and text of a module.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from collections import OrderedDict, namedtuple

import _containers
import _tine
import torch
from torch._stored import load_into
from torch.utils.hooks import ModuleHooks, add_hook, call_with_hooks


@_tine.module
class Module:
    """The base of all modules.

    Parameters, buffers and children are attributes; which of these an attribute
    is shows in its value. They come in the order of their first assignment."""

    def __init__(self, *args, **kwargs):
        self.training = True

    def forward(self, *inputs):
        raise NotImplementedError(
            f'Module [{self._get_name()}] is missing the required "forward" function')

    # Registration.

    def register_parameter(self, name, param):
        if param is None:
            self._register_none(name, "<parameters that are None>")
        _tine.set_attribute(self, name, param)

    def _register_none(self, name, kind):
        # Kept under a name that no attribute of a program has.
        names = _tine.get_attribute(self, kind) if _tine.has_attribute(self, kind) else []
        _tine.set_attribute(self, kind, names + [name])

    def register_buffer(self, name, tensor, persistent=True):
        if tensor is None:
            self._register_none(name, "<buffers that are None>")
        elif not isinstance(tensor, torch.Tensor):
            raise TypeError(f"cannot assign '{type(tensor).__name__}' object to buffer '{name}' "
                            "(torch Tensor or None required)")
        else:
            tensor = _tine.mark_buffer(tensor)
        _tine.set_attribute(self, name, tensor)
        if not persistent:
            # Kept under a name that no attribute of a program has.
            left_out = self._left_out_of_state()
            _tine.set_attribute(self, "<not in state_dict>", left_out + [name])

    def register_module(self, name, module):
        self.add_module(name, module)

    def add_module(self, name, module):
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"{type(module).__name__} is not a Module subclass")
        _tine.set_attribute(self, name, module)

    def _left_out_of_state(self):
        if _tine.has_attribute(self, "<not in state_dict>"):
            return _tine.get_attribute(self, "<not in state_dict>")
        return []

    # What is registered, by kind.

    @property
    def _parameters(self):
        return Registered(self, _tine.is_parameter, "<parameters that are None>")

    @property
    def _buffers(self):
        return Registered(self, _tine.is_buffer, "<buffers that are None>")

    @property
    def _modules(self):
        return Registered(self, _tine.is_module, "")

    # Listing. What is reachable in several ways is listed once, where it is
    # reached first.

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        found = []
        self._collect_modules(prefix, {}, remove_duplicate, found)
        return found

    def _collect_modules(self, prefix, seen, remove_duplicate, found):
        if remove_duplicate:
            if self in seen:
                return
            seen[self] = True
        found.append((prefix, self))
        for name, value in _tine.members(self):
            if _tine.is_module(value):
                path = prefix + "." + name if prefix else name
                value._collect_modules(path, seen, remove_duplicate, found)

    def _named_members(self, wanted, prefix, recurse, remove_duplicate):
        owners = [(prefix, self)]
        if recurse:
            owners = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        found = []
        seen = {}
        for path, owner in owners:
            if _tine.has_attribute(owner, "<lazy>"):
                _tine.unsupported("the parameters of a lazy module before its first call; call it "
                                  "with an example first")
            for name, value in _tine.members(owner):
                if wanted(value):
                    if remove_duplicate:
                        if value in seen:
                            continue
                        seen[value] = True
                    found.append((path + "." + name if path else name, value))
        return found

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        return self._named_members(_tine.is_parameter, prefix, recurse, remove_duplicate)

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        return self._named_members(_tine.is_buffer, prefix, recurse, remove_duplicate)

    def named_children(self):
        found = []
        seen = {}
        for name, value in _tine.members(self):
            if _tine.is_module(value):
                if value not in seen:
                    seen[value] = True
                    found.append((name, value))
        return found

    def parameters(self, recurse=True):
        return [value for name, value in self.named_parameters(recurse=recurse)]

    def buffers(self, recurse=True):
        return [value for name, value in self.named_buffers(recurse=recurse)]

    def children(self):
        return [value for name, value in self.named_children()]

    def modules(self):
        return [value for name, value in self.named_modules()]

    def get_submodule(self, target):
        found = self
        if target != "":
            for name in target.split("."):
                found = _tine.get_attribute(found, name)
        return found

    def _get_member(self, target):
        parts = target.split(".")
        owner = self.get_submodule(".".join(parts[:-1]))
        return _tine.get_attribute(owner, parts[-1])

    def get_parameter(self, target):
        return self._get_member(target)

    def get_buffer(self, target):
        return self._get_member(target)

    # State. Values in it share memory with the module's tensors.

    def state_dict(self, destination=None, prefix="", keep_vars=False):
        state = OrderedDict() if destination is None else destination
        self._save_state(state, prefix, keep_vars)
        return state

    def _save_state(self, state, prefix, keep_vars):
        members = _tine.members(self)
        left_out = self._left_out_of_state()
        for name, value in members:
            if _tine.is_parameter(value):
                state[prefix + name] = value if keep_vars else value.detach()
        for name, value in members:
            if _tine.is_buffer(value) and name not in left_out:
                state[prefix + name] = value if keep_vars else value.detach()
        if hasattr(self, "get_extra_state"):
            state[prefix + "_extra_state"] = self.get_extra_state()
        for name, value in members:
            if _tine.is_module(value):
                value._save_state(state, prefix + name + ".", keep_vars)

    def load_state_dict(self, state_dict, strict=True, assign=False):
        if state_dict is None:
            raise TypeError("Expected state_dict to be dict-like, got <class 'NoneType'>.")
        if _tine.is_stored(state_dict):
            if assign:
                _tine.unsupported("'load_state_dict' of a file copies; leave assign out")
            missing, unexpected = load_into(self, state_dict, strict)
            return IncompatibleKeys(missing, unexpected)
        if not isinstance(state_dict, dict):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        missing = []
        unexpected = []
        errors = []
        with torch.no_grad():
            self._load_state(state_dict, "", assign, missing, unexpected, errors)
        if strict:
            if unexpected:
                errors.insert(0, f"Unexpected key(s) in state_dict: {_quoted(unexpected)}. ")
            if missing:
                errors.insert(0, f"Missing key(s) in state_dict: {_quoted(missing)}. ")
        if errors:
            lines = "\n\t".join(errors)
            raise RuntimeError(f"Error(s) in loading state_dict for {self._get_name()}:\n\t{lines}")
        return IncompatibleKeys(missing, unexpected)

    def _load_state(self, state_dict, prefix, assign, missing, unexpected, errors):
        members = _tine.members(self)
        left_out = self._left_out_of_state()
        own = [(name, value) for name, value in members if _tine.is_parameter(value)]
        own += [(name, value) for name, value in members
                if _tine.is_buffer(value) and name not in left_out]
        children = [(name, value) for name, value in members if _tine.is_module(value)]
        for name, value in own:
            key = prefix + name
            if key in state_dict:
                error = self._load_one(name, value, key, state_dict[key], assign)
                if error:
                    errors.append(error)
            else:
                missing.append(key)
        names = [name for name, value in own]
        if hasattr(self, "set_extra_state"):
            names.append("_extra_state")
            if prefix + "_extra_state" in state_dict:
                self.set_extra_state(state_dict[prefix + "_extra_state"])
            else:
                missing.append(prefix + "_extra_state")
        child_names = [name for name, value in children]
        for key in state_dict:
            if key.startswith(prefix):
                name = key[len(prefix):]
                known = name.split(".")[0] in child_names if "." in name else name in names
                if not known:
                    unexpected.append(key)
        for name, child in children:
            child_prefix = prefix + name + "."
            part = {key: value for key, value in state_dict.items()
                    if key.startswith(child_prefix)}
            child._load_state(part, child_prefix, assign, missing, unexpected, errors)

    def _load_one(self, name, value, key, given, assign):
        if not isinstance(given, torch.Tensor):
            return (f'While copying the parameter named "{key}", expected torch.Tensor or '
                    f"Tensor-like object from checkpoint but received {type(given)}")
        if value.dim() == 0 and given.dim() == 1:
            given = given[0]
        if given.shape != value.shape:
            return (f"size mismatch for {key}: copying a param with shape {given.shape} from "
                    f"checkpoint, the shape in current model is {value.shape}.")
        if not assign:
            value.copy_(given)
            return ""
        if _tine.is_parameter(value):
            requires_grad = value.requires_grad
            if not _tine.is_parameter(given):
                given = torch.nn.Parameter(given, requires_grad=requires_grad)
            given.requires_grad_(requires_grad)
        else:
            given = _tine.mark_buffer(given)
        _tine.set_attribute(self, name, given)
        return ""

    # Hooks: what runs before and behind `forward`.

    def _all_hooks(self):
        # Kept under a name that no attribute of a program has.
        if not _tine.has_attribute(self, "<hooks>"):
            _tine.set_attribute(self, "<hooks>", ModuleHooks())
        return _tine.get_attribute(self, "<hooks>")

    @property
    def _forward_pre_hooks(self):
        return self._all_hooks().before

    @property
    def _forward_hooks(self):
        return self._all_hooks().behind

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        return add_hook(self._all_hooks().before, (hook, with_kwargs), prepend)

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        if always_call:
            _tine.unsupported("a hook that is called when 'forward' fails (always_call) is not "
                              "supported")
        return add_hook(self._all_hooks().behind, (hook, with_kwargs), prepend)

    def register_full_backward_hook(self, hook, prepend=False):
        _tine.unsupported("hooks of a module's gradients are not supported; register a hook of the "
                          "tensor that 'forward' gives (Tensor.register_hook)")

    register_full_backward_pre_hook = register_full_backward_hook
    register_backward_hook = register_full_backward_hook

    def _check_scriptable(self):
        if _tine.has_attribute(self, "<hooks>"):
            if len(self._forward_pre_hooks) + len(self._forward_hooks) > 0:
                _tine.unsupported("a module with hooks does not become TorchScript; remove them "
                                  "first")
        if torch.nn.utils.parametrize.is_parametrized(self):
            _tine.unsupported("a module with parametrizations does not become TorchScript; remove "
                              "them first")

    def _call_with_hooks(self, *args, **kwargs):
        return call_with_hooks(self, self._all_hooks(), args, kwargs)

    # Modes and conversions: these change the module and return it.

    def train(self, mode=True):
        self.training = mode
        for child in self.children():
            child.train(mode)
        return self

    def eval(self):
        return self.train(False)

    def apply(self, fn):
        for child in self.children():
            child.apply(fn)
        fn(self)
        return self

    def requires_grad_(self, requires_grad=True):
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        for parameter in self.parameters():
            if set_to_none:
                parameter.grad = None
            elif parameter.grad is not None:
                parameter.grad = parameter.grad.detach()
                parameter.grad.zero_()

    def _convert(self, dtype, device):
        # In two places, because what is known about storages is known by the
        # place that made them: tasks may change buffers, seldom parameters.
        for parameter in self.parameters():
            _convert_tensor(parameter, dtype, device)
        for buffer in self.buffers():
            _convert_tensor(buffer, dtype, device)
        return self

    def to(self, *args, dtype=None, device=None, non_blocking=False):
        for arg in args:
            if isinstance(arg, torch.dtype):
                dtype = arg
            elif isinstance(arg, torch.Tensor):
                dtype = arg.dtype
                device = arg.device
            elif not isinstance(arg, bool):
                device = arg
        return self._convert(dtype, device)

    def float(self):
        return self._convert(torch.float32, None)

    def double(self):
        return self._convert(torch.float64, None)

    def half(self):
        return self._convert(torch.float16, None)

    def bfloat16(self):
        return self._convert(torch.bfloat16, None)

    def type(self, dst_type):
        return self._convert(dst_type, None)

    def cpu(self):
        return self._convert(None, "cpu")

    def cuda(self, device=None):
        if device is None:
            device = "cuda"
        elif isinstance(device, int):
            device = f"cuda:{device}"
        return self._convert(None, device)

    # Text.

    def extra_repr(self):
        return ""

    def _get_name(self):
        name = _tine.class_name(self)
        return "Parametrized" + name if torch.nn.utils.parametrize.is_parametrized(self) else name

    def _child_texts(self):
        return [f"({name}): {child}" for name, child in _tine.members(self)
                if _tine.is_module(child)]

    def __repr__(self):
        if _tine.is_scripted(self):
            extra = f"original_name={_tine.class_name(self)}"
            children = Module._child_texts(self)
            name = "RecursiveScriptModule"
        else:
            extra = self.extra_repr()
            children = self._child_texts()
            name = self._get_name()
        lines = extra.split("\n") if extra else []
        if not children and len(lines) <= 1:
            return f"{name}({extra})"
        # Every line of a child moves to the right by two columns.
        inner = "\n".join(lines + children).replace("\n", "\n  ")
        return f"{name}(\n  {inner}\n)"


_parameters_of_layers = ["weight", "bias", "in_proj_weight", "in_proj_bias", "q_proj_weight",
                         "k_proj_weight", "v_proj_weight", "bias_k", "bias_v"]
_buffers_of_layers = ["running_mean", "running_var", "num_batches_tracked"]


class Registered(_containers.Entries):
    """The parameters, buffers or modules of a module, as the dict that PyTorch keeps."""

    def __init__(self, owner, wanted, none):
        self._owner = owner
        self._wanted = wanted
        self._none = none

    def _names_of_none(self):
        names = []
        if _tine.has_attribute(self._owner, self._none):
            names = _tine.get_attribute(self._owner, self._none)
        # The library's modules have None where PyTorch's register it.
        if _tine.is_of_library(self._owner):
            names = names + (_parameters_of_layers if self._wanted is _tine.is_parameter
                             else _buffers_of_layers if self._wanted is _tine.is_buffer else [])
        return names

    def _entries(self):
        none = self._names_of_none()
        return {name: value for name, value in _tine.attributes(self._owner)
                if self._wanted(value) or (value is None and name in none)}

    def __getitem__(self, name):
        return self._entries()[name]

    def __setitem__(self, name, value):
        if self._wanted is _tine.is_buffer and value is not None:
            value = _tine.mark_buffer(value)
        _tine.set_attribute(self._owner, name, value)

    def __delitem__(self, name):
        if name not in self:
            raise KeyError(name)
        _tine.delete_attribute(self._owner, name)

    def __contains__(self, name):
        return name in self._entries()

    def get(self, name, default=None):
        return self._entries().get(name, default)

    def update(self, other):
        for name, value in other.items():
            self[name] = value


def _convert_tensor(tensor, dtype, device):
    changed = tensor.detach()
    if device is not None:
        changed = changed.to(device)
    # A dtype is for floating-point tensors; counters stay integers.
    if dtype is not None and tensor.is_floating_point():
        changed = changed.to(dtype)
    _tine.set_data(tensor, changed)
    if tensor.grad is not None:
        tensor.grad = tensor.grad.to(changed.dtype)


def _quoted(names):
    return ", ".join([f'"{name}"' for name in names])


class IncompatibleKeys(namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    """What load_state_dict returns."""

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return (f"_IncompatibleKeys(missing_keys={self.missing_keys}, "
                f"unexpected_keys={self.unexpected_keys})")
