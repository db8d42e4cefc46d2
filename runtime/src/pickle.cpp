//===- pickle.cpp - Values that Python has pickled --------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pickle.h"
#include "safetensors.h"

#include <stdlib.h>

using namespace tine;

const PickleValue *PickleValue::get(const char *key) const {
  for (size_t i = 0; kind == Kind::Dict && i + 1 < count; i += 2)
    if (items[i]->is(Kind::Text) && items[i]->isText(key))
      return items[i + 1];
  return nullptr;
}

Pickle::~Pickle() {
  while (chunks) {
    Chunk *next = chunks->next;
    ::free(chunks);
    chunks = next;
  }
}

void *Pickle::allocate(size_t bytes) {
  bytes = (bytes + 15) & ~size_t(15);
  if (bytes > left) {
    size_t wanted = bytes > 65536 ? bytes : 65536;
    auto *chunk = static_cast<Chunk *>(malloc(sizeof(Chunk) + 16 + wanted));
    if (!chunk)
      return nullptr;
    chunk->next = chunks;
    chunks = chunk;
    free = reinterpret_cast<char *>(chunk) + 16;
    left = wanted;
  }
  void *result = free;
  free += bytes;
  left -= bytes;
  return result;
}

namespace {

using Kind = PickleValue::Kind;

/// Functions and classes that files of weights name, beside dtypes and types of
/// storages.
constexpr const char *allowed[] = {
    "collections.OrderedDict",
    "torch._utils._rebuild_tensor_v2",
    "torch._utils._rebuild_tensor_v3",
    "torch._utils._rebuild_parameter",
    "torch.nn.parameter.Parameter",
    "torch.storage.UntypedStorage",
    "torch.Size",
    "torch.device",
    "_codecs.encode",
    "builtins.set",
    "builtins.complex",
    "collections.Counter",
    "collections.defaultdict",
    "numpy.dtype",
};

/// The same of data.
constexpr const char *allowedOfData[] = {
    "_codecs.encode",
    "collections.OrderedDict",
    "numpy._core.multiarray._reconstruct",
    "numpy.core.multiarray._reconstruct",
    "numpy.dtype",
    "numpy.ndarray",
};

} // namespace

namespace tine {

class PickleReader {
public:
  PickleReader(Pickle &pickle, const char *data, size_t size, Text &problem,
               PickleUse use)
      : pickle(pickle), start(data), at(data), end(data + size),
        problem(problem), isData(use == PickleUse::Data) {}

  const PickleValue *read() {
    while (!isFailed) {
      const char *opcode = at;
      if (at == end)
        return fail("the pickle ends too early");
      if (*at == '.') { // STOP
        if (stack.size() != 1 || marks.size())
          return fail("the pickle is damaged");
        if (isData && at + 1 != end)
          return fail("there is more behind the pickle, of which one is read");
        return stack[0];
      }
      ++at;
      if (!step(static_cast<unsigned char>(*opcode)) && !isFailed)
        return failAt(opcode);
    }
    return nullptr;
  }

private:
  std::nullptr_t fail(const char *text) {
    if (!isFailed)
      problem.add(text);
    isFailed = true;
    return nullptr;
  }
  std::nullptr_t failAt(const char *opcode) {
    problem.addf("the opcode 0x%02x at %zu is not allowed",
                 static_cast<unsigned char>(*opcode), size_t(opcode - start));
    isFailed = true;
    return nullptr;
  }

  //===-- Bytes -----------------------------------------------------------===//

  bool take(size_t bytes, const char *&data) {
    if (size_t(end - at) < bytes)
      return fail("the pickle ends too early"), false;
    data = at;
    at += bytes;
    return true;
  }
  bool takeNumber(int bytes, uint64_t &result) {
    const char *data = nullptr;
    if (!take(size_t(bytes), data))
      return false;
    result = 0;
    for (int i = bytes - 1; i >= 0; --i)
      result = result << 8 | static_cast<unsigned char>(data[i]);
    return true;
  }
  bool takeLine(const char *&line, size_t &length) {
    const auto *stop =
        static_cast<const char *>(memchr(at, '\n', size_t(end - at)));
    if (!stop)
      return fail("the pickle ends too early"), false;
    line = at;
    length = size_t(stop - at);
    at = stop + 1;
    return true;
  }

  //===-- Values ----------------------------------------------------------===//

  PickleValue *make(Kind kind) {
    if (++made > maxPickleValues)
      return fail("the pickle has too many values");
    void *space = pickle.allocate(sizeof(PickleValue));
    if (!space)
      return fail("out of memory");
    auto *value = static_cast<PickleValue *>(space);
    *value = PickleValue();
    value->kind = kind;
    return value;
  }
  bool push(PickleValue *value) {
    if (!value)
      return false;
    stack.add(value);
    return true;
  }
  bool pushInt(int64_t integer, Kind kind = Kind::Int) {
    PickleValue *value = make(kind);
    if (value)
      value->integer = integer;
    return push(value);
  }
  using Texts = PickleValue::Texts;
  bool pushText(int lengthBytes, Texts texts) {
    uint64_t length = 0;
    const char *data = nullptr;
    if (!takeNumber(lengthBytes, length) || !take(length, data))
      return false;
    PickleValue *value = make(Kind::Text);
    if (value) {
      value->text = data;
      value->length = length;
      value->texts = texts;
    }
    return push(value);
  }
  /// The bottom of what an operation of the machine may take.
  size_t floor() const { return marks.size() ? marks.back() : 0; }
  PickleValue *pop() {
    if (stack.size() <= floor())
      return fail("the pickle is damaged");
    PickleValue *value = stack.back();
    stack.shrink(stack.size() - 1);
    return value;
  }
  bool append(PickleValue *to, PickleValue *item) {
    if (to->count == to->capacity) {
      size_t capacity = to->capacity ? 2 * to->capacity : 4;
      auto **grown = static_cast<PickleValue **>(
          pickle.allocate(capacity * sizeof(PickleValue *)));
      if (!grown)
        return fail("out of memory"), false;
      if (to->count)
        memcpy(static_cast<void *>(grown), static_cast<void *>(to->items),
               to->count * sizeof(PickleValue *));
      to->items = grown;
      to->capacity = capacity;
    }
    to->items[to->count++] = item;
    return true;
  }
  /// Moves what is above the last mark into a value.
  bool popMark(PickleValue *to) {
    if (!marks.size())
      return fail("the pickle is damaged"), false;
    size_t first = marks.back();
    marks.shrink(marks.size() - 1);
    for (size_t i = first; i < stack.size(); ++i)
      if (!append(to, stack[i]))
        return false;
    stack.shrink(first);
    return true;
  }
  bool pushTuple(int count) {
    PickleValue *tuple = make(Kind::Tuple);
    if (!tuple || stack.size() < floor() + size_t(count))
      return fail("the pickle is damaged"), false;
    size_t first = stack.size() - size_t(count);
    for (size_t i = first; i < stack.size(); ++i)
      if (!append(tuple, stack[i]))
        return false;
    stack.shrink(first);
    return push(tuple);
  }
  /// Items go into the list, set or dict below the mark.
  bool extend(Kind kind) {
    PickleValue *items = make(Kind::Tuple);
    if (!items || !popMark(items))
      return false;
    PickleValue *to = pop();
    if (!to || !to->is(kind) || (kind == Kind::Dict && items->count % 2))
      return fail("the pickle is damaged"), false;
    for (size_t i = 0; i < items->count; ++i)
      if (!append(to, items->items[i]))
        return false;
    return push(to);
  }

  //===-- The memo --------------------------------------------------------===//

  /// Slots of a table with open addresses: the number and 1, and the value.
  struct Slot {
    uint64_t key;
    PickleValue *value;
  };
  Slot &slotOf(uint64_t key) {
    size_t mask = memo.size() - 1;
    size_t i = (key * 0x9e3779b97f4a7c15ull >> 20) & mask;
    while (memo[i].key && memo[i].key != key + 1)
      i = (i + 1) & mask;
    return memo[i];
  }
  bool put(uint64_t key) {
    if (stack.size() <= floor())
      return fail("the pickle is damaged"), false;
    if (2 * (known + 1) > memo.size()) {
      Array<Slot> old;
      for (const Slot &slot : memo)
        old.add(slot);
      memo.zeros(memo.size() ? 2 * memo.size() : 256);
      for (const Slot &slot : old)
        if (slot.key)
          slotOf(slot.key - 1) = slot;
    }
    Slot &slot = slotOf(key);
    known += !slot.key;
    slot = {key + 1, stack.back()};
    return true;
  }
  bool get(uint64_t key) {
    PickleValue *value = memo.size() ? slotOf(key).value : nullptr;
    return value ? push(value) : (fail("the pickle is damaged"), false);
  }

  //===-- Functions -------------------------------------------------------===//

  bool isAllowed(const PickleValue &global) const {
    auto isOne = [&](const char *known) { return global.isText(known); };
    if (isData) {
      for (const char *known : allowedOfData)
        if (isOne(known))
          return true;
      return false;
    }
    if (dtypeOfTorch(global.text, global.length) >= 0)
      return true;
    for (const char *known : allowed)
      if (isOne(known))
        return true;
    return false;
  }
  bool pushGlobal(const char *module, size_t moduleLength, const char *name,
                  size_t nameLength) {
    size_t length = moduleLength + 1 + nameLength;
    auto *text = static_cast<char *>(pickle.allocate(length));
    PickleValue *value = make(Kind::Global);
    if (!text || !value)
      return fail("out of memory"), false;
    memcpy(text, module, moduleLength);
    text[moduleLength] = '.';
    memcpy(text + moduleLength + 1, name, nameLength);
    value->text = text;
    value->length = length;
    if (isAllowed(*value))
      return push(value);
    problem.add("'");
    size_t shown = length < 200 ? length : 200;
    for (size_t i = 0; i < shown; ++i)
      problem.add(text[i] < ' ' || text[i] == 127 ? '?' : text[i]);
    problem.add(isData ? "' is not allowed: dicts, lists, numbers, text and "
                         "arrays are read"
                       : "' is not allowed: a file of weights holds tensors "
                         "alone; save the state_dict() of the module");
    isFailed = true;
    return false;
  }
  bool pushStackGlobal() {
    PickleValue *name = pop(), *module = name ? pop() : nullptr;
    if (!module || !name->is(Kind::Text) || !module->is(Kind::Text))
      return fail("the pickle is damaged"), false;
    return pushGlobal(module->text, module->length, name->text, name->length);
  }
  /// A call of the reader's own: a dict, or a record.
  bool reduce() {
    PickleValue *arguments = pop(), *function = arguments ? pop() : nullptr;
    if (!function || !function->is(Kind::Global) || !arguments->is(Kind::Tuple))
      return fail("the pickle is damaged"), false;
    if (function->isText("collections.OrderedDict") ||
        function->isText("collections.defaultdict"))
      return push(make(Kind::Dict));
    if (function->isText("collections.Counter"))
      return push(arguments->count == 1 && arguments->items[0]->is(Kind::Dict)
                      ? arguments->items[0]
                      : make(Kind::Dict));
    PickleValue *call = make(Kind::Call);
    if (!call || !append(call, function))
      return false;
    for (size_t i = 0; i < arguments->count; ++i)
      if (!append(call, arguments->items[i]))
        return false;
    return push(call);
  }
  bool build() {
    PickleValue *state = pop();
    if (!state || stack.size() <= floor())
      return fail("the pickle is damaged"), false;
    stack.back()->state = state;
    return true;
  }
  bool refer() {
    PickleValue *id = pop(), *value = make(Kind::Reference);
    return id && value && append(value, id) && push(value);
  }

  //===-- Opcodes ---------------------------------------------------------===//

  bool step(unsigned char opcode) {
    uint64_t number = 0;
    const char *data = nullptr, *more = nullptr;
    size_t length = 0, moreLength = 0;
    switch (opcode) {
    case 0x80: // PROTO
      return takeNumber(1, number) && number >= 2 && number <= 5;
    case 0x95: // FRAME
      return takeNumber(8, number);
    case '(': // MARK
      marks.add(stack.size());
      return true;
    case '0': // POP
      return pop();
    case 'N':
      return push(make(Kind::None));
    case 0x88: // NEWTRUE
    case 0x89: // NEWFALSE
      return pushInt(opcode == 0x88, Kind::Bool);
    case 'J': // BININT
      return takeNumber(4, number) && pushInt(int32_t(number));
    case 'K': // BININT1
      return takeNumber(1, number) && pushInt(int64_t(number));
    case 'M': // BININT2
      return takeNumber(2, number) && pushInt(int64_t(number));
    case 0x8a: // LONG1
      return takeLong();
    case 'G': // BINFLOAT
      return takeFloat();
    case 'X': // BINUNICODE
      return pushText(4, Texts::Unicode);
    case 'B': // BINBYTES
      return pushText(4, Texts::Bytes);
    case 0x8c: // SHORT_BINUNICODE
      return pushText(1, Texts::Unicode);
    case 'C': // SHORT_BINBYTES
      return pushText(1, Texts::Bytes);
    case 0x8d: // BINUNICODE8
      return pushText(8, Texts::Unicode);
    case 'T': // BINSTRING
      return isData && pushText(4, Texts::Old);
    case 'U': // SHORT_BINSTRING
      return isData && pushText(1, Texts::Old);
    case 0x8e: // BINBYTES8
      return isData && pushText(8, Texts::Bytes);
    case ')':  // EMPTY_TUPLE
    case ']':  // EMPTY_LIST
    case 0x8f: // EMPTY_SET
      return push(make(Kind::Tuple));
    case '}': // EMPTY_DICT
      return push(make(Kind::Dict));
    case 't': { // TUPLE
      PickleValue *tuple = make(Kind::Tuple);
      return tuple && popMark(tuple) && push(tuple);
    }
    case 0x85: // TUPLE1
    case 0x86:
    case 0x87: // TUPLE3
      return pushTuple(opcode - 0x84);
    case 'a': { // APPEND
      PickleValue *item = pop();
      return item && stack.size() > floor() && stack.back()->is(Kind::Tuple) &&
             append(stack.back(), item);
    }
    case 's': { // SETITEM
      PickleValue *value = pop(), *key = value ? pop() : nullptr;
      return key && stack.size() > floor() && stack.back()->is(Kind::Dict) &&
             append(stack.back(), key) && append(stack.back(), value);
    }
    case 'e':  // APPENDS
    case 0x90: // ADDITEMS
      return extend(Kind::Tuple);
    case 'u': // SETITEMS
      return extend(Kind::Dict);
    case 'c': // GLOBAL
      return takeLine(data, length) && takeLine(more, moreLength) &&
             pushGlobal(data, length, more, moreLength);
    case 0x93: // STACK_GLOBAL
      return pushStackGlobal();
    case 'R':  // REDUCE
    case 0x81: // NEWOBJ
      return reduce();
    case 'b': // BUILD
      return build();
    case 'Q': // BINPERSID
      return refer();
    case 'q': // BINPUT
      return takeNumber(1, number) && put(number);
    case 'r': // LONG_BINPUT
      return takeNumber(4, number) && put(number);
    case 0x94: // MEMOIZE
      return put(known);
    case 'h': // BINGET
      return takeNumber(1, number) && get(number);
    case 'j': // LONG_BINGET
      return takeNumber(4, number) && get(number);
    default:
      return false;
    }
  }

  bool takeLong() {
    uint64_t bytes = 0, number = 0;
    if (!takeNumber(1, bytes) || bytes > 8 || !takeNumber(int(bytes), number))
      return false;
    bool isNegative = bytes && bytes < 8 && number >> (8 * bytes - 1) & 1;
    if (isNegative)
      number |= ~uint64_t(0) << (8 * bytes);
    return pushInt(int64_t(number));
  }
  bool takeFloat() {
    const char *data = nullptr;
    PickleValue *value = take(8, data) ? make(Kind::Float) : nullptr;
    if (!value)
      return false;
    uint64_t bits = 0;
    for (int i = 0; i < 8; ++i)
      bits = bits << 8 | static_cast<unsigned char>(data[i]);
    memcpy(&value->real, &bits, sizeof(bits));
    return push(value);
  }

  Pickle &pickle;
  const char *start, *at, *end;
  Text &problem;
  Array<PickleValue *> stack;
  Array<size_t> marks;
  Array<Slot> memo;
  size_t known = 0, made = 0;
  bool isFailed = false;
  const bool isData;
};

} // namespace tine

const PickleValue *Pickle::read(const char *data, size_t size, Text &problem,
                                PickleUse use) {
  if (size > maxPickleBytes) {
    problem.add("the pickle is too large");
    return nullptr;
  }
  return PickleReader(*this, data, size, problem, use).read();
}
