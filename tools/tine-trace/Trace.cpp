//===- Trace.cpp - A trace as it was written ------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file may be anything: each number is checked, and everything that grows has
// a limit.
//
//===----------------------------------------------------------------------===//

#include "tools/tine-trace/Trace.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <cmath>
#include <map>

using namespace llvm;
using namespace tine::trace;

namespace {

constexpr uint64_t largestFile = uint64_t(2) << 30;
constexpr uint64_t largestDocument = uint64_t(256) << 20; // not by lines
constexpr size_t mostSpans = 20'000'000;
constexpr size_t mostLanes = 4096;
constexpr size_t longestText = 300;
constexpr double latest = 1e15; // microseconds, 30 years
/// LLVM's reader calls itself for each level.
constexpr unsigned deepest = 64;

constexpr StringLiteral categories[categoryCount] = {
    "program", "fork", "queue",  "copy",       "wait", "user",
    "op",      "part", "kernel", "gpu_memcpy", "other"};

template <typename... Parts> Error fail(StringRef path, Parts &&...parts) {
  std::string text;
  raw_string_ostream os(text);
  os << "'" << path << "': ";
  (os << ... << parts);
  return createStringError(inconvertibleErrorCode(), text);
}

/// Whether brackets are nested no deeper than the reader of JSON may go.
bool isShallow(StringRef text) {
  unsigned depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quoted) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      if (++depth > deepest)
        return false;
    } else if ((c == '}' || c == ']') && depth) {
      --depth;
    }
  }
  return true;
}

Expected<json::Value> parse(StringRef text) {
  if (!isShallow(text))
    return createStringError(inconvertibleErrorCode(), "nested too deeply");
  if (json::isUTF8(text))
    return json::parse(text);
  return json::parse(json::fixUTF8(text));
}

/// Not cut within a character.
StringRef cut(StringRef text) {
  if (text.size() <= longestText)
    return text;
  size_t length = longestText;
  while (length && (text[length] & 0xc0) == 0x80)
    --length;
  return text.take_front(length);
}

class Reader {
public:
  void add(const json::Object &event) {
    StringRef phase = event.getString("ph").value_or("");
    if (phase == "X")
      addSpan(event);
    else if (phase == "M")
      addName(event);
    else if (phase == "s" || phase == "f")
      addArrow(event, phase == "s");
  }

  void addUnreadable() { ++trace.unreadable; }

  bool isFull() const { return trace.spans.size() >= mostSpans; }

  Trace take() {
    for (auto &[id, from] : starts)
      if (auto to = ends.find(id); to != ends.end())
        for (size_t i = 0; i < std::min(from.size(), to->second.size()); ++i)
          if (from[i].second <= to->second[i].second)
            trace.arrows.push_back({from[i].first, to->second[i].first,
                                    from[i].second, to->second[i].second});
    sortLanes();
    llvm::sort(trace.arrows, [](const Arrow &a, const Arrow &b) {
      return std::tie(a.to, a.toLane) < std::tie(b.to, b.toLane);
    });
    llvm::sort(trace.spans, [](const Span &a, const Span &b) {
      return std::tie(a.lane, a.start, b.end) <
             std::tie(b.lane, b.start, a.end);
    });
    if (!trace.spans.empty()) {
      trace.begin = latest;
      for (const Span &span : trace.spans) {
        trace.begin = std::min(trace.begin, span.start);
        trace.end = std::max(trace.end, span.end);
      }
    }
    return std::move(trace);
  }

private:
  static std::optional<double> number(const json::Object &object,
                                      StringRef key) {
    std::optional<double> value = object.getNumber(key);
    if (!value || !std::isfinite(*value) || *value < 0 || *value > latest)
      return std::nullopt;
    return value;
  }
  /// For amounts, which may be larger; 0 where there is none.
  static double amount(const json::Object *object, StringRef key) {
    std::optional<double> value =
        object ? object->getNumber(key) : std::nullopt;
    return value && std::isfinite(*value) && *value > 0 && *value < 1e25
               ? *value
               : 0;
  }

  uint32_t text(StringRef value) {
    value = cut(value);
    auto [it, isNew] = textNumbers.try_emplace(value, trace.texts.size());
    if (isNew)
      trace.texts.push_back(value.str());
    return it->second;
  }

  std::optional<uint32_t> laneOf(const json::Object &event) {
    int64_t id = event.getInteger("tid").value_or(0);
    int64_t process = event.getInteger("pid").value_or(0);
    auto [it, isNew] =
        laneNumbers.try_emplace({process, id}, trace.lanes.size());
    if (isNew) {
      if (trace.lanes.size() == mostLanes) {
        laneNumbers.erase(it);
        return std::nullopt;
      }
      trace.lanes.push_back("thread " + std::to_string(id));
    }
    return it->second;
  }

  /// By the numbers of processes and threads, which begin with the first.
  void sortLanes() {
    std::vector<uint32_t> places(trace.lanes.size());
    std::vector<std::string> names;
    for (auto [id, lane] : laneNumbers) {
      places[lane] = uint32_t(names.size());
      names.push_back(trace.lanes[lane]);
    }
    trace.lanes = std::move(names);
    for (Span &span : trace.spans)
      span.lane = places[span.lane];
    for (Arrow &arrow : trace.arrows) {
      arrow.fromLane = places[arrow.fromLane];
      arrow.toLane = places[arrow.toLane];
    }
  }

  void addName(const json::Object &event) {
    StringRef what = event.getString("name").value_or("");
    const json::Object *args = event.getObject("args");
    StringRef name = args ? args->getString("name").value_or("") : "";
    if (what == "process_name") {
      trace.program = cut(name).str();
    } else if (what == "thread_name" && !name.empty()) {
      if (std::optional<uint32_t> lane = laneOf(event))
        trace.lanes[*lane] = cut(name).str();
    } else if (what == "trace_end") {
      trace.complete = true;
    }
  }

  void addSpan(const json::Object &event) {
    std::optional<double> start = number(event, "ts"),
                          duration = number(event, "dur");
    if (!start || !duration || isFull())
      return addUnreadable();
    std::optional<uint32_t> lane = laneOf(event);
    if (!lane)
      return addUnreadable();
    const json::Object *args = event.getObject("args");
    auto argument = [&](StringRef key) {
      return text(args ? args->getString(key).value_or("") : "");
    };
    StringRef kind = event.getString("cat").value_or("");
    auto *known = llvm::find(categories, kind);
    auto category = known == std::end(categories)
                        ? Category::Other
                        : Category(known - std::begin(categories));
    // Those of PyTorch.
    if (kind == "cpu_op")
      category = Category::Op;
    else if (kind == "user_annotation")
      category = Category::User;
    trace.spans.push_back(
        {*lane, category, text(event.getString("name").value_or("")),
         argument("at"), argument("shapes"), argument("module"), *start,
         *start + *duration, amount(args, "flops"), amount(args, "bytes")});
  }

  void addArrow(const json::Object &event, bool starts) {
    std::optional<double> time = number(event, "ts");
    std::optional<uint32_t> lane = laneOf(event);
    std::optional<double> id = event.getNumber("id");
    if (!time || !lane || !id || !std::isfinite(*id) || arrows >= mostSpans)
      return addUnreadable();
    ++arrows;
    // A number is used again when what it stood for has gone.
    (starts ? this->starts : ends)[*id].push_back({*lane, *time});
  }

  Trace trace;
  StringMap<uint32_t> textNumbers;
  // Any number may be in a file, those that a DenseMap has for itself, too.
  std::map<std::pair<int64_t, int64_t>, uint32_t> laneNumbers;
  std::map<double, std::vector<std::pair<uint32_t, double>>> starts, ends;
  size_t arrows = 0;
};

/// One event a line, each with a comma.
void readLines(StringRef text, Reader &reader) {
  while (!text.empty() && !reader.isFull()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    line = line.trim();
    line.consume_back(",");
    if (line.empty() || line == "[" || line == "]")
      continue;
    Expected<json::Value> event = parse(line);
    const json::Object *object = event ? event->getAsObject() : nullptr;
    if (object)
      reader.add(*object);
    else
      reader.addUnreadable();
    consumeError(event.takeError());
  }
}

} // namespace

StringRef tine::trace::nameOf(Category category) {
  return categories[unsigned(category)];
}

Expected<Trace> tine::trace::readTrace(StringRef path) {
  uint64_t size = 0;
  if (std::error_code error = sys::fs::file_size(path, size))
    return fail(path, error.message());
  if (size > largestFile)
    return fail(path, "a trace of more than 2 GiB is not read");
  auto file = MemoryBuffer::getFile(path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!file)
    return fail(path, file.getError().message());
  StringRef text = (*file)->getBuffer();
  Reader reader;
  StringRef second = text.ltrim();
  bool byLines = second.consume_front("[") && second.starts_with("\n") &&
                 second.ltrim().starts_with("{\"ph\"");
  if (byLines) {
    readLines(text, reader);
  } else {
    if (text.size() > largestDocument)
      return fail(path, "more than 256 MiB that are not one event a line");
    Expected<json::Value> all = parse(text);
    if (!all)
      return fail(path, "no trace: ", toString(all.takeError()));
    const json::Array *events = all->getAsArray();
    if (const json::Object *object = all->getAsObject())
      events = object->getArray("traceEvents");
    if (!events)
      return fail(path, "no trace: it has no list of events");
    for (const json::Value &event : *events)
      if (const json::Object *object = event.getAsObject())
        reader.add(*object);
  }
  Trace trace = reader.take();
  trace.complete |= !byLines;
  if (trace.spans.empty())
    return fail(path, "no trace: it has no spans");
  return trace;
}
