"""Prints CPython's syntax tree in the form of frontend/syntax/ASTPrinter.cpp.

python_ast.py FILE...
"""

import ast
import sys

BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/",
    ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**", ast.MatMult: "@",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<",
    ast.RShift: ">>",
}
UNARY = {ast.USub: "-", ast.UAdd: "+", ast.Not: "not", ast.Invert: "~"}
COMPARE = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">",
    ast.GtE: ">=", ast.Is: "is", ast.IsNot: "is not", ast.In: "in",
    ast.NotIn: "not in",
}


class Printer:
    """A node is a list: its head, then its children; None is an absent one."""

    def __init__(self, ranges):
        self.ranges = ranges

    # Pieces.

    def head(self, kind, node, *words):
        place = ""
        if self.ranges:
            place = " %d:%d-%d:%d" % (node.lineno, node.col_offset + 1,
                                      node.end_lineno, node.end_col_offset + 1)
        return " ".join([kind + place, *words])

    @staticmethod
    def quote(data):
        if isinstance(data, str):
            data = data.encode()
        return '"' + "".join(
            chr(c) if 32 <= c < 127 and c not in b'"\\' else "\\x%02x" % c
            for c in data) + '"'

    @staticmethod
    def group(head, children):
        return [[head, *children]] if children else []

    def each(self, nodes):
        return [self.node(n) for n in nodes]

    def opt(self, node):
        return None if node is None else self.node(node)

    def node(self, node):
        return getattr(self, "on_" + type(node).__name__)(node)

    # Expressions.

    def on_Name(self, n):
        return [self.head("name", n, n.id)]

    def on_Constant(self, n):
        v = n.value
        if v is None:
            return [self.head("none", n)]
        if v is Ellipsis:
            return [self.head("ellipsis", n)]
        if isinstance(v, bool):
            return [self.head("true" if v else "false", n)]
        if isinstance(v, int):
            low = v & 0xFFFFFFFFFFFFFFFF
            words = [str(low - (1 << 64) if low >> 63 else low)]
            if v >> 63:
                words.append("overflow")
            return [self.head("int", n, *words)]
        if isinstance(v, float):
            return [self.head("float", n, "%.17g" % v)]
        if isinstance(v, complex):
            return [self.head("imaginary", n, "%.17g" % v.imag)]
        kind = "bytes" if isinstance(v, bytes) else "string"
        return [self.head(kind, n, self.quote(v))]

    def parts(self, values):
        result = []
        for v in values:
            if isinstance(v, ast.Constant):
                result.append(["text " + self.quote(v.value)])
                continue
            words = ["field"]
            if v.conversion > 0:
                words.append(chr(v.conversion))
            part = [" ".join(words), self.node(v.value)]
            if v.format_spec is not None:
                part.append(["spec", *self.parts(v.format_spec.values)])
            result.append(part)
        return result

    def on_JoinedStr(self, n):
        return [self.head("f-string", n), *self.parts(n.values)]

    def on_UnaryOp(self, n):
        return [self.head("unary", n, UNARY[type(n.op)]), self.node(n.operand)]

    def on_BinOp(self, n):
        return [self.head("binary", n, BINARY[type(n.op)]), self.node(n.left),
                self.node(n.right)]

    def on_BoolOp(self, n):
        kind = "and" if isinstance(n.op, ast.And) else "or"
        return [self.head(kind, n), *self.each(n.values)]

    def on_Compare(self, n):
        words = [self.quote(COMPARE[type(op)]) for op in n.ops]
        return [self.head("compare", n, *words), self.node(n.left),
                *self.each(n.comparators)]

    def on_IfExp(self, n):
        return [self.head("if-else", n), self.node(n.test), self.node(n.body),
                self.node(n.orelse)]

    def keywords(self, keywords):
        return [["keyword " + (k.arg or "**"), self.node(k.value)]
                for k in keywords]

    def on_Call(self, n):
        return [self.head("call", n), self.node(n.func), *self.each(n.args),
                *self.keywords(n.keywords)]

    def on_Attribute(self, n):
        return [self.head("attribute", n, n.attr), self.node(n.value)]

    def on_Subscript(self, n):
        return [self.head("subscript", n), self.node(n.value),
                self.node(n.slice)]

    def on_Slice(self, n):
        return [self.head("slice", n), self.opt(n.lower), self.opt(n.upper),
                self.opt(n.step)]

    def on_Tuple(self, n):
        return [self.head("tuple", n), *self.each(n.elts)]

    def on_List(self, n):
        return [self.head("list", n), *self.each(n.elts)]

    def on_Set(self, n):
        return [self.head("set", n), *self.each(n.elts)]

    def on_Dict(self, n):
        result = [self.head("dict", n)]
        for key, value in zip(n.keys, n.values):
            result += [self.opt(key), self.node(value)]
        return result

    def comprehension(self, kind, n, *elements):
        result = [self.head(kind, n), *self.each(elements)]
        for g in n.generators:
            result.append(["for async" if g.is_async else "for",
                           self.node(g.target), self.node(g.iter),
                           *self.each(g.ifs)])
        return result

    def on_ListComp(self, n):
        return self.comprehension("list-comprehension", n, n.elt)

    def on_SetComp(self, n):
        return self.comprehension("set-comprehension", n, n.elt)

    def on_GeneratorExp(self, n):
        return self.comprehension("generator", n, n.elt)

    def on_DictComp(self, n):
        return self.comprehension("dict-comprehension", n, n.key, n.value)

    def on_Starred(self, n):
        return [self.head("starred", n), self.node(n.value)]

    def on_Lambda(self, n):
        return [self.head("lambda", n),
                *self.group("params", self.params(n.args)), self.node(n.body)]

    def on_NamedExpr(self, n):
        return [self.head("walrus", n), self.node(n.target),
                self.node(n.value)]

    def on_Await(self, n):
        return [self.head("await", n), self.node(n.value)]

    def on_Yield(self, n):
        return [self.head("yield", n), self.opt(n.value)]

    def on_YieldFrom(self, n):
        return [self.head("yield-from", n), self.node(n.value)]

    # Simple statements.

    def on_Expr(self, n):
        return [self.head("expr", n), self.node(n.value)]

    def on_Assign(self, n):
        return [self.head("assign", n), *self.each(n.targets),
                self.node(n.value)]

    def on_AnnAssign(self, n):
        return [self.head("annotated-assign", n), self.node(n.target),
                self.node(n.annotation), self.opt(n.value)]

    def on_AugAssign(self, n):
        return [self.head("augmented-assign", n, BINARY[type(n.op)]),
                self.node(n.target), self.node(n.value)]

    def on_Return(self, n):
        return [self.head("return", n), self.opt(n.value)]

    def on_Break(self, n):
        return [self.head("break", n)]

    def on_Continue(self, n):
        return [self.head("continue", n)]

    def on_Pass(self, n):
        return [self.head("pass", n)]

    def on_Raise(self, n):
        return [self.head("raise", n), self.opt(n.exc), self.opt(n.cause)]

    def on_Assert(self, n):
        return [self.head("assert", n), self.node(n.test), self.opt(n.msg)]

    def on_Delete(self, n):
        return [self.head("delete", n), *self.each(n.targets)]

    def on_Global(self, n):
        return [self.head("global", n, *n.names)]

    def on_Nonlocal(self, n):
        return [self.head("nonlocal", n, *n.names)]

    def on_alias(self, n):
        words = [n.name] + ([n.asname] if n.asname else [])
        return [self.head("alias", n, *words)]

    def on_Import(self, n):
        return [self.head("import", n), *self.each(n.names)]

    def on_ImportFrom(self, n):
        module = "." * n.level + (n.module or "")
        return [self.head("import-from", n, module), *self.each(n.names)]

    # Compound statements.

    def body(self, head, statements):
        return self.group(head, self.each(statements))

    def on_If(self, n):
        return [self.head("if", n), self.node(n.test),
                *self.body("body", n.body), *self.body("else", n.orelse)]

    def on_While(self, n):
        return [self.head("while", n), self.node(n.test),
                *self.body("body", n.body), *self.body("else", n.orelse)]

    def on_For(self, n, kind="for"):
        return [self.head(kind, n), self.node(n.target), self.node(n.iter),
                *self.body("body", n.body), *self.body("else", n.orelse)]

    def on_AsyncFor(self, n):
        return self.on_For(n, "async-for")

    def on_With(self, n, kind="with"):
        items = [["item", self.node(i.context_expr),
                  self.opt(i.optional_vars)] for i in n.items]
        return [self.head(kind, n), *items, *self.body("body", n.body)]

    def on_AsyncWith(self, n):
        return self.on_With(n, "async-with")

    def on_Try(self, n):
        handlers = []
        for h in n.handlers:
            words = [h.name] if h.name else []
            handlers.append([self.head("except", h, *words), self.opt(h.type),
                             *self.body("body", h.body)])
        return [self.head("try", n), *self.body("body", n.body), *handlers,
                *self.body("else", n.orelse),
                *self.body("finally", n.finalbody)]

    on_TryStar = on_Try

    def on_Match(self, n):
        cases = [["case", self.node(c.pattern), self.opt(c.guard),
                  *self.body("body", c.body)] for c in n.cases]
        return [self.head("match", n), self.node(n.subject), *cases]

    def on_MatchValue(self, n):
        return [self.head("match-value", n), self.node(n.value)]

    def on_MatchSingleton(self, n):
        return [self.head("match-value", n),
                self.node(ast.copy_location(ast.Constant(n.value), n))]

    def on_MatchAs(self, n):
        return [self.head("match-as", n, *([n.name] if n.name else [])),
                *self.each([n.pattern] if n.pattern else [])]

    def on_MatchOr(self, n):
        return [self.head("match-or", n), *self.each(n.patterns)]

    def on_MatchSequence(self, n):
        return [self.head("match-sequence", n), *self.each(n.patterns)]

    def on_MatchStar(self, n):
        return [self.head("match-star", n, *([n.name] if n.name else []))]

    def on_MatchMapping(self, n):
        return [self.head("match-mapping", n, *([n.rest] if n.rest else [])),
                *self.each(n.keys), *self.each(n.patterns)]

    def on_MatchClass(self, n):
        return [self.head("match-class", n, *n.kwd_attrs), self.node(n.cls),
                *self.each(n.patterns), *self.each(n.kwd_patterns)]

    def param(self, arg, default, *words):
        result = [self.head("param", arg, arg.arg, *words)]
        if arg.annotation:
            result.append(["annotation", self.node(arg.annotation)])
        if default:
            result.append(["default", self.node(default)])
        return result

    def params(self, a):
        positional = a.posonlyargs + a.args
        defaults = [None] * (len(positional) - len(a.defaults)) + a.defaults
        result = []
        for i, (arg, default) in enumerate(zip(positional, defaults)):
            words = ["positional-only"] if i < len(a.posonlyargs) else []
            result.append(self.param(arg, default, *words))
        if a.vararg:
            result.append(self.param(a.vararg, None, "*"))
        for arg, default in zip(a.kwonlyargs, a.kw_defaults):
            result.append(self.param(arg, default, "keyword-only"))
        if a.kwarg:
            result.append(self.param(a.kwarg, None, "**"))
        return result

    def on_FunctionDef(self, n, kind="def"):
        return [self.head(kind, n, n.name),
                *self.group("decorators", self.each(n.decorator_list)),
                *self.group("params", self.params(n.args)),
                *([["returns", self.node(n.returns)]] if n.returns else []),
                *self.body("body", n.body)]

    def on_AsyncFunctionDef(self, n):
        return self.on_FunctionDef(n, "async-def")

    def on_ClassDef(self, n):
        return [self.head("class", n, n.name),
                *self.group("decorators", self.each(n.decorator_list)),
                *self.group("bases", self.each(n.bases)),
                *self.keywords(n.keywords), *self.body("body", n.body)]


def write(node, level, out):
    if level:
        out.append("\n" + "  " * level)
    if node is None:
        out.append("-")
        return
    out.append("(" + node[0])
    for child in node[1:]:
        write(child, level + 1, out)
    out.append(")")


def dump(source):
    printer = Printer(True)
    out = []
    write(["module", *printer.each(ast.parse(source).body)], 0, out)
    return "".join(out) + "\n"


if __name__ == "__main__":
    for path in sys.argv[1:]:
        with open(path, "rb") as f:
            sys.stdout.write(dump(f.read()))
