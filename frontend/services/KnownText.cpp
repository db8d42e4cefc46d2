//===- KnownText.cpp - What the runtime makes of constants ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime raises by longjmp: what it is called with is made before, and
// nothing with a destructor is alive in between.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/KnownText.h"
#include "frontend/services/Budget.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Objects.h"
#include "mlir/IR/Matchers.h"
#include "runtime/src/errors.h"
#include "tine/abi.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Texts that become longer are left to the run.
static constexpr uint64_t longText = 1 << 16;

namespace {

/// Objects of the runtime, released at the end.
class RuntimeObjects {
public:
  RuntimeObjects() = default;
  RuntimeObjects(const RuntimeObjects &) = delete;
  RuntimeObjects &operator=(const RuntimeObjects &) = delete;
  ~RuntimeObjects() {
    for (tine_string *string : strings)
      tine_abi_release(string);
  }
  tine_string *string(StringRef text) {
    strings.push_back(
        tine_abi_string_new(text.data(), static_cast<int64_t>(text.size())));
    return strings.back();
  }

private:
  SmallVector<tine_string *> strings;
};

uint64_t slotOf(const void *object) {
  return reinterpret_cast<uintptr_t>(object);
}

/// Takes the string.
std::string taken(tine_string *string) {
  std::string text(string->data, static_cast<size_t>(string->length));
  tine_abi_release(string);
  return text;
}

/// False, reported: the runtime raised an error.
template <typename Call>
bool succeeds(Context &e, ast::Range range, Call &call) {
  tine_error *error =
      attempt([](void *argument) { static_cast<Call *>(argument)->run(); },
              &call, nullptr);
  if (!error)
    return true;
  std::string message(error->message->data,
                      static_cast<size_t>(error->message->length));
  e.fault(error->kind, range, message);
  releaseError(error);
  return false;
}

} // namespace

Value foldMethod(Context &e, StringRef method, char result, const Value &self,
                 ArrayRef<Value> args, ast::Range range) {
  RuntimeObjects objects;
  SmallVector<uint64_t> slots;
  uint64_t size = self.text.size() + 1, most = size;
  for (const Value &arg : args) {
    bool isText = arg.is(Kind::Str);
    slots.push_back(isText ? slotOf(objects.string(arg.text))
                           : static_cast<uint64_t>(arg.integer));
    if (isText || (result == 's' && arg.integer > 0))
      most = llvm::SaturatingMultiply(most, isText ? arg.text.size() + 1
                                                   : slots.back());
  }
  if (size > longText || (result == 's' && most > Limits::text))
    return {};
  if (!e.budget.spend(range, 1 + size / 64))
    return {};
  std::string name = method.str();
  struct {
    const char *name;
    tine_string *self;
    ArrayRef<uint64_t> slots;
    bool bytes;
    uint64_t result;
    void run() {
      result = tine_abi_string_method(name, self, slots.data(),
                                      static_cast<int64_t>(slots.size()), bytes,
                                      nullptr);
    }
  } call{name.c_str(), objects.string(self.text), slots, e.script(), 0};
  if (!succeeds(e, range, call))
    return {};
  switch (result) {
  case 's':
    return makeStr(taken(reinterpret_cast<tine_string *>(call.result)));
  case 'i':
    return makeInt(static_cast<int64_t>(call.result));
  case 'b':
    return makeBool(call.result != 0);
  default:
    break;
  }
  auto *list = reinterpret_cast<tine_list *>(call.result);
  std::vector<Value> items;
  for (int64_t i = 0; i < list->length; ++i) {
    auto *item = reinterpret_cast<tine_string *>(list->slots[i]);
    items.push_back(
        makeStr(StringRef(item->data, static_cast<size_t>(item->length))));
  }
  tine_abi_release(list);
  return e.containers.newList(items, {}, nullptr, range);
}

Value foldIndex(Context &e, const Value &self, int64_t index,
                ast::Range range) {
  RuntimeObjects objects;
  struct {
    tine_string *self;
    int64_t index;
    bool bytes;
    tine_string *result;
    void run() { result = tine_abi_string_index(self, index, bytes, nullptr); }
  } call{objects.string(self.text), index, e.script(), nullptr};
  return succeeds(e, range, call) ? makeStr(taken(call.result)) : Value();
}

Value foldToFloat(Context &e, const Value &self, ast::Range range) {
  RuntimeObjects objects;
  struct {
    tine_string *self;
    bool script;
    double result;
    void run() {
      result = script ? llvm::bit_cast<double>(tine_abi_string_method(
                            "to_float", self, nullptr, 0, true, nullptr))
                      : tine_abi_string_to_float(self, nullptr);
    }
  } call{objects.string(self.text), e.script(), 0};
  return succeeds(e, range, call) ? makeFloat(call.result) : Value();
}

std::string reprOf(double value) {
  uint64_t slot = llvm::bit_cast<uint64_t>(value);
  return taken(tine_abi_format(/*script=*/false, "%f", &slot, nullptr));
}

/// A width or precision that makes a text long.
static bool mayBeLong(StringRef pattern) {
  uint64_t number = 0;
  for (char c : pattern) {
    number =
        llvm::isDigit(c) ? number * 10 + static_cast<uint64_t>(c - '0') : 0;
    if (number > longText)
      return true;
  }
  return false;
}

Value foldBytes(Context &e, StringRef what, ArrayRef<Value> arguments) {
  RuntimeObjects objects;
  if (!llvm::all_of(arguments, [](const Value &v) {
        return v.isConst() && v.text.size() <= longText;
      }))
    return {};
  auto text = [&](size_t i) { return objects.string(arguments[i].text); };
  auto number = [&](size_t i) { return arguments[i].integer; };
  if (what == "bytes_length")
    return makeInt(int64_t(arguments[0].text.size()));
  if (what == "bytes_at")
    return makeInt(tine_abi_bytes_at(text(0), number(1), nullptr));
  if (what == "bytes_slice")
    return makeStr(taken(tine_abi_bytes_slice(text(0), number(1), number(2),
                                              number(3), number(4), nullptr)));
  if (what == "bytes_find")
    return makeInt(tine_abi_bytes_find(text(0), text(1), number(2), number(3),
                                       number(4), nullptr));
  if (what == "bytes_int")
    return makeInt(
        tine_abi_bytes_int(text(0), number(1), number(2), number(3), nullptr));
  if (what == "bytes_of_int")
    return number(1) > int64_t(longText)
               ? Value()
               : makeStr(taken(tine_abi_bytes_of_int(number(0), number(1),
                                                     number(2), nullptr)));
  if (what == "bytes_repr")
    return makeStr(taken(tine_abi_bytes_repr(text(0), nullptr)));
  if (what == "bytes_decode_problem")
    return makeStr(
        taken(tine_abi_bytes_decode_problem(text(0), number(1), nullptr)));
  return {};
}

Value foldFormat(Context &e, const std::string &pattern, ValueRange leaves,
                 ast::Range range) {
  if (pattern.size() > longText || mayBeLong(pattern))
    return {};
  RuntimeObjects objects;
  SmallVector<uint64_t> slots;
  for (mlir::Value leaf : leaves) {
    Attribute constant;
    if (auto text = leaf.getDefiningOp<StringConstantOp>()) {
      if (text.getValue().size() > longText || mayBeLong(text.getValue()))
        return {};
      slots.push_back(slotOf(objects.string(text.getValue())));
    } else if (!matchPattern(leaf, m_Constant(&constant))) {
      return {};
    } else if (auto integer = dyn_cast<IntegerAttr>(constant)) {
      slots.push_back(integer.getType().isInteger(1)
                          ? integer.getValue().getZExtValue()
                          : static_cast<uint64_t>(integer.getInt()));
    } else if (auto real = dyn_cast<FloatAttr>(constant)) {
      slots.push_back(llvm::bit_cast<uint64_t>(real.getValueAsDouble()));
    } else {
      return {};
    }
  }
  struct {
    bool script;
    const char *pattern;
    const uint64_t *slots;
    tine_string *result;
    void run() { result = tine_abi_format(script, pattern, slots, nullptr); }
  } call{e.script(), pattern.c_str(), slots.data(), nullptr};
  return succeeds(e, range, call) ? makeStr(taken(call.result)) : Value();
}

} // namespace tine::elaborate
