# argparse: the parser is described when compiled, and parses in the run.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# An argument has a number, its place in the parser's description. What the
# command line has for it are values from outside: `given`, which is 0 where it is
# absent, and its texts or numbers. Everything else (defaults, functions as types)
# is computed from them here.

import _outside
import _tine
import sys

SUPPRESS = "==SUPPRESS=="
REMAINDER = "..."
PARSER = "A..."
OPTIONAL = "?"
ZERO_OR_MORE = "*"
ONE_OR_MORE = "+"


class ArgumentTypeError(Exception):
    pass


class ArgumentError(Exception):
    pass


class HelpFormatter:
    pass


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    pass


class RawDescriptionHelpFormatter(HelpFormatter):
    pass


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    pass


class MetavarTypeHelpFormatter(HelpFormatter):
    pass


class BooleanOptionalAction:
    pass


class Action:
    pass


class FileType:
    def __init__(self, mode="r", bufsize=-1, encoding=None, errors=None):
        _tine.unsupported("argparse.FileType is not supported: take the path, and open it")


class Namespace:
    """What a command line has. Attributes that only some parsers of subcommands
    set, which one the run chooses, are entries of a dict."""

    def __init__(self, **kwargs):
        self._names = list(kwargs.keys())
        self._some = {}
        for name, value in kwargs.items():
            setattr(self, name, value)

    def _set(self, name, value):
        if name not in self._names:
            self._names.append(name)
        setattr(self, name, value)

    def _get(self, name):
        return getattr(self, name)

    def _entries(self):
        known = [name for name in self._names if hasattr(self, name)]
        added = [key for key, value in _tine.attributes(self) if key != "_names" and key != "_some" and key not in known]
        if len(added) > 1:
            added = [key for key, value in _tine.ordered_attributes(self) if key in added]
        entries = {name: getattr(self, name) for name in known + added}
        entries.update(self._some)
        return entries

    def __getattr__(self, name):
        if name in self._some:
            return self._some[name]
        raise AttributeError(f"'Namespace' object has no attribute '{name}'")

    @property
    def __dict__(self):
        return self._entries()

    def __contains__(self, name):
        return hasattr(self, name)

    def __eq__(self, other):
        return isinstance(other, Namespace) and self._entries() == other._entries()

    def __repr__(self):
        return "Namespace(" + ", ".join([name + "=" + repr(value) for name, value in self._entries().items()]) + ")"


class _Some:
    """The part of a namespace that a subcommand sets."""

    def __init__(self, entries):
        self._entries = entries

    def _set(self, name, value):
        self._entries[name] = value

    def _get(self, name):
        return self._entries[name]


_actions = ["store", "store_const", "store_true", "store_false", "append", "extend", "count", "help", "version"]
_adding = ["append", "extend", "count"]
_formatters = {ArgumentDefaultsHelpFormatter: "defaults", RawDescriptionHelpFormatter: "raw", RawTextHelpFormatter: "rawtext", MetavarTypeHelpFormatter: "metavar"}


def _is_known(value):
    """True if the compiler knows it, also whether it is None."""
    return _tine.is_known(value is None) and _tine.is_known(value)


def _name_of(kind):
    return kind.__name__ if isinstance(kind, type) else getattr(kind, "__name__", "the type")


class _Argument:
    """What add_argument was given; `what` is the kind of its values."""

    def __init__(self, flags, action, nargs, const, default, type, choices, required, help, metavar, dest, version):
        if action is BooleanOptionalAction:
            action = "boolean"
        elif action == "parsers":
            pass
        elif action not in _actions:
            _tine.unsupported("this action of an argument is not supported; there are " + ", ".join(_actions) + " and BooleanOptionalAction")
        self.flags = flags
        self.is_option = len(flags) > 0
        self.action = action
        self.nargs = nargs
        self.has_type = type is not None
        self.type = str if type is None else type
        self.what = "int" if self.type is int else "float" if self.type is float else "text"
        self.choices = None if choices is None else list(choices)
        self.help = help
        self.metavar = metavar
        self.dest = dest
        self.version = version
        self.required = required if self.is_option else nargs != "?" and nargs != "*" and nargs != "..."
        if action == "store_true" or action == "store_false":
            const = action == "store_true"
            default = not const if default is None else default
        self.const = const
        self.default = default
        if not self.is_option and nargs == "*" and default is None:
            self.default = []
        self.is_list = nargs is not None and nargs != "?" or action == "append" or action == "extend"
        if action == "append" and nargs is not None:
            _tine.unsupported("'append' takes one value each; for several use 'extend'")
        long = [flag for flag in flags if flag.startswith("--")]
        self.name = (long + flags)[0] if self.is_option else dest

    def is_suppressed(self):
        """True if an argument that is absent sets no attribute."""
        return _is_known(self.default) and isinstance(self.default, str) and self.default == SUPPRESS

    def takes_values(self):
        return self.action == "store" or self.action == "append" or self.action == "extend"

    def describe(self, formatter=None):
        """The lines that say it (runtime/src/argument_parser.h)."""
        lines = ["argument=" + ",".join(self.flags)]
        if self.dest != SUPPRESS:
            lines.append("dest=" + self.dest)
        lines.append("action=" + ("store_const" if self.action.startswith("store_") else self.action))
        if self.takes_values() and self.has_type:
            lines.append("type=" + _name_of(self.type))
        if self.nargs is not None and self.action != "parsers":
            lines.append("nargs=" + str(self.nargs))
        for choice in self.choices or []:
            lines.extend(["choice=" + str(choice), "choice_repr=" + repr(choice)])
        if self.choices is not None and len(self.choices) == 0:
            lines.append("no_choices=")
        metavars = self.metavar if isinstance(self.metavar, tuple) else [] if self.metavar is None else [self.metavar]
        for metavar in metavars:
            lines.append("metavar=" + metavar)
        if self.help is not None:
            lines.append("suppressed=1" if self.help == SUPPRESS else "help=" + self.help)
        if self.is_suppressed():
            lines.append("default_suppressed=1")
        elif _is_known(self.default) or self.help is not None and (formatter == "defaults" or "%(default)" in self.help):
            lines.extend(["default=" + str(self.default), "default_repr=" + repr(self.default)])
        if self.const is not None and _is_known(self.const):
            lines.extend(["const=" + str(self.const), "const_repr=" + repr(self.const)])
        if self.required and (self.is_option or self.action == "parsers"):
            lines.append("required=1")
        if self.version is not None:
            lines.append("version=" + self.version)
        return lines

    def converted(self, value):
        if self.type is str or self.type is int or self.type is float:
            return value
        try:
            result = self.type(value)
        except ArgumentTypeError as error:
            self.parser.error("argument " + "/".join(self.flags or [self.dest]) + ": " + str(error))
        except (TypeError, ValueError):
            name = self.type.__name__ if hasattr(self.type, "__name__") else "value"
            self.parser.error("argument " + "/".join(self.flags or [self.dest]) + f": invalid {name} value: {value!r}")
        return result

    def absent(self):
        """The value where the command line does not have the argument."""
        default = self.default
        if self.type is str:
            return default
        return self.type(default) if isinstance(default, str) and self.takes_values() else default

    def same(self, found, wanted):
        """True if the command line means what the example does."""
        if self.action == "count":
            return found.count == wanted.count
        if self.action == "boolean":
            return found.given == 0 if wanted.given == 0 else found.given != 0 and found.value == wanted.value
        if not self.takes_values():
            return (found.given != 0) == (wanted.given != 0)
        if not self.is_list and self.nargs is None and self.default is not None and not self.required:
            # The default itself may stand in the command line.
            default = self.absent() if self.what != "text" else self.default
            if self.what != "text" or isinstance(default, str):
                return (found.value if found.given != 0 else default) == (wanted.value if wanted.given != 0 else default)
        if wanted.given == 0:
            return found.given == 0
        return found.given != 0 and found.form == wanted.form and found.value == wanted.value

    def shown(self, found):
        name = self.name if self.is_option else "'" + self.dest + "'"
        if found.given == 0:
            if self.takes_values() and self.default is not None and not self.is_list:
                return name + " " + str(self.default)
            return "no " + name
        if self.action == "count":
            return name + f" ({found.count} times)"
        if not self.takes_values():
            return name
        between = " " + name + " " if self.action == "append" else " "
        return name + " " + (between.join([str(value) for value in found.value]) if self.is_list else str(found.value))

    def read(self, parsed, row):
        """What the command line of the run has, or what is fixed."""
        if parsed.number is None:
            return parsed.example(row, self)
        wanted = parsed.example(row, self)
        fixable = wanted is not None
        given, form, count, value = [_tine.outside(self.name, part, fixable) for part in parsed.parts(row, self)]
        reason = _tine.fixed(self.name)
        found = _outside.Found(given, form, count, value)
        if reason is None:
            return found
        if not self.same(found, wanted):
            shown = self.shown(found)
            _outside.refuse(shown, self.shown(wanted), reason, "with '-- " + shown + "'")
        return wanted

    def noted(self, value, parsed, row):
        """The value, of which it is known what it is in the example."""
        wanted = parsed.example(row, self) if self.what == "text" and self.type is str and not self.is_list else None
        return value if wanted is None else _tine.note_example(value, self.value(wanted))

    def value(self, found):
        action = self.action
        is_given = found.given != 0
        if action.startswith("store_"):
            if isinstance(self.const, bool) and isinstance(self.default, bool) and self.const != self.default:
                return is_given == self.const
            return self.const if is_given else self.default
        if action == "boolean":
            if self.default is None:
                return found.value != 0 if is_given else None
            return found.value != 0 if is_given else self.default
        if action == "count":
            return found.count + self.default if self.default is not None else found.count if is_given else None
        if action == "append" or action == "extend":
            items = [self.converted(value) for value in found.value]
            return list(self.default) + items if self.default else items if is_given else self.default
        if self.is_list:
            values = found.value
            if self.what == "text" and self.type is not str:
                values = [self.converted(value) for value in values]
            # An absent one has no values.
            if self.required or isinstance(self.default, list) and len(self.default) == 0:
                return values
            return values if is_given and found.form == 0 else self.default
        if self.nargs == "?":
            const = self.type(self.const) if isinstance(self.const, str) else self.const
            if not is_given or found.form == 2:
                return self.absent()
            return const if found.form == 1 else self.converted(found.value)
        if self.required:
            return self.converted(found.value)
        return self.converted(found.value) if is_given else self.absent()


class _Parsed:
    """A command line. Of one that is known there is no number."""

    def __init__(self, number, lines, words):
        self.number = number
        self.lines = lines
        self.words = words

    def parts(self, row, argument):
        number = self.number
        value = 0
        if argument.takes_values() and argument.is_list:
            value = _tine.argument_list(number, argument.what, row)
        elif argument.takes_values() or argument.action == "boolean":
            value = _tine.argument(number, argument.what if argument.action != "boolean" else "int", row)
        return _tine.argument(number, "given", row), _tine.argument(number, "form", row), _tine.argument(number, "count", row), value

    def example(self, row, argument):
        what = argument.what if argument.action != "boolean" else "int"
        found = _tine.argument_example(self.lines, self.words, row, what, argument.is_list)
        if found is not None:
            return _outside.Found(*found)
        if argument.required:
            return None
        return _outside.Found(0, 0, 0, [] if argument.is_list else "" if what == "text" else 0.0 if what == "float" else 0)


class _Group:
    """Arguments of a parser under a title, or of which one at most is given."""

    def __init__(self, parser, begin, end):
        self._parser = parser
        self._begin = begin
        self._end = end

    def add_argument(self, *names, **options):
        self._parser._items.extend(self._begin)
        argument = self._parser.add_argument(*names, **options)
        self._parser._items.extend(self._end)
        return argument

    def add_argument_group(self, title=None, description=None):
        return self._parser.add_argument_group(title, description)

    def add_mutually_exclusive_group(self, required=False):
        self._parser._items.extend(self._begin)
        group = self._parser.add_mutually_exclusive_group(required=required)
        self._parser._items.extend(self._end)
        return _Group(self._parser, self._begin + group._begin, group._end + self._end)


class _Subparsers:
    def __init__(self, argument, properties, parser_class):
        self._argument = argument
        self._properties = properties
        self._choices = []
        self._class = parser_class

    def add_parser(self, name, help=None, aliases=[], **options):
        parser = self._class(**options)
        self._choices.append((name, help, aliases, parser))
        return parser

    def _describe(self, arguments):
        lines = self._argument.describe() + self._properties
        for name, help, aliases, parser in self._choices:
            lines.append("parser=" + name)
            for alias in aliases:
                lines.append("alias=" + alias)
            if help is not None:
                lines.append("parser_help=" + help)
            lines.extend(parser._describe(arguments))
            lines.append("end=parser")
        return lines


class ArgumentParser:
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=[], formatter_class=HelpFormatter, prefix_chars="-", fromfile_prefix_chars=None, argument_default=None, conflict_handler="error", add_help=True, allow_abbrev=True, exit_on_error=True):
        if fromfile_prefix_chars is not None:
            _tine.unsupported("arguments from files ('fromfile_prefix_chars') are not supported")
        self.prog = prog
        self.usage = usage
        self.description = description
        self.epilog = epilog
        self._formatter = _formatters.get(formatter_class)
        self._prefix = prefix_chars
        self._default = argument_default
        self._add_help = add_help
        self._abbrev = allow_abbrev
        # Arguments, _Subparsers, and lines of the description between them.
        self._items = []
        self._defaults = {}
        self._taken = []  # defaults that are set already
        self._groups = 0
        self._exclusive = 0
        for parent in parents:
            for item in parent._items:
                if isinstance(item, str) and item.startswith("reopen_group="):
                    item = "reopen_group=" + str(int(item[len("reopen_group="):]) + self._groups)
                elif isinstance(item, str) and item.startswith("reopen_exclusive="):
                    item = "reopen_exclusive=" + str(int(item[len("reopen_exclusive="):]) + self._exclusive)
                self._items.append(item)
            self._groups += parent._groups
            self._exclusive += parent._exclusive
            self._defaults.update(parent._defaults)

    def add_argument(self, *names, action="store", nargs=None, const=None, default=None, type=None, choices=None, required=False, help=None, metavar=None, dest=None, version=None):
        flags = [name for name in names if name[0] in self._prefix]
        if dest is None:
            long = [flag for flag in flags if len(flag) > 1 and flag[1] in self._prefix]
            dest = (long + flags)[0].lstrip(self._prefix).replace("-", "_") if len(flags) > 0 else names[0]
        if default is None:
            default = self._default
        argument = _Argument(flags, action, nargs, const, default, type, choices, required, help, metavar, dest, version)
        argument.parser = self
        self._items.append(argument)
        return argument

    def add_argument_group(self, title=None, description=None):
        self._items.append("untitled_group=" if title is None else "group=" + title)
        if description is not None:
            self._items.append("group_description=" + description)
        self._items.append("group=")
        self._groups += 1
        return _Group(self, ["reopen_group=" + str(self._groups - 1)], ["group="])

    def add_mutually_exclusive_group(self, required=False):
        self._items.extend(["exclusive=required" if required else "exclusive=1", "exclusive="])
        self._exclusive += 1
        return _Group(self, ["reopen_exclusive=" + str(self._exclusive - 1)], ["exclusive="])

    def add_subparsers(self, title=None, description=None, prog=None, parser_class=None, action=None, dest=None, required=False, help=None, metavar=None):
        argument = _Argument([], "parsers", None, None, None, None, None, required, help, metavar, dest or SUPPRESS, None)
        argument.required = required
        properties = [key + "=" + text for key, text in [("title", title), ("description", description), ("prog", prog)] if text is not None]
        subparsers = _Subparsers(argument, properties, parser_class or ArgumentParser)
        self._items.append(subparsers)
        return subparsers

    def set_defaults(self, **values):
        self._defaults.update(values)

    def get_default(self, dest):
        found = [argument.default for argument in self._items if isinstance(argument, _Argument) and argument.dest == dest]
        return self._defaults[dest] if dest in self._defaults else found[0] if len(found) > 0 else None

    def _describe(self, arguments):
        """The lines of the description; adds the arguments in their order. The
        rows are this parser's: subcommands share arguments of parents."""
        self._rows = []
        lines = ["add_help=" + str(int(self._add_help)), "allow_abbrev=" + str(int(self._abbrev)), "prefix_chars=" + self._prefix]
        fixed = [item.name for item in self._items if isinstance(item, _Argument) and _tine.fixed(item.name) is not None]
        epilog = self.epilog
        if len(fixed) > 0:
            epilog = (epilog + " " if epilog is not None else "") + "Fixed when compiled: " + ", ".join(fixed) + "."
        for key, text in [("prog", self.prog), ("usage", self.usage), ("description", self.description), ("epilog", epilog), ("formatter", self._formatter)]:
            if text is not None:
                lines.append(key + "=" + text)
        for item in self._items:
            if isinstance(item, str):
                lines.append(item)
                continue
            self._rows.append(len(arguments))
            arguments.append(item)
            if isinstance(item, _Subparsers):
                lines.extend(item._describe(arguments))
                continue
            if item.dest in self._defaults:
                item.default = self._defaults[item.dest]
            lines.extend(item.describe(self._formatter))
        return lines

    def _fill(self, result, parsed, arguments):
        """Sets the attributes of this parser's arguments."""
        last = {}
        adding = {}
        for row, item in zip(self._rows, [item for item in self._items if not isinstance(item, str)]):
            if isinstance(item, _Subparsers):
                self._choose(result, item, parsed, row, arguments)
                continue
            if item.action == "help" or item.action == "version":
                continue
            found = item.read(parsed, row)
            if item.is_suppressed():
                self._fill_given(result, item, found)
                continue
            value = item.noted(item.value(found), parsed, row)
            given = found.given
            name = item.dest
            if name in last:
                # Of two arguments with one name the last one counts.
                if given != 0 and last[name] != 0 and (item.action in _adding or adding[name]):
                    raise NotImplementedError(f"two arguments set '{name}', one of which adds to what is there; this is not supported")
                value = value if given > last[name] else result._get(name)
                given = max(given, last[name])
            last[name] = given
            adding[name] = item.action in _adding or name in adding and adding[name]
            result._set(name, value)
        for name, value in self._defaults.items():
            if name not in last and name not in self._taken:
                result._set(name, value)

    def _fill_given(self, result, item, found):
        """Sets an attribute that there is only if the argument is given."""
        if found.given != 0:
            part = result if _tine.is_known(found.given) or isinstance(result, _Some) else _Some(result._some)
            item.default = None
            part._set(item.dest, item.value(found))
            item.default = SUPPRESS

    def _choose(self, result, item, parsed, row, arguments):
        """Sets the name and the attributes of the parser that is chosen."""
        dest = item._argument.dest
        name = dest if dest != SUPPRESS else "the subcommand"
        wanted = parsed.example(row, item._argument)
        if parsed.number is None:
            chosen = wanted.value
        else:
            chosen = _tine.outside(name, _tine.argument(parsed.number, "text", row), wanted is not None)
            reason = _tine.fixed(name)
            if reason is not None:
                if chosen != wanted.value:
                    _outside.refuse(chosen or "no subcommand", wanted.value or "no subcommand", reason, "with it behind '--'")
                chosen = wanted.value
        if dest != SUPPRESS:
            result._set(dest, chosen if item._argument.required or chosen != "" else None)
        self._choose_defaults(result, item, chosen)
        part = result if _tine.is_known(chosen) else _Some(result._some)
        for command, help, aliases, parser in item._choices:
            if chosen == command or chosen in aliases:
                parser._fill(part, parsed, arguments)

    def _choose_defaults(self, result, item, chosen):
        """set_defaults(func=...) of every subcommand: one of their values."""
        if _tine.is_known(chosen) or not item._argument.required:
            return
        parsers = [(command, parser) for command, help, aliases, parser in item._choices if len(aliases) == 0]
        if len(parsers) < len(item._choices):
            return
        for name in parsers[0][1]._defaults.keys():
            values = [(command, parser._defaults[name]) for command, parser in parsers if name in parser._defaults]
            if len(values) == len(parsers):
                value = values[-1][1]
                for command, other in values[:-1]:
                    value = other if chosen == command else value
                result._set(name, value)
                for command, parser in parsers:
                    parser._taken.append(name)

    def _parse(self, args, namespace, known):
        result = Namespace() if namespace is None else namespace
        arguments = []
        lines = self._describe(arguments)
        words = sys.argv[1:] if args is None else args
        if _tine.is_known(words):
            words = list(words)
            rest = _tine.argument_example(lines, words, -1, "text", True)[3]
            self._fill(result, _Parsed(None, lines, words), arguments)
            return result, rest if known else []
        number = _tine.parse_arguments(words, lines, known)
        self._fill(result, _Parsed(number, lines, None), arguments)
        return result, _tine.argument_list(number, "text", -1) if known else []

    def parse_args(self, args=None, namespace=None):
        return self._parse(args, namespace, False)[0]

    def parse_known_args(self, args=None, namespace=None):
        return self._parse(args, namespace, True)

    def print_help(self, file=None):
        _tine.print_parser("help", "", self._describe([]))

    def print_usage(self, file=None):
        _tine.print_parser("usage", "", self._describe([]))

    def error(self, message):
        _tine.print_parser("error", message, self._describe([]))
        raise SystemExit(2)

    def exit(self, status=0, message=None):
        if message:
            sys.stderr.write(message)
        raise SystemExit(status)
