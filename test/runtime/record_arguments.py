#!/usr/bin/env python3
"""Records what argparse does into expected/arguments.inc for tine-runtime-tests.

usage: record_arguments.py [--cases N] [--seed N]
       record_arguments.py --compare DRIVER [--cases N] [--seed N]

Makes random parsers and command lines. With --compare nothing is recorded: the
driver, which is tine-argument-driver (ArgumentDriver.cpp), gets the cases, and
those that differ are printed. Run it with Python 3.11.7: in usages 3.11.2 takes
away parentheses of metavars.
"""
import argparse
import contextlib
import difflib
import io
import os
import random
import struct
import subprocess
import sys
import traceback
import warnings


warnings.simplefilter("ignore")
KINDS = {None: None, "int": int, "float": float, "str": str, "bool": bool}
FORMATTERS = {None: argparse.HelpFormatter, "defaults": argparse.ArgumentDefaultsHelpFormatter,
              "raw": argparse.RawDescriptionHelpFormatter, "rawtext": argparse.RawTextHelpFormatter,
              "metavar": argparse.MetavarTypeHelpFormatter}
WORDS = ("the model file of weights to read from disk learning-rate of the optimizer (Adam) e.g. 1e-3 two--dashes "
         "self-attention and so on, state-of-the-art -- with x-ray -v größe naïve 日本語 semi;colon 'quoted' "
         "https://example.org/a-very-long-path/that-does-not-fit/on-any-line\u00a0at-all number_of_layers 100% "
         "well-known a-b c--d e.g.--that --flag=value").split()
TEXTS = ["l1", "x", "", "5", "-5", "0.5", "a b", "--", "-", "größe", "it's", 'say "no"', "new\nline", "\\", "日本",
         "nan", "1_0", " 7 ", "9223372036854775807", "1e400", "-1.5", "=", "a=b", "é", "\u2028", "0x10", "-x", "@f"]
LONG = ["verbose", "version", "value", "lr", "learning-rate", "epochs", "epoch-size", "no-cache", "output", "input",
        "batch_size", "größe", "verb", "x", "very-long-name-of-an-option-that-needs-its-own-line"]
NAMES = ["path", "points", "FILE", "a", "target", "source-dir", "n", "thing"]


class Spec:
    """A parser that is being made, as argparse's and as a description."""

    def __init__(self, rows, depth=0, chars="-"):
        self.pairs, self.calls, self.rows, self.depth = [], [], rows, depth
        self.flags, self.groups, self.exclusives, self.has_parsers = set(), [], [], False
        self.chars = chars

    def put(self, key, value):
        self.pairs.append((key, value))


def bytes_of(text):
    return text.encode("utf-8", "surrogateescape")


def sentence(r, most=14):
    text = " ".join(r.choice(WORDS).replace("%", "") for _ in range(r.randint(1, most)))
    k = r.random()
    if k < 0.08:
        text = text.replace(" ", "\n", 2)
    elif k < 0.12:
        text = "  " + text.replace(" ", "  ") + "\n"
    elif k < 0.14:
        text = r.choice(["", " ", "\n\n\n\n" + text, text.replace(" ", "\n\n\n\n"), "\t" + text + "\u00a0"])
    return text


def help_text(r):
    text = sentence(r)
    fields = ["%(default)s", "%(prog)s", "%(type)s", "%(choices)s", "%%", "%(dest)s", "%(metavar)s", "%(nargs)s",
              "%(const)r", "%(required)s", "%(default)r", "%(default)10s|", "%(default)-8s|", "%(default).3s",
              "%(option_strings)s"]
    while r.random() < 0.3:
        text += " " + r.choice(fields)
    if r.random() < 0.03:
        text += r.choice([" %(default)d", " %(default).2f", " %(default)05d", "50%", " %(nothing)s",
                          " %(default)x"])
    return text


def constant(r, kind):
    k = r.random()
    if k < 0.15:
        return None
    if k < 0.35:
        return r.choice(TEXTS)
    return {"int": lambda: r.choice([0, 5, 7, -5, 256, 257, 10**12]),
            "float": lambda: r.choice([0.5, 1e-5, 7.0, 1e16, 5]),
            "bool": lambda: r.random() < 0.5}.get(kind, lambda: r.choice(TEXTS + ["adam", "sgd"]))()


def put_constant(spec, key, value):
    spec.put(key, str(value))
    spec.put(key + "_repr", repr(value))


def flag_names(r, spec):
    names = []
    for _ in range(r.choice([1, 1, 2, 2, 3])):
        k, c = r.random(), r.choice(spec.chars)
        name = (c + r.choice("vxnabcqoé1") if k < 0.45 else c * 2 + r.choice(LONG) if k < 0.93
                else c + r.choice(LONG))
        if name not in spec.flags and name + "," not in names:
            names.append(name)
            spec.flags.add(name)
    return list(dict.fromkeys(names))


def argument(r, spec, is_option, is_exclusive):
    """The arguments of add_argument(), or None if there are no names left."""
    names, given = [], {}
    if is_option:
        names = flag_names(r, spec)
        if not names:
            return None
        action = r.choice(["store"] * 6 + ["store_true", "store_false", "store_const", "append", "append_const",
                                           "extend", "count", "boolean", "version", "help"])
        dest = r.choice([None, None, "shared"]) if action in ("store", "store_const", "boolean", "help") else None
    else:
        action = r.choice(["store"] * 6 + ["append"] + ["extend"] * (not is_exclusive))
        dest = r.choice(NAMES)
    spec.put("argument", ",".join(names))
    valued = action in ("store", "append", "extend")
    kind = r.choice([None, None, "int", "float", "str", "bool"]) if valued else None
    nargs = None
    if valued and r.random() < 0.6:
        nargs = r.choice(["?", "*", "+", "...", 1, 2, 3]) if not is_exclusive or is_option else r.choice(["?", "*"])
    if action == "extend":
        nargs = r.choice(["*", "+", 2])
    if is_exclusive and not is_option:
        nargs = nargs if nargs in ("?", "*") else "?"
    if kind:
        given["type"] = KINDS[kind]
        spec.put("type", kind)
    name = dict(store_true="store_const", store_false="store_const").get(action, action)
    spec.put("action", name)
    if action != "store" or r.random() < 0.1:
        given["action"] = argparse.BooleanOptionalAction if action == "boolean" else action
    if nargs is not None:
        given["nargs"] = nargs
        spec.put("nargs", str(nargs))
    if valued and r.random() < 0.25:
        choices = {"int": [1, 5, 7, -5], "float": [0.5, 1, 7.0], "bool": [True]}.get(kind, ["l1", "x", "it's", "5"])
        given["choices"] = choices if r.random() < 0.95 else []
        spec.put("no_choices", "")
        for choice in given["choices"]:
            put_constant(spec, "choice", choice)
    k = r.random()
    takes_metavar = valued or action in ("store_const", "append_const", "boolean")
    if takes_metavar and k < 0.2:
        given["metavar"] = r.choice(["N", "PATH", "a b", "[X]", "(Y)", "größe", "", "M|N"])
        spec.put("metavar", given["metavar"])
    elif takes_metavar and k < 0.3 and nargs in (2, 3, "+", "*"):
        given["metavar"] = tuple("UVW"[:2 if nargs in ("+", "*") else nargs])
        for item in given["metavar"]:
            spec.put("metavar", item)
    if r.random() < 0.75:
        given["help"] = help_text(r)
        spec.put("help", given["help"])
    elif r.random() < 0.3:
        given["help"] = argparse.SUPPRESS
        spec.put("suppressed", "1")
    if action in ("store_true", "store_false"):
        put_constant(spec, "const", action == "store_true")
        put_constant(spec, "default", action == "store_false")
    elif action in ("store_const", "append_const") or (valued and nargs == "?" and r.random() < 0.6
                                                      and action != "extend"):
        # Not the object that is the default of another one.
        given["const"] = constant(r, kind) if dest != "shared" else "constant"
        put_constant(spec, "const", given["const"])
    if action not in ("store_true", "store_false", "help", "version") and r.random() < 0.5:
        given["default"] = [] if action in ("append", "extend", "append_const") else 0 if action == "count" else \
            constant(r, kind)
        if nargs in ("*", "+", 2) and r.random() < 0.3:
            given["default"] = [1, "x"]
        if r.random() < 0.06:
            given["default"] = argparse.SUPPRESS
            spec.put("default_suppressed", "1")
        else:
            put_constant(spec, "default", given["default"])
    if is_option and not is_exclusive and action not in ("help", "version") and r.random() < 0.15:
        given["required"] = True
        spec.put("required", "1")
    if action == "version":
        given["version"] = r.choice(["%(prog)s 1.0", "2.0", sentence(r, 30)])
        spec.put("version", given["version"])
    if is_option:
        stems = [name for name in names if len(name) > 1 and name[1] in spec.chars]
        known = (stems or names)[0].lstrip(spec.chars).replace("-", "_")
        if dest:
            given["dest"] = dest
        spec.put("dest", dest or known)
        spec.put("upper", (dest or known).upper())
    else:
        names = [dest]
        spec.put("dest", dest)
    spec.rows.append((action, kind))
    return names, given


def make_parser(r, spec, prog):
    """Fills the description and returns what makes the parser."""
    given = {}
    for key, chance, make in (("prog", 0.7 if prog else 0.1, lambda: prog or "own"),
                              ("usage", 0.04, lambda: "%(prog)s [options]"),
                              ("description", 0.5, lambda: sentence(r, 40) + r.choice(["", " %(prog)s"])),
                              ("epilog", 0.3, lambda: sentence(r, 30)), ("formatter", 0.4, lambda: r.choice(
                                  ["defaults", "defaults", "raw", "rawtext", "metavar"]))):
        if r.random() < chance:
            given[key] = make()
            spec.put(key, given[key])
    if r.random() < 0.1:
        given["add_help"] = False
        spec.put("add_help", "0")
    if r.random() < 0.1:
        given["allow_abbrev"] = False
        spec.put("allow_abbrev", "0")
    if spec.chars != "-":
        given["prefix_chars"] = spec.chars
        spec.put("prefix_chars", spec.chars)
    if given.get("add_help", True):
        c = "-" if "-" in spec.chars else spec.chars[0]
        spec.flags |= {c + "h", c * 2 + "help"}
    given["formatter_class"] = FORMATTERS[given.pop("formatter", None)]
    return given


def fill(r, spec, parser):
    """Adds arguments to the parser and to the description."""
    group, exclusive, groups, exclusives = None, None, [], []
    for _ in range(r.randint(0, 8 if not spec.depth else 4)):
        k = r.random()
        if k < 0.08:
            title = r.choice(["Training", "data options", None])
            group = parser.add_argument_group(title, sentence(r) if r.random() < 0.5 else None)
            groups.append(group)
            spec.put("untitled_group" if title is None else "group", title or "")
            if group.description is not None:
                spec.put("group_description", group.description)
            exclusive = None
            spec.put("exclusive", "")
        elif k < 0.12 and groups:
            i = r.randrange(len(groups))
            group, exclusive = groups[i], None
            spec.put("exclusive", "")
            spec.put("reopen_group", str(i))
        elif k < 0.16:
            group = None
            spec.put("group", "")
            exclusive = None
            spec.put("exclusive", "")
        elif k < 0.30:
            is_required = r.random() < 0.4
            exclusive = (group or parser).add_mutually_exclusive_group(required=is_required)
            exclusives.append(exclusive)
            spec.put("exclusive", "required" if is_required else "1")
            made = None
            while made is None:
                made = argument(r, spec, True, True)
            add(exclusive, made, spec)
        elif k < 0.36:
            exclusive = None
            spec.put("exclusive", "")
        is_option = r.random() < 0.6
        made = argument(r, spec, is_option, exclusive is not None)
        if made:
            add(exclusive or group or parser, made, spec)
    if spec.depth < 2 and r.random() < (0.2 if not spec.depth else 0.15):
        add_parsers(r, spec, parser)
    if r.random() < 0.2:
        made = argument(r, spec, True, False)
        if made:
            # Properties of an argument follow it at once.
            at = max(i for i, pair in enumerate(spec.pairs) if pair[0] == "argument")
            spec.pairs[at:at] = [("exclusive", ""), ("group", "")]
            add(parser, made, spec)


def add(container, made, spec):
    names, given = made
    action = container.add_argument(*names, **given)
    action.row = len(spec.rows) - 1


def add_parsers(r, spec, parser):
    given = {}
    spec.put("exclusive", "")
    spec.put("group", "")
    spec.put("argument", "")
    spec.put("action", "parsers")
    for key, chance, make in (("dest", 0.6, lambda: "command"), ("title", 0.3, lambda: "commands"),
                              ("description", 0.2, lambda: sentence(r)), ("help", 0.4, lambda: sentence(r)),
                              ("metavar", 0.2, lambda: "CMD"), ("required", 0.4, lambda: True),
                              ("prog", 0.1, lambda: "other")):
        if r.random() < chance:
            given[key] = make()
            spec.put(key, "1" if given[key] is True else given[key])
    parsers = parser.add_subparsers(**given)
    spec.rows.append(("parsers", None))
    parsers.row = len(spec.rows) - 1
    for name in r.sample(["train", "test", "export-all", "x"], r.randint(1, 3)):
        inner = Spec(spec.rows, spec.depth + 1)
        aliases = ["al" + name] if r.random() < 0.3 else []
        options = {"aliases": aliases} if aliases else {}
        spec.put("parser", name)
        for alias in aliases:
            spec.put("alias", alias)
        if r.random() < 0.7:
            options["help"] = help_text(r)
            spec.put("parser_help", options["help"])
        own = make_parser(r, inner, None)
        nested = parsers.add_parser(name, **options, **own)
        fill(r, inner, nested)
        spec.pairs += inner.pairs
        spec.put("end", "parser")


def command_line(r, parser):
    words = []
    flags = [flag for flag in parser._option_string_actions if not flag.lstrip("-+") in ("h", "help")]
    commands = [list(action.choices) for action in parser._actions if action.nargs == argparse.PARSER]

    def value():
        if r.random() < 0.15:
            return r.choice(TEXTS + ["a\udcffb", "\udc80"])
        return r.choice(["5", "7", "l1", "x", "0.5", "1", "abc"])

    for _ in range(r.choice([0, 1, 2, 3, 4, 5, 7, 10])):
        k = r.random()
        if k < 0.45 and flags:
            flag = r.choice(flags)
            action = parser._option_string_actions[flag]
            count = {None: 1, "?": r.randint(0, 1), "*": r.randint(0, 2), "+": r.randint(1, 2), "...": 1}.get(
                action.nargs, action.nargs)
            j = r.random()
            if j < 0.12:
                flag = flag[:r.randint(2, len(flag))] if len(flag) > 2 else flag
            elif j < 0.2:
                flag += "=" + value()
                count = 0
            elif j < 0.28 and len(flag) == 2:
                flag += value()
                count = 0
            elif j < 0.36 and len(flag) == 2:
                flag += r.choice(flags)[1]
            if r.random() < 0.08:
                count = r.randint(0, 3)
            words.append(flag)
            choices = action.choices
            for _ in range(count if isinstance(count, int) else 1):
                words.append(str(r.choice(list(choices))) if choices and r.random() < 0.8 else value())
        elif k < 0.5:
            words.append(r.choice(["--", "-h", "--unknown", "-z", "--he", "-5", "-1.5", "-", "--v", "-vv", "-xb"]))
        elif k < 0.6 and commands:
            words.append(r.choice(r.choice(commands)))
        else:
            words.append(value())
    return words


class Unlike(Exception):
    """Python stores an empty list for one value, which --x=-- gives."""


class Log:
    """What was stored, one line an occurrence, as ArgumentsTest.cpp writes it."""

    def __init__(self):
        self.lines = []

    def watch(self, parser, rows):
        get = parser._get_values

        def get_values(action, texts):
            left = list(texts)
            result = get(action, texts)
            if action.nargs not in (argparse.PARSER, argparse.REMAINDER) and "--" in left:
                left.remove("--")
            action.form = "values"
            if action.nargs is None and not left:
                raise Unlike
            if not left and action.nargs == "?":
                action.form = "const" if action.option_strings else "default"
                # bool() of the mark that is to suppress a default.
                if action.default == argparse.SUPPRESS and result is True:
                    action.form = "values"
            elif not left and action.nargs == "*" and not action.option_strings and action.default is not None:
                action.form = "default"
            return result
        parser._get_values = get_values
        for action in parser._actions:
            if getattr(action, "row", None) is None:
                continue
            self.watch_action(action, rows[action.row])
            if isinstance(action, argparse._SubParsersAction):
                for nested in dict.fromkeys(action.choices.values()):
                    self.watch(nested, rows)

    def watch_action(self, action, row):
        kind, log, call = row[1], self, type(action).__call__
        if row[0] in ("help", "version"):
            return

        class Watched(type(action)):
            def __call__(self, parser, namespace, values, option_string=None):
                if row[0] not in ("append", "append_const", "extend"):
                    log.lines = [line for line in log.lines if line[0] != self.row]
                self.times = getattr(self, "times", 0) + 1
                log.lines.append((self.row, log.shown(self, values, option_string)))
                call(self, parser, namespace, values, option_string)
        Watched.__name__ = type(action).__name__
        action.__class__ = Watched
        action.kind = kind
        action.what = row[0]

    def shown(self, action, values, flag):
        if action.what == "boolean":
            return ["values", str(int(not flag.startswith("--no-")))]
        if action.what == "count":
            return ["values", "times %d" % action.times]
        if action.what == "parsers":
            parsers = list(dict.fromkeys(action.choices.values()))
            return ["values", str(parsers.index(action.choices[values[0]]))]
        if action.form != "values" or action.nargs == 0:
            return [action.form]
        items = values if isinstance(values, list) else [values]
        return ["values"] + [self.item(action.kind, item) for item in items]

    def item(self, kind, value):
        if kind == "float":
            return "%.17g" % value
        return str(int(value)) if kind in ("int", "bool") else value

    def text(self):
        return "".join("%d %s\n" % (row, " | ".join(parts)) for row, parts in self.lines)


def run_case(r):
    """(description, program, columns, known, words, status, out, err, log), or None if Python cannot make it."""
    rows = []
    spec = Spec(rows, 0, r.choice(["-"] * 12 + ["-+", "+"]))
    program = r.choice(["train.py", "/usr/bin/train", "./t", "a-program-with-quite-a-long-name"])
    columns = r.choice([80, 80, 80, 40, 120, 25, 10, 200])
    os.environ["COLUMNS"], sys.argv = str(columns), [program]
    try:
        parser = argparse.ArgumentParser(**make_parser(r, spec, r.choice([None, "train", "p", "größe"])))
        fill(r, spec, parser)
        parser.format_usage()
    except (ValueError, TypeError, AssertionError, IndexError, argparse.ArgumentError, AttributeError):
        return None
    words = ["-h"] if r.random() < 0.25 else command_line(r, parser)
    # Objects of their own, as those of sys.argv are.
    words = [bytes_of(word).decode("utf-8", "surrogateescape") for word in words]
    known = r.random() < 0.3
    log, status, out, err, problem = Log(), -1, io.StringIO(), io.StringIO(), False
    log.watch(parser, rows)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            _, unknown = parser.parse_known_args(words) if known else (parser.parse_args(words), [])
        log.lines.append((-1, unknown))
    except SystemExit as exit:
        status = exit.code or 0
    except (TypeError, KeyError, ValueError, AttributeError) as error:
        # Others come of names that are tuples, and of values that do not go together.
        if not any(frame.name == "format_help" for frame in traceback.extract_tb(error.__traceback__)):
            return None
        problem = True
    except (AssertionError, IndexError, Unlike):
        return None
    description = "".join("%s=%s\0" % pair for pair in spec.pairs)
    kinds = "".join("c" if action == "count" else "p" if action == "parsers" else
                    "b" if action == "boolean" else (kind or "str")[0].replace("b", "i") for action, kind in rows)
    return (description, program, columns, known, words, kinds, problem, status, out.getvalue(),
            err.getvalue().encode("utf-8", "backslashreplace").decode(),
            log.text() if status == -1 else "")


def cases(count, seed):
    made = 0
    while made < count:
        seed += 1
        case = run_case(random.Random(seed))
        if case:
            made += 1
            yield seed, case


def packed(case):
    description, program, columns, known, words, kinds = case[:6]
    texts = [description, program, kinds] + words
    data = struct.pack("<qqq", columns, known, len(texts))
    for text in texts:
        data += struct.pack("<q", len(bytes_of(text))) + bytes_of(text)
    return data


def compare(driver, count, seed):
    all_cases = list(cases(count, seed))
    ran = subprocess.run([driver], input=b"".join(packed(case) for _, case in all_cases), stdout=subprocess.PIPE)
    data, at, wrong, problems, endings = ran.stdout, 0, 0, 0, {}
    for number, case in all_cases:
        got = []
        if at + 32 > len(data):
            print("the driver ended early, before seed", number)
            return 1
        status, checked = struct.unpack_from("<qq", data, at)
        at += 16
        for _ in range(3):
            size, = struct.unpack_from("<q", data, at)
            got.append(data[at + 8:at + 8 + size].decode("utf-8", "surrogateescape"))
            at += 8 + size
        problem, expected = case[6], list(case[7:])
        endings[expected[0]] = endings.get(expected[0], 0) + 1
        if problem:
            problems += 1
            same = not checked
        else:
            same = [status] + got == expected
        if not same:
            wrong += 1
            if wrong <= 3:
                print("seed %d, words %r, known %r, columns %d, good %d, problem %r" % (
                    number, case[4], case[3], case[2], checked, problem))
                print(case[0].replace("\0", "\n"))
                for mine, its in zip([status] + got, expected):
                    print(*difflib.unified_diff(str(its).split("\n"), str(mine).split("\n"), "argparse", "driver",
                                                lineterm=""), sep="\n")
    print("%d cases, %d differ; status %r; %d that Python cannot format" % (len(all_cases), wrong, endings, problems))
    return wrong != 0


def literal(text):
    """A C++ string literal with its length kept: {"...", n}."""
    data = bytes_of(text)
    shown = "".join(chr(b) if 32 <= b < 127 and chr(b) not in '"\\?' else "\\%03o" % b for b in data)
    return '{"%s", %d}' % (shown, len(data))


def record(count, seed):
    """Small cases, a third of each way to end."""
    left = {-1: count - 2 * (count // 3), 0: count // 3, 2: count // 3}
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "expected")
    with open(os.path.join(folder, "arguments.inc"), "w") as file:
        file.write("// Recorded by record_arguments.py with Python %s. Do not edit.\n" % sys.version.split()[0])
        while any(left.values()):
            seed += 1
            case = run_case(random.Random(seed))
            if not case or case[6] or not left[case[7]] or len(case[4]) > 12 or not case[4] or \
                    len("".join(case[0] + case[8] + case[9])) > 2200:
                continue
            left[case[7]] -= 1
            description, program, columns, known, words, kinds, _, status, out, err, log = case
            file.write("{%s, %s, %d, %s, %d, {%s}, %s, %d, %s, %s, %s},\n" % (
                literal(description), literal(program), columns, str(known).lower(), len(words),
                ", ".join(literal(word) for word in words), literal(kinds), status, literal(out), literal(err),
                literal(log)))


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--compare")
    options.add_argument("--cases", type=int, default=200)
    options.add_argument("--seed", type=int, default=0)
    options = options.parse_args()
    if options.compare:
        sys.exit(compare(options.compare, options.cases, options.seed))
    record(options.cases, options.seed)
