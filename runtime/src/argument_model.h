//===- argument_model.h - Parsers and their arguments -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a description of argument_parser.h says, and the containers that its
// readers share. All memory is an arena's.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_ARGUMENT_MODEL_H
#define TINE_RUNTIME_ARGUMENT_MODEL_H

#include "argument_parser.h"

#include <string.h>

namespace tine::arguments {

/// Memory that is freed as a whole.
class Arena {
public:
  Arena() = default;
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;
  ~Arena();

  /// Zeroed, aligned to 16 bytes. Ends the process when there is none.
  void *get(size_t bytes);
  template <typename T> T *make(size_t count = 1) {
    return static_cast<T *>(get(checked(count, sizeof(T))));
  }

  /// Leaves the memory to the caller, who passes it to free().
  void *release();
  static void free(void *memory);

private:
  static size_t checked(size_t count, size_t bytes);

  struct Block {
    Block *next;
    size_t unused; // keeps what follows aligned
  };
  Block *blocks = nullptr;
  char *at = nullptr;
  size_t left = 0;
};

/// A text, or none when `data` is null. Not terminated.
struct View {
  const char *data = nullptr;
  size_t size = 0;

  View() = default;
  View(const char *data, size_t size) : data(data), size(size) {}
  View(const char *text) : data(text), size(text ? strlen(text) : 0) {}

  bool isNone() const { return !data; }
  bool isEmpty() const { return !size; }
  const char *begin() const { return data; }
  const char *end() const { return data + size; }
  char operator[](size_t i) const { return data[i]; }
  bool operator==(View other) const {
    return size == other.size && (!size || !memcmp(data, other.data, size));
  }
  bool startsWith(View head) const {
    return size >= head.size && View(data, head.size) == head;
  }
  View from(size_t i) const { return {data + i, size - i}; }
  View upTo(size_t i) const { return {data, i}; }
  /// Where the text occurs first, or `size`.
  size_t find(View text) const;
};

/// How many code points there are.
size_t countPoints(View text);
/// How many bytes the first code point has; 0 of an empty text.
size_t firstPoint(View text);
/// Without white space of Unicode on both sides, as str.strip().
View strip(View text);

/// Items one after another; a copy shares them.
template <typename T> class List {
public:
  void add(Arena &arena, const T &item) {
    if (count == capacity) {
      capacity = capacity ? 2 * capacity : 4;
      T *more = arena.make<T>(capacity);
      for (size_t i = 0; i < count; ++i)
        more[i] = items[i];
      items = more;
    }
    items[count++] = item;
  }
  size_t size() const { return count; }
  bool isEmpty() const { return !count; }
  void clear() { count = 0; }
  T *data() const { return items; }
  T &operator[](size_t i) const { return items[i]; }
  T *begin() const { return items; }
  T *end() const { return items + count; }

private:
  T *items = nullptr;
  size_t count = 0, capacity = 0;
};

/// A text under construction.
class Buffer {
public:
  explicit Buffer(Arena &arena) : arena(arena) {}
  void add(char c) {
    reserve(1);
    data[size++] = c;
  }
  void add(View text) {
    reserve(text.size);
    if (text.size)
      memcpy(data + size, text.data, text.size);
    size += text.size;
  }
  void fill(size_t count, char c = ' ') {
    reserve(count);
    if (count)
      memset(data + size, c, count);
    size += count;
  }
  void addNumber(size_t number);
  /// Never none.
  View view() const { return {data ? data : "", size}; }
  bool isEmpty() const { return !size; }

private:
  void reserve(size_t more);

  Arena &arena;
  char *data = nullptr;
  size_t size = 0, capacity = 0;
};

enum class Action : uint8_t {
  Store,
  StoreConst,
  Append,
  AppendConst,
  Extend,
  Count,
  Boolean,
  Help,
  Version,
  Parsers,
};

enum class Arity : uint8_t {
  Single,
  Optional,  // ?
  Any,       // *
  Some,      // +
  Remainder, // ...
  Parsers,   // A...
  Number,    // 0 for actions without values
};

/// What a text of the command line is converted to.
enum class Kind : uint8_t { Text, Int, Float, Bool };

enum class Style : uint8_t { Plain, Defaults, Raw, RawText, MetavarType };

struct Parser;
struct Argument;

struct Choice {
  View text, repr;
};

/// A parser among the choices of an argument.
struct Subparser {
  View name, help; // no help: it is not listed
  List<View> aliases;
  Parser *parser = nullptr;
};

/// A group of the help.
struct Section {
  View title, description;
  List<Argument *> arguments;
};

struct Exclusive {
  bool isRequired = false;
  List<Argument *> arguments;
};

struct Argument {
  List<View> flags; // empty: positional
  View dest, upper, type, help, version, nargs;
  View value, repr;           // default; no repr: none was given
  View constValue, constRepr; // the same of const
  View title, description, prog;
  List<View> metavars;
  List<Choice> choices;
  List<Subparser> parsers;
  Exclusive *exclusive = nullptr;
  size_t number = 0; // of Arity::Number
  Action action = Action::Store;
  Arity arity = Arity::Single;
  Kind kind = Kind::Text;
  bool hasChoices = false;
  bool isRequired = false;
  bool isSuppressed = false;
  bool hasNoDefault = false; // default=SUPPRESS
  // Of the command line:
  bool isSeen = false, isSeenWithValue = false;
  List<ArgumentOccurrence> occurrences;
  List<ArgumentValue> values;
  int64_t count = 0;

  bool isOption() const { return !flags.isEmpty(); }
  bool takesNone() const { return arity == Arity::Number && !number; }
  bool hasDefault() const { return !repr.isNone() && !(repr == "None"); }
};

struct Flag {
  View text;
  Argument *argument = nullptr;
};

struct Parser {
  View prog, usage, description, epilog;
  View prefixChars;
  Style style = Style::Plain;
  bool allowsAbbreviations = true;
  bool hasNegativeFlags = false; // flags like -1
  List<Argument *> arguments;
  List<Section *> sections; // the first two are of positionals and of options
  List<Exclusive *> exclusives;
  List<Flag> flags;

  bool isPrefix(char c) const {
    return c && prefixChars.find(View(&c, 1)) != prefixChars.size;
  }
  Argument *findFlag(View text) const;
};

/// A description as a whole, with the settings of its texts.
struct Model {
  Arena &arena;
  int64_t columns = 80;
  View program = {};
  List<Argument *> rows = {};
  List<Parser *> parsers = {};
  View problem = {}; // what the reader has left out
};

/// Reads a description; the first of the parsers is the outermost.
void readModel(Model &model, const ArgumentDescription &description);

/// Whether a repr is that of a string.
inline bool isString(View repr) {
  return !repr.isEmpty() && (repr[0] == '\'' || repr[0] == '"');
}
/// ^-\d+$|^-\d*\.\d+$
bool isNegativeNumber(View text);
/// Python's int() of 64 bits, and float().
bool readInt(View text, int64_t &value);
bool readFloat(View text, double &value);
/// Converts a text to the argument's type; false where Python has an error.
bool convert(Arena &arena, const Argument &argument, View text,
             ArgumentValue &value);
/// Whether a converted value is one of the choices, if there are any.
bool isChoice(const Argument &argument, const ArgumentValue &value);
/// repr() of a string.
void addRepr(Buffer &buffer, View text);
/// str(choice) of each, or its repr().
void addChoices(Buffer &buffer, const Argument &argument, View separator,
                bool areReprs);
/// repr() of a converted value.
void addValue(Buffer &buffer, const Argument &argument,
              const ArgumentValue &value);
/// How messages name the argument; none for one without any name.
View nameOf(Arena &arena, const Argument &argument);

/// "usage: " and what follows, with a line break behind it.
View formatUsage(const Model &model, const Parser &parser);
View formatHelp(const Model &model, const Parser &parser);
View formatVersion(const Model &model, const Parser &parser, View version);
/// Why a text cannot be formatted, or none.
View findProblem(const Model &model, const Parser &parser);
/// The prog of a parser of `argument`, without its name.
View formatProgPrefix(const Model &model, const Parser &parser,
                      const Argument &argument);

/// text % fields of the argument, or of nothing but prog if it is null. A field
/// that Python cannot format stays as it is; `problem` says why.
View expandFields(Arena &arena, View text, View prog, const Argument *argument,
                  View &problem);

/// textwrap.wrap() of a text without tabs: lines of at most `width` code points
/// behind an indent that counts.
List<View> wrapText(Arena &arena, View text, int64_t width, size_t indent);
/// str.splitlines(), with their ends if `keepsEnds`.
List<View> splitLines(Arena &arena, View text, bool keepsEnds);
/// Runs of ASCII white space become a space, and none is on either side.
View collapseSpace(Arena &arena, View text);
/// Breaks "usage: prog" and what is in brackets or words into lines.
View wrapUsage(Arena &arena, View prefix, View prog, View options,
               View positionals, int64_t width);

} // namespace tine::arguments

#endif // TINE_RUNTIME_ARGUMENT_MODEL_H
