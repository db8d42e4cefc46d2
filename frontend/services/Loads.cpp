//===- Loads.cpp - What is known of files that the program loads ----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts of loads, and the rounds that find them out.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Loads.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "runtime/src/errors.h"
#include "runtime/src/stored.h"
#include "tine/abi.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static std::vector<Load> &loadsOf(Context &e) {
  return e.decisions.facts.loads.list;
}

/// The frame of the program, not of the library, that runs.
static std::pair<const Frame *, ast::Range> programsFrame(Context &e,
                                                          ast::Range range) {
  size_t i = e.frames.size();
  while (i > 1 && e.frames[i - 1].scope->isLibrary) {
    range = e.frames[i - 1].call.range;
    --i;
  }
  return {&e.frames[i - 1], range};
}

std::string placeOf(Context &e, ast::Range range) {
  auto [frame, own] = programsFrame(e, range);
  const SourceFile &file = *frame->scope->file;
  return llvm::sys::path::filename(file.name()).str() + ":" +
         std::to_string(file.position(own.begin).line);
}

unsigned loadAt(Context &e, Load load) {
  std::vector<Load> &list = loadsOf(e);
  load.round = e.decisions.facts.round;
  for (auto [i, known] : llvm::enumerate(list))
    if (known.site == load.site) {
      known.round = load.round;
      // A loop may come here with several files.
      if (known.path != load.path)
        known.path.reset();
      return i;
    }
  list.push_back(std::move(load));
  return list.size() - 1;
}

void logOfLoads(Context &e, StringRef place, const Twine &what, StringRef why) {
  Facts &facts = e.decisions.facts;
  facts.log.push_back({facts.round, place.str(), what.str(), why.str()});
}

bool expectOfLoad(Context &e, unsigned number, std::optional<int64_t> dtype,
                  std::optional<int64_t> rank, ast::Range range) {
  Load &load = loadsOf(e)[number];
  std::string place = placeOf(e, range);
  bool isNew = false;
  auto learn = [&](auto &known, std::string &where, const auto &value) {
    if (!value || known)
      return;
    known = value;
    where = place;
    isNew = true;
  };
  learn(load.dtype, load.dtypePlace, dtype);
  learn(load.rank, load.rankPlace, rank);
  if (isNew)
    logOfLoads(e, load.place, "a loaded array is of a known type",
               describeExpected(load));
  return isNew;
}

//===----------------------------------------------------------------------===//
// Files that are there
//===----------------------------------------------------------------------===//

namespace {

/// Larger ones are not read when compiled.
constexpr uint64_t largestRead = 1u << 30;

struct Reading {
  const Load *load;
  tine_string *result = nullptr;
};

/// Text is read as the program reads it, whose arguments are the keys.
tine_string *readText(const Load &load, tine_string *path) {
  ArrayRef<Value> given = load.keys;
  auto text = [](const Value &value) {
    return tine_abi_string_new(value.text.data(),
                               static_cast<int64_t>(value.text.size()));
  };
  tine_string *delimiter = text(given[0]), *comments = text(given[1]),
              *columns = text(given[2]);
  tine_string *result = tine_abi_stored_load_text(
      path, delimiter, comments, columns, given[3].integer, given[4].integer,
      given[5].integer, given[6].integer, given[7].integer, nullptr);
  for (tine_string *one : {delimiter, comments, columns})
    tine_abi_release(one);
  return result;
}

/// Runs in a scope of the runtime, whose errors mean that nothing is known.
void readFile(void *argument) {
  auto &reading = *static_cast<Reading *>(argument);
  const std::string &path = *reading.load->path;
  tine_string *name =
      tine_abi_string_new(path.data(), static_cast<int64_t>(path.size()));
  StringRef format = reading.load->format;
  if (format == "numpy")
    reading.result = tine_abi_stored_load_numpy(name, nullptr);
  else if (format == "torch")
    reading.result = tine_abi_stored_load_torch(name, nullptr);
  else if (format == "safetensors")
    reading.result = tine_abi_stored_load_safetensors(name, nullptr);
  else if (format == "text")
    reading.result = readText(*reading.load, name);
  tine_abi_release(name);
}

/// The node under the keys; -1 where there is none.
int64_t nodeAt(const Stored &stored, ArrayRef<Value> keys) {
  int64_t node = 0;
  for (const Value &key : keys) {
    if (node < 0)
      return -1;
    const StoredNode &parent = stored.node(node);
    if (key.is(Kind::Str))
      node = stored.find(node, key.text.data(), key.text.size());
    else if (parent.kind == STORED_LIST && key.integer >= 0 &&
             key.integer < parent.count)
      node = stored.child(parent, key.integer);
    else
      node = -1;
  }
  return node;
}

} // namespace

/// The type of what is no array; invalid where that is not known.
static Value typeOfNode(const Stored &stored, int64_t node,
                        unsigned depth = 0) {
  auto named = [](const char *name) { return makeTuple({makeStr(name)}); };
  switch (stored.node(node).kind) {
  case STORED_BOOL:
    return named("bool");
  case STORED_INT:
    return named("int");
  case STORED_FLOAT:
    return named("float");
  case STORED_TEXT:
    return named("str");
  case STORED_LIST: {
    const StoredNode &list = stored.node(node);
    Value element;
    // A file may have a list that is in itself.
    for (int64_t i = 0; depth < 8 && i < list.count; ++i) {
      Value own = typeOfNode(stored, stored.child(list, i), depth + 1);
      if (!own || (element && !sameValue(element, own)))
        return {};
      element = own;
    }
    return element ? makeTuple({makeStr("list"), element}) : Value();
  }
  default:
    return {};
  }
}

bool readTypeOfLoad(Context &e, unsigned number) {
  Load &load = loadsOf(e)[number];
  uint64_t size = 0;
  if (!load.path || (load.dtype && load.rank) || load.value ||
      llvm::sys::fs::file_size(*load.path, size) || size > largestRead)
    return false;
  Reading reading{&load};
  if (tine_error *error = attempt(readFile, &reading, nullptr)) {
    releaseError(error);
    return false;
  }
  if (!reading.result)
    return false;
  Stored stored(reading.result);
  int64_t node = load.format == "text" ? 0 : nodeAt(stored, load.keys);
  bool isArray = node >= 0 && stored.node(node).kind == STORED_TENSOR;
  if (isArray) {
    std::string place = "the program was compiled for";
    if (!load.dtype)
      load.dtypePlace = place;
    if (!load.rank)
      load.rankPlace = place;
    load.isOfFile = true;
    load.dtype = load.dtype.value_or(stored.node(node).dtype);
    load.rank = load.rank.value_or(stored.node(node).rank);
  }
  if (node >= 0 && !isArray)
    load.value = typeOfNode(stored, node);
  if (isArray || load.value)
    logOfLoads(e, load.place, "what is loaded is of a known type",
               "the file is there: " + *load.path);
  tine_abi_release(reading.result);
  return isArray || load.value;
}

static StringRef nameOfDtype(int64_t dtype) {
  switch (dtype) {
#define TINE_DTYPE(symbol, number, name, ...)                                  \
  case number:                                                                 \
    return name;
#include "tine/dtypes.def"
  default:
    return "another dtype";
  }
}

std::string describeExpected(const Load &load) {
  auto says = [](StringRef place) {
    return place.contains(' ') ? place.str() : (place + " expects").str();
  };
  std::string dimensions =
      load.rank ? std::to_string(*load.rank) +
                      (*load.rank == 1 ? " dimension" : " dimensions")
                : "";
  if (!load.dtype)
    return says(load.rankPlace) + " " + dimensions;
  std::string text =
      says(load.dtypePlace) + " " + nameOfDtype(*load.dtype).str();
  if (!load.rank)
    return text;
  text += " and ";
  if (load.rankPlace != load.dtypePlace)
    text += says(load.rankPlace) + " ";
  return text + dimensions;
}

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

bool learnOfLoads(Context &e) {
  Loads &loads = e.decisions.facts.loads;
  if (e.diagnoser.collecting)
    return false;
  if (endProbe(e))
    return true;
  for (auto [i, load] : llvm::enumerate(loads.list))
    if (load.round == e.decisions.facts.round && readTypeOfLoad(e, i)) {
      e.requestRestart();
      return true;
    }
  if (!loads.hasLoads || loads.probe != Loads::Probe::Never)
    return false;
  loads.probe = Loads::Probe::Now;
  logOfLoads(e, "torch.load", "what the program saves is looked for",
             "the type of what is loaded is not known");
  e.requestRestart();
  return true;
}

bool endProbe(Context &e) {
  Loads &loads = e.decisions.facts.loads;
  if (loads.probe != Loads::Probe::Now)
    return false;
  loads.probe = Loads::Probe::Done;
  e.requestRestart();
  return true;
}

void noteSaved(Context &e, const std::string &key, const Value &type) {
  Loads &loads = e.decisions.facts.loads;
  auto [known, isNew] = loads.saved.insert({key, type});
  if (isNew || sameValue(known->second, type))
    return;
  // Of several types none is known.
  Value none = makeNone();
  if (sameValue(known->second, none))
    return;
  auto isNumber = [](const Value &value) {
    return value.is(Kind::Tuple) && value.items.size() == 1 &&
           (value.items[0].text == "int" || value.items[0].text == "float" ||
            value.items[0].text == "number");
  };
  known->second = isNumber(known->second) && isNumber(type)
                      ? makeTuple({makeStr("number")})
                      : none;
  if (loads.hasLoads && loads.probe == Loads::Probe::Done)
    e.requestRestart();
}

} // namespace tine::elaborate
