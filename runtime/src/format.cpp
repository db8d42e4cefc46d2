//===- format.cpp - Texts by template ---------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tine_abi_format: walks the template (see abi.h) over slots. The part of a
// container, Optional or choice that stands for nothing is walked too, without
// output.
//
//===----------------------------------------------------------------------===//

#include "compare.h"
#include "errors.h"
#include "format_number.h"
#include "objects.h"
#include "print.h"

#include <stdlib.h>

using namespace tine;

namespace {

class Formatter {
public:
  Formatter(bool script, const char *where) : script(script), where(where) {}

  /// Formats up to the closing letter of the enclosing form (one of `closers`)
  /// or the end; returns the position behind it. `closer` gets the letter.
  const char *run(const char *at, const uint64_t *&slots, const char *closers,
                  char &closer, bool silent);

  Text text;

private:
  const char *form(char letter, const char *at, const uint64_t *&slots,
                   bool silent);
  /// One slot, as its letter and the specification behind that say.
  void value(char letter, uint64_t slot, const char *argument, size_t length);
  const char *list(const char *at, const uint64_t *&slots, bool silent);
  const char *dict(const char *at, const uint64_t *&slots, bool silent);
  const char *optional(const char *at, const uint64_t *&slots, bool silent);
  const char *either(const char *at, const uint64_t *&slots, bool silent);
  void tensor(const tine_tensor *tensor, const char *note, size_t length);
  void number(const tine_tensor *tensor);
  void printf(uint64_t slot, const char *spec, size_t length);

  bool script;
  const char *where;
  TensorNotes notes; // of the next tensor
  PrintOptions options;
};

/// Null slots stand for the elements of an empty container.
void skip(const uint64_t *&slots) {
  if (slots)
    ++slots;
}

/// The text up to "%;"; `at` moves behind that.
size_t specification(const char *&at) {
  const char *end = strstr(at, "%;");
  if (!end)
    fatal("a template of the compiler lacks %;");
  auto length = size_t(end - at);
  at = end + 2;
  return length;
}

/// The length of the text in braces, which begins at `begin`; `at` moves
/// behind.
size_t inBraces(const char *&at, const char *&begin) {
  const char *end = *at == '{' ? strchr(at, '}') : nullptr;
  if (!end)
    fatal("a template of the compiler lacks a note in braces");
  begin = at + 1;
  at = end + 1;
  return size_t(end - begin);
}

/// Of the numbers in braces; goes behind them.
PrintOptions printOptions(const char *&at) {
  const char *begin;
  inBraces(at, begin);
  char *number = const_cast<char *>(begin);
  auto next = [&] { return strtoll(number, &number, 10); };
  PrintOptions options;
  options.precision = int(next());
  options.threshold = next();
  options.edgeItems = next();
  options.lineWidth = next();
  options.scientific = int(next());
  options.dtype = int(next());
  return options;
}

const char *Formatter::run(const char *at, const uint64_t *&slots,
                           const char *closers, char &closer, bool silent) {
  for (;;) {
    const char *percent = strchr(at, '%');
    size_t length = percent ? size_t(percent - at) : strlen(at);
    if (!silent)
      text.add(at, length);
    closer = 0;
    if (!percent || !percent[1])
      return at + length;
    char letter = percent[1];
    at = percent + 2;
    if (strchr(closers, letter)) {
      closer = letter;
      return at;
    }
    at = form(letter, at, slots, silent);
  }
}

const char *Formatter::form(char letter, const char *at, const uint64_t *&slots,
                            bool silent) {
  switch (letter) {
  case '%':
    if (!silent)
      text.add('%');
    return at;
  case '0':
    if (!silent)
      text.add('\0');
    return at;
  case 'N':
    if (!silent)
      text.add("None");
    return at;
  case '@': {
    const char *device;
    size_t length = inBraces(at, device);
    if (!silent) {
      notes.device = device;
      notes.deviceLength = length;
    }
    return at;
  }
  case 'O':
    options = printOptions(at);
    return at;
  case '[':
    return list(at, slots, silent);
  case '{':
    return dict(at, slots, silent);
  case 'o':
    return optional(at, slots, silent);
  case 'x':
    return either(at, slots, silent);
  default:
    break;
  }
  // One slot each from here on, and one in front of it for a specification that
  // is known in the run only; absent ones are not there to be read.
  const char *argument = at;
  size_t length = 0;
  if (letter == '*') {
    letter = *at++;
    if (silent) {
      skip(slots);
    } else {
      // NOLINTNEXTLINE(clang-analyzer-security.ArrayBound): it has a slot
      const tine_string *spec = asString(*slots++);
      argument = spec->data;
      length = size_t(spec->length);
    }
  } else if (letter == 'p' || letter == 'P' || letter == 'S' || letter == 'c') {
    length = specification(at);
  } else if (letter == 'v') {
    length = inBraces(at, argument);
  }
  if (silent) {
    skip(slots);
    return at;
  }
  // A dict's key has one slot, and one letter in the template.
  uint64_t slot = *slots++; // NOLINT(clang-analyzer-security.ArrayBound)
  value(letter, slot, argument, length);
  return at;
}

void Formatter::value(char letter, uint64_t slot, const char *argument,
                      size_t length) {
  auto *tensor = reinterpret_cast<tine_tensor *>(slot);
  switch (letter) {
  case 'i':
    text.addf("%lld", static_cast<long long>(slot));
    break;
  case 'f':
    if (script)
      addScriptFloat(text, asDouble(slot));
    else
      addPythonFloat(text, asDouble(slot));
    break;
  case 'b':
    text.add(slot ? "True" : "False");
    break;
  case 's':
    text.add(asString(slot));
    break;
  case 'q':
    if (script)
      text.add(asString(slot));
    else
      addPythonRepr(text, asString(slot));
    break;
  case 't':
    this->tensor(tensor, "", 0);
    break;
  case 'u':
    argument = "requires_grad=True";
    this->tensor(tensor, argument, strlen(argument));
    break;
  case 'v':
    this->tensor(tensor, argument, length);
    break;
  case 'a':
  case 'A':
    addNumpyArray(text, tensor, letter == 'A');
    break;
  case 'e':
    number(tensor);
    break;
  case 'y':
    text.add(static_cast<const char *>(elements(tensor)),
             size_t(elementsBytes(tensor)));
    break;
  case 'p':
    addFloatBySpec(text, asDouble(slot), argument, length, where);
    break;
  case 'P':
    addIntBySpec(text, int64_t(slot), argument, length, where);
    break;
  case 'S':
    addStringBySpec(text, asString(slot), argument, length, where);
    break;
  case 'c':
    printf(slot, argument, length);
    break;
  default:
    fatal("a template of the compiler has an unknown letter");
  }
}

const char *Formatter::list(const char *at, const uint64_t *&slots,
                            bool silent) {
  char closer;
  const char *end = at;
  const uint64_t *none = nullptr;
  auto *list = silent ? nullptr : reinterpret_cast<tine_list *>(*slots);
  skip(slots);
  if (list) {
    text.add('[');
    for (int64_t i = 0; i < list->length; ++i) {
      if (i)
        text.add(", ");
      const uint64_t *element = elementOf(list, i);
      end = run(at, element, "]", closer, false);
    }
    text.add(']');
  }
  return end == at ? run(at, none, "]", closer, true) : end;
}

const char *Formatter::dict(const char *at, const uint64_t *&slots,
                            bool silent) {
  char closer;
  const char *end = at;
  auto *dict = silent ? nullptr : reinterpret_cast<tine_dict *>(*slots);
  skip(slots);
  if (dict) {
    text.add('{');
    for (int64_t i = 0, n = tine_abi_dict_length(dict); i < n; ++i) {
      if (i)
        text.add(", ");
      uint64_t key = tine_abi_dict_key(dict, i);
      const uint64_t *keySlots = &key;
      const uint64_t *value = tine_abi_dict_value(dict, i);
      const char *middle = run(at, keySlots, ":", closer, false);
      text.add(": ");
      end = run(middle, value, "}", closer, false);
    }
    text.add('}');
  }
  if (end != at)
    return end;
  const uint64_t *none = nullptr;
  return run(run(at, none, ":", closer, true), none, "}", closer, true);
}

const char *Formatter::optional(const char *at, const uint64_t *&slots,
                                bool silent) {
  char closer;
  bool present = !silent && *slots;
  skip(slots);
  if (!silent && !present)
    text.add("None");
  return run(at, slots, ";", closer, !present);
}

const char *Formatter::either(const char *at, const uint64_t *&slots,
                              bool silent) {
  char closer;
  bool first = !silent && *slots;
  skip(slots);
  const char *other = run(at, slots, "|", closer, silent || !first);
  return run(other, slots, ";", closer, silent || first);
}

void Formatter::tensor(const tine_tensor *tensor, const char *note,
                       size_t length) {
  notes.last = note;
  notes.lastLength = length;
  if (script)
    addScriptTensor(text, tensor, /*onCpu=*/!notes.deviceLength);
  else
    addEagerTensor(text, tensor, notes, options);
  notes = {};
}

void Formatter::number(const tine_tensor *tensor) {
  if (elementCount(tensor) != 1)
    raisef("RuntimeError", where,
           "a Tensor with %lld elements cannot be converted to Scalar",
           static_cast<long long>(elementCount(tensor)));
  if (tensor->head.dtype == TINE_BOOL)
    text.add(elementAsInt(tensor, 0) ? "True" : "False");
  else if (!isFloating(tensor->head.dtype))
    text.addf("%lld", static_cast<long long>(elementAsInt(tensor, 0)));
  else if (script)
    addScriptFloat(text, elementAsDouble(tensor, 0));
  else
    addPythonFloat(text, elementAsDouble(tensor, 0));
}

/// As C's printf. TorchScript rounds to float32 before %e and %f.
void Formatter::printf(uint64_t slot, const char *spec, size_t length) {
  char format[40];
  char letter = length ? spec[length - 1] : 0;
  if (length > sizeof(format) - 5 || !letter || !strchr("dieEfF", letter))
    fatal("a template of the compiler has a bad %c");
  format[0] = '%';
  memcpy(format + 1, spec, length - 1);
  if (letter == 'd' || letter == 'i') {
    memcpy(format + length, "lld", 4);
    text.addf(format, static_cast<long long>(slot));
    return;
  }
  format[length] = letter;
  format[length + 1] = 0;
  double value = asDouble(slot);
  text.addf(format, script ? double(float(value)) : value);
}

} // namespace

tine_string *tine_abi_format(int32_t mode, const char *pattern,
                             const uint64_t *slots, const char *where) {
  Formatter formatter(mode != 0, where);
  char closer;
  formatter.run(pattern, slots, "", closer, false);
  return formatter.text.string();
}
