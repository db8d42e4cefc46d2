//===- argument_parser.h - Python's argparse --------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Command lines as argparse of Python 3.11 reads them, with its usage, help and
// error texts. Executables and the compiler share it: it needs libc and the
// tables of unicode.h, and its memory comes from malloc.
//
// A parser is described by NUL-terminated texts KEY=VALUE, one after another.
// Unknown keys are ignored. First those of the parser:
//
//     prog=train            absent: the base name of the program
//     usage= description= epilog=
//     add_help=0            no -h (whose argument has no row); absent: 1
//     allow_abbrev=0        absent: 1
//     prefix_chars=-+       ASCII; absent: -
//     formatter=defaults    or raw, rawtext, metavar; absent: Python's default
//
// Then its arguments and groups, in the order in which the program adds them:
//
//     argument=-v,--verbose begins an argument; the flags of a positional one
//                           are empty: argument=
//     group=Title           begins a group of the help; group= ends it
//     untitled_group=       the same without a title
//     group_description=    of the group
//     reopen_group=N        goes on with the group N, counted from 0 over group=
//                           and untitled_group= of this parser
//     exclusive=1           begins a mutually exclusive group; exclusive= ends it
//     exclusive=required    one of whose arguments is needed
//     reopen_exclusive=N    goes on with the exclusive group N
//
// An argument belongs to the groups of both kinds that are open, but one with
// action=parsers to none. Its properties follow it:
//
//     dest=
//     upper=                dest.upper(), where dest is not ASCII
//     action=               store, store_const, append, append_const, extend,
//                           count, boolean, help, version, parsers; absent:
//                           store. The --no- flags of boolean are not described.
//     type=                 int, float, bool, str; another name has texts as
//                           values and shows in messages; absent: no type
//     nargs=                ? * + ... or a number; absent: one value
//     choice=l1 choice_repr='l1'
//                           one choice; without repr it is a number, if the type
//                           is int, float or bool, else a string
//     no_choices=           choices=[]
//     metavar=              repeated for a tuple
//     help=                 with fields: %(default)s, %(prog)s, ...
//     suppressed=1          help=SUPPRESS
//     default=5 default_repr=5
//                           absent: none given; None: default_repr=None. What
//                           has quotes in its repr is a string; an absent repr
//                           is the text.
//     default_suppressed=1  default=SUPPRESS
//     const= const_repr=    the same of const
//     required=1            of an option or of parsers; the others are known
//     version=              of action=version
//
// and those of action=parsers, whose parsers are its choices:
//
//     title= description=   a group of the help of its own
//     prog=                 what the prog of its parsers begins with
//     parser=NAME           begins a parser; its own description follows and
//                           ends with end=parser
//     alias=NAME            first in that description: another name of it
//     parser_help=          likewise: the outer help lists it, with this text
//
// Rows, the numbers of arguments, count from 0 through nested parsers in the
// order of the description, and so do the numbers of parsers, of which the
// outermost is 0.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_ARGUMENT_PARSER_H
#define TINE_RUNTIME_ARGUMENT_PARSER_H

#include <stddef.h>
#include <stdint.h>

namespace tine {

/// Where texts go.
struct ArgumentSink {
  void (*write)(void *self, const char *data, size_t size);
  void *self;
};

/// A description, and what the texts depend on beside it. None of it is owned.
struct ArgumentDescription {
  const char *data;
  size_t size;
  const char *program; // sys.argv[0]
  int64_t columns = 80;
};

/// The value of an occurrence.
enum class ArgumentForm : uint8_t {
  Values,  // those of the command line
  Const,   // const, of nargs=? without a value
  Default, // default, of a positional with nargs=? or * that has no words
};

struct ArgumentValue {
  const char *text; // terminated by a NUL
  size_t size;
  int64_t integer; // of int, bool; of parsers the number of the chosen one
  double number;   // of int, float
};

/// One time that an argument was given.
struct ArgumentOccurrence {
  int64_t order; // among those of all arguments, from 1
  ArgumentForm form;
  size_t first, count; // values of the row
};

struct ArgumentRow {
  /// The order of its last occurrence, or 0: of several with one dest, that
  /// with the greatest holds.
  int64_t given;
  /// Of append, append_const, extend: all; else the last.
  ArgumentOccurrence *occurrences;
  size_t occurrenceCount;
  /// Of all these. `boolean` has one, the integer 0 or 1; `store_const` and
  /// `append_const` have none.
  ArgumentValue *values;
  size_t valueCount;
  /// How often it was given.
  int64_t count;
};

/// Of a chosen nested parser all arguments hide those of the same dest of the
/// parsers around it, given or not, as their defaults are set last.
struct ArgumentResults {
  ArgumentRow *rows;
  size_t rowCount;
  /// Words that no argument took, if `known`.
  ArgumentValue *unknown;
  size_t unknownCount;
  void *memory; // of freeArguments
};

/// Parses the words behind the program's name. Null when the program is to end
/// with `status`: 0 after a help or a version on `out`, 2 after an error on
/// `err`. With `known` as parse_known_args. Neither the description nor the
/// words are needed afterwards. Thread-safe; ends the process when memory runs
/// out.
ArgumentResults *parseArguments(const ArgumentDescription &description,
                                const char *const *words, size_t count,
                                bool known, const ArgumentSink &out,
                                const ArgumentSink &err, int &status);
void freeArguments(ArgumentResults *results);

/// format_help() and format_usage() of the parser with this number, of which
/// there is one.
void formatArgumentHelp(const ArgumentDescription &description, size_t parser,
                        const ArgumentSink &sink);
void formatArgumentUsage(const ArgumentDescription &description, size_t parser,
                         const ArgumentSink &sink);
/// error(message) of the parser, without the end of the program.
void formatArgumentError(const ArgumentDescription &description, size_t parser,
                         const char *message, size_t size,
                         const ArgumentSink &sink);

/// Whether all texts of the description can be formatted. If not, says which
/// cannot, and why: Python raises an error where it shows them.
bool checkArguments(const ArgumentDescription &description,
                    const ArgumentSink &problem);

/// COLUMNS, else the width of the terminal that stdout is, else 80.
int64_t argumentColumns();

} // namespace tine

#endif // TINE_RUNTIME_ARGUMENT_PARSER_H
