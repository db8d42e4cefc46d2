//===- StoredBuiltins.cpp - Files that programs load and save -------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What library/numpy/_files.py, library/torch/_stored.py and their like are
// made of.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Registry.h"
#include "frontend/builtins/SavePatterns.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Loads.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Program.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/values/Value.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// _tine.stored(what, *arguments): the op tine.stored.
static Value storedOf(Context &e, Bound &a) {
  StringRef what = a[0].text;
  Loads &loads = e.decisions.facts.loads;
  if (what == "load_torch") {
    loads.hasLoads = true;
    if (loads.probe == Loads::Probe::Now) {
      mlir::Value text = StringConstantOp::create(
          e.b, e.loc(a.range), StringType::get(e.getContext()),
          e.b.getStringAttr(""));
      RaiseOp::create(e.b, e.loc(a.range), e.b.getStringAttr("RuntimeError"),
                      text);
      return e.die();
    }
  }
  SmallVector<mlir::Value> arguments;
  for (const Value &v : a[1].items) {
    if (!v.is(Kind::Str) && !v.is(Kind::Int) && !v.is(Kind::Bool))
      return e.error(a.range, "a file's name and key are a str");
    arguments.push_back(
        e.ssa(v.is(Kind::Bool) ? e.numbers.toInt(v, a.range) : v));
  }
  mlir::Type type = typeOfStored(e.getContext(), what);
  mlir::Value result =
      StoredOp::create(e.b, e.loc(a.range), type, what, arguments).getResult();
  if (what == "bool")
    return e.model.truth(makeInt(result), a.range);
  return isa<StringType>(type) ? makeStrSsa(result)
         : type.isF64()        ? makeFloat(result)
                               : makeInt(result);
}

/// The place, in each iteration of unrolled loops.
static Site siteHere(Context &e, ast::Range range) {
  Site site = e.frames.site(nodeOf(range));
  site.second = llvm::hash_combine(site.second, e.decisions.iterationPath);
  return site;
}

/// _tine.load_site(format, path, *keys): the number of the load.
static Value loadSite(Context &e, Bound &a) {
  Load load;
  load.site = siteHere(e, a.range);
  load.format = a[0].text;
  // Of a name of the run the example says one; the run checks the type.
  if (a[1].is(Kind::Str))
    load.path = e.program.outside.exampleOf(a[1]);
  load.keys = a[2].items;
  for (const Value &key : load.keys)
    if (!key.isConst())
      load.path.reset();
  load.place = placeOf(e, a.range);
  return makeInt(loadAt(e, std::move(load)));
}

static Load &loadOf(Context &e, const Value &number) {
  return e.decisions.facts.loads.list[size_t(number.integer)];
}

/// _tine.load_path(number): the file's name, where it is known.
static Value loadPath(Context &e, Bound &a) {
  const Load &load = loadOf(e, a[0]);
  return load.path ? makeStr(*load.path) : makeNone();
}

static Value loadDtype(Context &e, Bound &a) {
  const Load &load = loadOf(e, a[0]);
  return load.dtype ? makeDType(*load.dtype) : makeNone();
}

static Value loadRank(Context &e, Bound &a) {
  const Load &load = loadOf(e, a[0]);
  return load.rank ? makeInt(*load.rank) : makeNone();
}

/// The line that a program says the type of an array with.
static std::string lineToWrite(const Load &load, StringRef name,
                               bool knowsDtype) {
  std::string text = "assert ";
  if (!load.rank)
    text += (name + ".ndim == 2").str();
  if (!load.dtype && !knowsDtype)
    text += ((load.rank ? "" : " and ") + name + ".dtype == " +
             (load.format == "torch" || load.format == "safetensors"
                  ? "torch.float32"
                  : "np.float32"))
                .str();
  return text;
}

/// _tine.need_load(number, knows_dtype): what comes needs the type of a load.
static Value needLoad(Context &e, Bound &a) {
  if (learnOfLoads(e))
    return {};
  const Load &load = loadOf(e, a[0]);
  bool knowsDtype = load.dtype || a[1].integer != 0;
  const char *missing = load.rank    ? "the dtype"
                        : knowsDtype ? "the number of dimensions"
                                     : "the dtype and the number of dimensions";
  return e.error(a.range, StringRef(missing) + " of the array that " +
                              load.place +
                              " loads must be known here; write '" +
                              lineToWrite(load, "x", knowsDtype) +
                              "' behind the load, or have the file there when "
                              "this is compiled");
}

static Value restartedOr(Context &e, bool isNew) {
  if (isNew)
    return e.requestRestart();
  return makeNone();
}

/// _tine.expect_rank(number, rank): the program says so.
static Value expectRank(Context &e, Bound &a) {
  return restartedOr(e, expectOfLoad(e, unsigned(a[0].integer), std::nullopt,
                                     a[1].integer, a.range));
}

/// _tine.stored_tensor(file, node, name, number, dtype, rank, converts): a
/// tensor of the dtype and rank; of any, as one dimension, where the rank is
/// None.
static Value storedTensor(Context &e, Bound &a) {
  const Load &load = loadOf(e, a[3]);
  bool isFlat = a[5].is(Kind::None);
  SmallVector<int64_t> sizes(isFlat ? 1 : size_t(a[5].integer),
                             ShapedType::kDynamic);
  auto type =
      RankedTensorType::get(sizes, e.numbers.elementTypeOf(a[4].integer));
  bool isDeclared = load.dtype || load.rank;
  std::string expected =
      isDeclared ? describeExpected(load) : load.place + " expects an array";
  bool isAsserted = isDeclared && !load.isOfFile;
  auto tensor = StoredTensorOp::create(
      e.b, e.loc(a.range), type, e.ssa(a[0]), e.ssa(a[1]), e.ssa(a[2]),
      /*converts=*/a[6].integer != 0, isFlat, /*first=*/false,
      isAsserted ? "AssertionError" : "ValueError", expected);
  // Bytes are counted in front of it.
  if (load.format == "bytes")
    tensor->setAttr(neverFails, e.b.getUnitAttr());
  return e.tensors.newTensor(tensor);
}

/// _tine.stored_like(file, node, name, like): a tensor of the type of another
/// one, converted if need be.
static Value storedLike(Context &e, Bound &a) {
  RankedTensorType type = e.tensors.tensorType(a[3]);
  StringRef expected = "the program has other sizes";
  mlir::Value tensor = StoredTensorOp::create(
      e.b, e.loc(a.range),
      RankedTensorType::get(type.getShape(), type.getElementType()),
      e.ssa(a[0]), e.ssa(a[1]), e.ssa(a[2]), /*converts=*/true,
      /*flat=*/false, /*first=*/true, "SystemError", expected);
  return e.tensors.newTensor(tensor);
}

/// _tine.saved_type(name, number): what the program itself saves there, or the
/// file has when this is compiled; else None.
static Value savedType(Context &e, Bound &a) {
  const auto &saved = e.decisions.facts.loads.saved;
  const Load &load = loadOf(e, a[1]);
  // A whole file is known by its name.
  bool isRoot = load.keys.empty() && load.path;
  auto known = isRoot           ? saved.find("<" + *load.path + ">")
               : a[0].isConst() ? saved.find(a[0].text)
                                : saved.end();
  if (known != saved.end())
    return known->second;
  return load.value ? load.value : makeNone();
}

/// _tine.load_inside(number, key): the number of the load of what is under a
/// key of another one.
static Value loadInside(Context &e, Bound &a) {
  Load load;
  const Load &outer = loadOf(e, a[0]);
  load.site = siteHere(e, a.range);
  load.format = outer.format;
  load.path = outer.path;
  load.keys = outer.keys;
  load.keys.push_back(a[1]);
  if (!a[1].isConst())
    load.path.reset();
  load.place = placeOf(e, a.range);
  return makeInt(loadAt(e, std::move(load)));
}

/// _tine.need_value(number): what comes needs the type of a value of a file.
static Value needValue(Context &e, Bound &a) {
  if (learnOfLoads(e))
    return {};
  return e.error(a.range, "the type of what " + loadOf(e, a[0]).place +
                              " takes out of the file must be known here; "
                              "write int(), float() or str() around it there, "
                              "or have the file there when this is compiled");
}

/// _tine.save(path, value): torch.save.
static Value saveTorch(Context &e, Bound &a) {
  std::string pattern;
  SmallVector<mlir::Value> leaves;
  std::string file = a[0].isConst() ? "<" + a[0].text + ">" : "";
  if (!addSavePattern(e, a[1], file, a.range, pattern, leaves) || e.stopped())
    return {};
  SaveFileOp::create(e.b, e.loc(a.range), "torch", e.ssa(a[0]), pattern,
                     leaves);
  e.diagnoser.hadOutput = true;
  return makeNone();
}

/// _tine.save_file(format, path, *values): str and tensors.
static Value saveFile(Context &e, Bound &a) {
  std::string pattern;
  SmallVector<mlir::Value> leaves;
  for (const Value &value : a[2].items) {
    bool isTensor = value.is(Kind::Tensor);
    if (!isTensor && !value.is(Kind::Str))
      return e.error(a.range, "expected an array or a str");
    pattern += isTensor ? 't' : 's';
    leaves.push_back(isTensor ? e.tensors.read(value) : e.ssa(value));
  }
  if (e.stopped())
    return {};
  SaveFileOp::create(e.b, e.loc(a.range), a[0].text, e.ssa(a[1]), pattern,
                     leaves);
  e.diagnoser.hadOutput = true;
  return makeNone();
}

/// _tine.prepare_state(): asks for a round in which they do.
static Value prepareState(Context &e, Bound &a) {
  e.decisions.facts.loads.preparesState = true;
  logOfLoads(e, placeOf(e, a.range),
             "optimizers have their state from the start",
             "a file may give it");
  return e.requestRestart();
}

void registerStoredBuiltins(Registry &r) {
  r.add("_tine.prepare_state", "", prepareState);
  r.add("_tine.prepares_state", "", [](Context &e, Bound &) {
    return makeBool(e.decisions.facts.loads.preparesState);
  });
  r.add("_tine.stored", "what, *arguments", storedOf);
  r.add("_tine.load_site", "format, path, *keys", loadSite);
  r.add("_tine.load_path", "number", loadPath);
  r.add("_tine.load_dtype", "number", loadDtype);
  r.add("_tine.dtype_number", "dtype",
        [](Context &, Bound &a) { return makeInt(a[0].integer); });
  r.add("_tine.load_rank", "number", loadRank);
  r.add("_tine.need_load", "number, knows_dtype", needLoad);
  r.add("_tine.load_format", "number",
        [](Context &e, Bound &a) { return makeStr(loadOf(e, a[0]).format); });
  r.add("_tine.is_unread", "value", [](Context &e, Bound &a) {
    return makeBool(e.objects.hasRole(a[0], ClassRole::Unread));
  });
  r.add("_tine.expect_rank", "number, rank", expectRank);
  r.add("_tine.stored_tensor",
        "file, node, name, number, dtype, rank, converts", storedTensor);
  r.add("_tine.stored_like", "file, node, name, like: Tensor", storedLike);
  r.add("_tine.saved_type", "name, number", savedType);
  r.add("_tine.load_inside", "number, key", loadInside);
  r.add("_tine.need_value", "number", needValue);
  r.add("_tine.is_stored", "value", [](Context &e, Bound &a) {
    return makeBool(e.objects.hasRole(a[0], ClassRole::StoredValue));
  });
  r.add("_tine.save", "path, value", saveTorch);
  r.add("_tine.save_file", "format, path, *values", saveFile);
}

} // namespace tine::elaborate
