//===- load_pickle.cpp - pickle.load() of data ----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dicts, lists, numbers, text, bytes and arrays of NumPy become nodes. Nothing
// is executed; what else a pickle may make is refused by its name.
//
//===----------------------------------------------------------------------===//

#include "errors.h"
#include "objects.h"
#include "pickle.h"
#include "stored.h"
#include "text_files.h"
#include "unicode.h"

using namespace tine;

namespace {

using Kind = PickleValue::Kind;

/// What strings of Python 2 are.
enum Coding : int64_t { Bytes, Ascii, Latin1 };

class Converter {
public:
  Converter(StoredBuilder &builder, int64_t coding, Text &problem)
      : builder(builder), coding(coding), problem(problem) {}

  bool run(const PickleValue &root) {
    number(root);
    // Values that come twice are one node, so that this ends.
    for (size_t i = 0; i < values.size(); ++i)
      if (!convert(*values[i], i))
        return false;
    return true;
  }

  /// Of the program's errors: what is no text.
  const char *kind = "UnpicklingError";

  void copyElements(char *data) const {
    for (const Elements &part : elements)
      copy(*part.from, data + part.to);
  }

private:
  struct Elements {
    const PickleValue *from;
    int64_t to;
  };

  bool fail(const char *what) {
    problem.add(what);
    return false;
  }

  /// Counts bytes that are copied: one string may be in several values.
  bool take(uint64_t bytes) {
    taken += bytes;
    return taken <= maxPickleBytes || fail("its values share bytes");
  }

  int64_t number(const PickleValue &value) {
    if (value.node < 0) {
      value.node = int64_t(values.size());
      values.add(&value);
      builder.nodes.add(StoredNode());
    }
    return value.node;
  }

  void setChildren(size_t number, StoredNode node, const PickleValue &value) {
    node.value = int64_t(builder.children.size());
    node.count = int64_t(value.count);
    for (size_t i = 0; i < value.count; ++i) {
      int64_t child = this->number(*value.items[i]);
      builder.children.add(child);
    }
    builder.nodes[number] = node;
  }

  bool convert(const PickleValue &value, size_t number) {
    StoredNode node = plainNode(value);
    switch (value.kind) {
    case Kind::Text:
      return convertText(value, number);
    case Kind::Tuple:
      node.kind = STORED_LIST;
      setChildren(number, node, value);
      return true;
    case Kind::Dict:
      node.kind = STORED_DICT;
      setChildren(number, node, value);
      return true;
    case Kind::Call:
      return convertCall(value, number);
    default:
      break;
    }
    builder.nodes[number] = node;
    return true;
  }

  //===-- Text ------------------------------------------------------------===//

  bool convertText(const PickleValue &value, size_t number) {
    Text wide;
    const char *text = value.text;
    size_t length = value.length;
    bool isBytes = value.texts == PickleValue::Texts::Bytes ||
                   (value.texts == PickleValue::Texts::Old && coding == Bytes);
    if (!isBytes && value.texts == PickleValue::Texts::Old) {
      for (size_t i = 0; i < length; ++i) {
        auto c = static_cast<unsigned char>(text[i]);
        if (c >= 0x80 && coding == Ascii) {
          kind = "UnicodeDecodeError";
          problem.addf("'ascii' codec can't decode byte 0x%02x in position "
                       "%zu: ordinal not in range(128)",
                       unsigned(c), i);
          return false;
        }
        addPoint(wide, c);
      }
      text = wide.data;
      length = wide.size;
    } else if (!isBytes && findBadText(text, length, true).reason) {
      return fail("a text is not UTF-8");
    }
    addText(number, isBytes ? STORED_BYTES : STORED_TEXT, text, length);
    return true;
  }

  void addText(size_t number, StoredKind kind, const char *text,
               size_t length) {
    StoredNode node;
    node.kind = kind;
    node.value = builder.addText(text, length);
    node.count = int64_t(length);
    builder.nodes[number] = node;
  }

  //===-- Bytes of Python 3 in protocol 2 ---------------------------------===//

  /// _codecs.encode(text, 'latin1'); -1 of anything else.
  static int64_t bytesOf(const PickleValue &value) {
    if (value.is(Kind::Text))
      return int64_t(value.length);
    if (!value.is(Kind::Call) || value.count != 3 ||
        !value.items[0]->isText("_codecs.encode") ||
        !value.items[1]->is(Kind::Text) || !value.items[2]->isText("latin1"))
      return -1;
    const PickleValue &text = *value.items[1];
    int64_t count = 0;
    for (const char *at = text.text, *end = at + text.length; at < end; ++count)
      if (int32_t point = decode(at, end); point < 0 || point > 0xFF)
        return -1;
    return count;
  }

  static void copy(const PickleValue &value, char *to) {
    if (value.is(Kind::Text)) {
      if (value.length)
        memcpy(to, value.text, value.length);
      return;
    }
    const PickleValue &text = *value.items[1];
    for (const char *at = text.text, *end = at + text.length; at < end;)
      *to++ = char(decode(at, end));
  }

  bool convertCall(const PickleValue &value, size_t number) {
    if (isArray(value))
      return convertArray(value, number);
    StoredNode node;
    int64_t length = bytesOf(value);
    if (length >= 0) {
      if (!take(uint64_t(length)))
        return false;
      Text text;
      text.fill(size_t(length), 0);
      copy(value, text.data);
      addText(number, STORED_BYTES, text.data, text.size);
      return true;
    }
    node.kind = STORED_OTHER;
    builder.nodes[number] = node;
    return true;
  }

  //===-- Arrays ----------------------------------------------------------===//

  static bool isArray(const PickleValue &value) {
    return value.items[0]->isText("numpy.core.multiarray._reconstruct") ||
           value.items[0]->isText("numpy._core.multiarray._reconstruct");
  }

  static int32_t dtypeOf(const PickleValue &name) {
    constexpr struct {
      const char *name;
      int32_t dtype;
    } known[] = {
        {"u1", TINE_UINT8},   {"i1", TINE_INT8},    {"i2", TINE_INT16},
        {"i4", TINE_INT32},   {"i8", TINE_INT64},   {"f2", TINE_FLOAT16},
        {"f4", TINE_FLOAT32}, {"f8", TINE_FLOAT64}, {"b1", TINE_BOOL}};
    for (const auto &type : known)
      if (name.isText(type.name))
        return type.dtype;
    return -1;
  }

  bool readDtype(const PickleValue &value, StoredNode &node) {
    if (!value.is(Kind::Call) || value.count < 2 ||
        !value.items[0]->isText("numpy.dtype"))
      return fail("an array is damaged");
    int32_t dtype = dtypeOf(*value.items[1]);
    if (dtype < 0) {
      problem.add("an array has elements of a type that is not supported: save "
                  "it as uint8, int32, int64, float32 or float64");
      return false;
    }
    node.dtype = uint8_t(dtype);
    const PickleValue *state = value.state;
    node.isSwapped = state && state->is(Kind::Tuple) && state->count > 1 &&
                     state->items[1]->isText(">");
    return true;
  }

  /// The state that BUILD gives an array: its version, sizes, dtype, whether it
  /// is column-major, and its bytes.
  bool convertArray(const PickleValue &value, size_t number) {
    const PickleValue *state = value.state;
    StoredNode node;
    node.kind = STORED_TENSOR;
    if (!state || !state->is(Kind::Tuple) || state->count != 5 ||
        !state->items[1]->is(Kind::Tuple) || !state->items[3]->is(Kind::Bool))
      return fail("an array is damaged");
    const PickleValue &sizes = *state->items[1], &data = *state->items[4];
    if (!readDtype(*state->items[2], node))
      return false;
    if (sizes.count > TINE_MAX_RANK)
      return fail("an array has too many dimensions");
    int64_t all[TINE_MAX_RANK];
    auto bytes = uint64_t(elementBytes(node.dtype));
    for (size_t i = 0; i < sizes.count; ++i) {
      const PickleValue &size = *sizes.items[i];
      if (!size.is(Kind::Int) || size.integer < 0 ||
          __builtin_mul_overflow(bytes, uint64_t(size.integer), &bytes))
        return fail("an array is damaged");
      all[i] = size.integer;
    }
    int64_t there = bytesOf(data);
    if (there < 0 || uint64_t(there) != bytes)
      return fail("an array is damaged");
    if (!take(bytes))
      return false;
    node.rank = uint8_t(sizes.count);
    node.value = builder.addData(bytes);
    node.more = int64_t(builder.sizes.size());
    addShape(builder.sizes, all, int32_t(sizes.count),
             state->items[3]->integer != 0);
    builder.nodes[number] = node;
    elements.add({&data, node.value});
    return true;
  }

  StoredBuilder &builder;
  const int64_t coding;
  Text &problem;
  Array<const PickleValue *> values;
  Array<Elements> elements;
  uint64_t taken = 0;
};

} // namespace

static tine_string *loadPickle(const tine_string *bytes, StoredBuilder &builder,
                               int64_t coding, const char *&kind,
                               Text &problem) {
  Pickle pickle;
  const PickleValue *root =
      pickle.read(bytes->data, size_t(bytes->length), problem, PickleUse::Data);
  if (!root)
    return nullptr;
  Converter converter(builder, coding, problem);
  if (!converter.run(*root)) {
    kind = converter.kind;
    return nullptr;
  }
  char *data = nullptr;
  tine_string *string = builder.finish(data);
  converter.copyElements(data);
  return string;
}

tine_string *tine_abi_stored_load_pickle(tine_string *bytes, tine_string *name,
                                         int64_t coding, const char *where) {
  Text message;
  const char *kind = "UnpicklingError";
  {
    StoredBuilder builder(name);
    Text problem;
    if (tine_string *string = loadPickle(bytes, builder, coding, kind, problem))
      return string;
    if (!strcmp(kind, "UnpicklingError")) {
      message.add(name);
      message.add(": ");
    }
    message.add(problem.data, problem.size);
    message.add('\0');
  }
  tine_abi_raise_text(kind, message.data, where);
}
