# argparse: the defaults. An executable takes no arguments of the program.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine

SUPPRESS = "==SUPPRESS=="
REMAINDER = "..."
OPTIONAL = "?"
ZERO_OR_MORE = "*"
ONE_OR_MORE = "+"


class HelpFormatter:
    pass


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    pass


class RawTextHelpFormatter(HelpFormatter):
    pass


class RawDescriptionHelpFormatter(HelpFormatter):
    pass


class BooleanOptionalAction:
    pass


class Namespace:
    def __init__(self, **kwargs):
        self._names = list(kwargs.keys())
        for name, value in kwargs.items():
            setattr(self, name, value)

    def _entries(self):
        known = [name for name in self._names if hasattr(self, name)]
        added = [key for key, value in _tine.attributes(self) if key != "_names" and key not in known]
        if len(added) > 1:
            _tine.unsupported("the order of attributes that the program adds is not known here; read attributes by their names")
        return {name: getattr(self, name) for name in known + added}

    @property
    def __dict__(self):
        return self._entries()

    def __contains__(self, name):
        return hasattr(self, name)

    def __eq__(self, other):
        return self._entries() == other._entries()

    def __repr__(self):
        return "Namespace(" + ", ".join([name + "=" + repr(value) for name, value in self._entries().items()]) + ")"


class _Group:
    """Arguments of a parser under a title of their own."""

    def __init__(self, parser):
        self._parser = parser

    def add_argument(self, *names, **options):
        return self._parser.add_argument(*names, **options)

    def add_argument_group(self, *args, **options):
        return self

    def add_mutually_exclusive_group(self, **options):
        return self


class ArgumentParser:
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=[], formatter_class=HelpFormatter, prefix_chars="-", fromfile_prefix_chars=None, argument_default=None, conflict_handler="error", add_help=True, allow_abbrev=True, exit_on_error=True):
        self.prog = prog
        self.description = description
        self._default = argument_default
        self._values = {}
        self._required = []
        for parent in parents:
            self._values.update(parent._values)
            self._required = self._required + parent._required

    def add_argument(self, *names, action="store", nargs=None, const=None, default=None, type=None, choices=None, required=False, help=None, metavar=None, dest=None, version=None):
        if action == "help" or action == "version":
            return
        optional = names[0].startswith("-") if len(names) > 0 else dest is not None
        if dest is None:
            long = [name for name in names if name.startswith("--")]
            dest = (long + list(names))[0].lstrip("-").replace("-", "_") if optional else names[0]
        if dest in self._values and len(names) > 0 and not optional:
            _tine.unsupported("two arguments are called '" + dest + "'")
        if default is None:
            default = self._default
        if action == "store_true" and default is None:
            default = False
        if action == "store_false" and default is None:
            default = True
        if isinstance(default, str) and default == SUPPRESS:
            return
        if isinstance(default, str) and type is not None and nargs is None:
            default = type(default)
        if (required if optional else nargs != "?" and nargs != "*"):
            self._required = self._required + [names[0]]
        if not optional and nargs == "*" and default is None:
            default = []
        # Of two options with one name the first says the default.
        if dest not in self._values:
            self._values[dest] = default

    def add_argument_group(self, *args, **options):
        return _Group(self)

    def add_mutually_exclusive_group(self, required=False):
        if required:
            _tine.unsupported("an executable takes no arguments of the program; no group of them can be required")
        return _Group(self)

    def add_subparsers(self, **options):
        _tine.unsupported("'argparse' gives the defaults only: an executable takes no arguments of the program, and so no subcommand")

    def set_defaults(self, **values):
        self._values.update(values)

    def get_default(self, dest):
        return self._values.get(dest)

    def parse_args(self, args=None, namespace=None):
        if args is not None and len(args) > 0:
            _tine.unsupported("'argparse' gives the defaults only; set what differs as an attribute of the result")
        if len(self._required) > 0:
            _tine.unsupported("an executable takes no arguments of the program, so '" + self._required[0] + "' must have a default")
        if namespace is not None:
            _tine.unsupported("parse_args takes no namespace here")
        return Namespace(**self._values)

    def parse_known_args(self, args=None, namespace=None):
        return self.parse_args(args, namespace), []
