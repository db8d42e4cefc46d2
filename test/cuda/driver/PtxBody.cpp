//===- PtxBody.cpp - Code of kernels --------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call is replaced by the code of its function, with registers, labels and
// arrays of its own; parameters and results of functions are local memory.
//
//===----------------------------------------------------------------------===//

#include "PtxText.h"

#include <cctype>
#include <cstdlib>
#include <set>

using namespace simulated;

namespace {

constexpr unsigned mostCalls = 64; // in each other

const std::map<std::string, Space> spaces = {
    {"global", Space::Global}, {"const", Space::Global},
    {"shared", Space::Shared}, {"shared::cta", Space::Shared},
    {"local", Space::Local},   {"param", Space::Param}};

const std::map<std::string, Special> specials = {
    {"%tid", Special::Tid},
    {"%ntid", Special::Ntid},
    {"%ctaid", Special::Ctaid},
    {"%nctaid", Special::Nctaid},
    {"%laneid", Special::Lane},
    {"%warpid", Special::Warp},
    {"%nwarpid", Special::Warps},
    {"%lanemask_lt", Special::LanesBelow},
    {"%lanemask_le", Special::LanesUpTo},
    {"%lanemask_ge", Special::LanesFrom},
    {"%lanemask_gt", Special::LanesAbove},
    {"%lanemask_eq", Special::OwnLane}};

/// What no register is called.
bool isOtherSpecial(const std::string &name) {
  static const char *const beginnings[] = {
      "%clock",  "%globaltimer", "%smid",     "%nsmid",         "%gridid",
      "%pm",     "%envreg",      "%total",    "%dynamic_smem",  "%cluster",
      "%is_exp", "%aggr",        "%lanemask", "%current_graph", "%reserved"};
  for (const char *beginning : beginnings)
    if (name.rfind(beginning, 0) == 0)
      return true;
  return false;
}

/// Instructions whose operands are none of them results.
bool hasResult(const std::string &name) {
  static const std::set<std::string> without = {
      "st", "bar",  "barrier", "ret",   "exit",    "red",
      "cp", "trap", "membar",  "fence", "prefetch"};
  return !without.count(name);
}

class BodyParser {
public:
  BodyParser(Kernel &kernel, const Offsets &parameters, const Scope &scope)
      : kernel(kernel), parameters(parameters), scope(scope) {
    kernel.sharedBytes = scope.sharedBytes;
  }

  void run(const std::string &text) {
    Frame frame;
    parseFrame(frame, text);
    kernel.registers = int(registers.size());
    placeDynamic();
  }

private:
  /// A function's code where it stands: the kernel's, or that of a call.
  struct Frame {
    unsigned number = 0, depth = 0;
    std::string text;
    size_t at = 0;
    /// In braces, registers have names of their own.
    std::vector<std::map<std::string, std::string>> renamed{1};
    Offsets shared, local, passed; // passed: parameters and results of calls
    std::map<std::string, int> labels;
    std::vector<std::pair<size_t, std::string>> branches, indexedBranches;
    std::map<std::string, std::vector<std::string>> targets; // by label
    std::string lastLabel;
    std::vector<size_t> returns;
  };

  void parseFrame(Frame &frame, const std::string &text);
  void parseStatement(Frame &frame);
  void parseDeclaration(Frame &frame, const std::string &statement);
  void parseInstruction(Frame &frame, std::string statement);
  void parseOperands(Frame &frame, const std::string &list, Instruction &made);
  void parseCall(Frame &frame, const std::string &rest);
  Operand parseOperand(Frame &frame, std::string word);
  Operand parseAddress(Frame &frame, const std::string &inner);
  bool findRegister(Frame &frame, const std::string &name, int &number);
  void placeDynamic();
  int registerOf(const std::string &name) {
    return registers.try_emplace(name, int(registers.size())).first->second;
  }

  Kernel &kernel;
  const Offsets &parameters;
  const Scope &scope;
  std::map<std::string, int> registers;
  unsigned frames = 0, renamings = 0;
  bool isPassed = false; // an operand's array
};

void BodyParser::parseFrame(Frame &frame, const std::string &text) {
  frame.number = frames++;
  frame.text = text;
  frame.shared.insert(scope.shared.begin(), scope.shared.end());
  while (true) {
    frame.at = frame.text.find_first_not_of(" \t\n", frame.at);
    if (frame.at == std::string::npos)
      break;
    char c = frame.text[frame.at];
    if (c == '{') {
      frame.renamed.emplace_back();
      ++frame.at;
    } else if (c == '}') {
      frame.renamed.pop_back();
      ++frame.at;
    } else {
      parseStatement(frame);
    }
  }
  auto placeOf = [&](const std::string &label) {
    if (!frame.labels.count(label))
      failPtx("no label " + label);
    return frame.labels[label];
  };
  for (const auto &[position, label] : frame.branches)
    kernel.code[position].target = placeOf(label);
  for (const auto &[position, list] : frame.indexedBranches)
    for (const std::string &label : frame.targets[list])
      kernel.code[position].targets.push_back(placeOf(label));
  for (size_t position : frame.returns)
    kernel.code[position].target = int(kernel.code.size());
}

void BodyParser::parseStatement(Frame &frame) {
  const std::string &text = frame.text;
  size_t end = text.find_first_of(";:", frame.at);
  while (end != std::string::npos && text.compare(end, 2, "::") == 0)
    end = text.find_first_of(";:", end + 2);
  if (end == std::string::npos)
    failPtx("a kernel ends early");
  std::string statement = trim(text.substr(frame.at, end - frame.at));
  frame.at = end + 1;
  if (text[end] == ':')
    frame.labels[frame.lastLabel = statement] = int(kernel.code.size());
  else if (statement[0] == '.')
    parseDeclaration(frame, statement);
  else if (!statement.empty())
    parseInstruction(frame, statement);
}

void BodyParser::parseDeclaration(Frame &frame, const std::string &statement) {
  std::string kind = statement.substr(0, statement.find_first_of(" \n"));
  if (kind == ".local") {
    place(parseArray(statement), kernel.localBytes, frame.local);
  } else if (kind == ".param") {
    place(parseArray(statement), kernel.localBytes, frame.passed);
  } else if (kind == ".shared") {
    place(parseArray(statement), kernel.sharedBytes, frame.shared);
  } else if (kind == ".reg") {
    // All others come to be where they are used.
    for (const std::string &part : split(statement, ',')) {
      std::string name = words(part).back();
      if (name.find('<') == std::string::npos &&
          (name[0] != '%' || frame.renamed.size() > 1))
        frame.renamed.back()[name] = "renamed " + std::to_string(renamings++);
    }
  } else if (kind == ".branchtargets") {
    for (const std::string &one : split(statement.substr(kind.size()), ','))
      frame.targets[frame.lastLabel].push_back(trim(one));
  } else if (kind != ".pragma") {
    failPtx("'" + statement + "' is not simulated");
  }
}

bool BodyParser::findRegister(Frame &frame, const std::string &name,
                              int &number) {
  for (auto scope = frame.renamed.rbegin(); scope != frame.renamed.rend();
       ++scope)
    if (auto found = scope->find(name); found != scope->end()) {
      number = registerOf(found->second);
      return true;
    }
  if (name[0] != '%')
    return false;
  if (isOtherSpecial(name))
    failPtx("'" + name + "' is not simulated");
  number = registerOf(std::to_string(frame.number) + name);
  return true;
}

Operand BodyParser::parseAddress(Frame &frame, const std::string &inner) {
  Operand operand;
  size_t plus = inner.find('+');
  std::string base = trim(inner.substr(0, plus));
  uint64_t offset =
      plus == std::string::npos ? 0 : numberOf(trim(inner.substr(plus + 1)));
  if (!findRegister(frame, base, operand.reg))
    operand = parseOperand(frame, base);
  operand.value += offset;
  operand.kind = Operand::Address;
  return operand;
}

Operand BodyParser::parseOperand(Frame &frame, std::string word) {
  word = trim(word);
  Operand operand;
  if (word.empty() || word == "_")
    return operand;
  if (word[0] == '!') {
    operand = parseOperand(frame, word.substr(1));
    operand.negated = true;
    return operand;
  }
  if (word[0] == '[')
    return parseAddress(frame, word.substr(1, word.rfind(']') - 1));
  size_t dot = word.find('.');
  if (auto special = specials.find(word.substr(0, dot));
      special != specials.end()) {
    operand.kind = Operand::Thread;
    operand.special = special->second;
    operand.dimension =
        dot == std::string::npos ? 0 : uint8_t(word[dot + 1] - 'x');
    return operand;
  }
  if (findRegister(frame, word, operand.reg)) {
    operand.kind = Operand::Register;
    return operand;
  }
  operand.kind = Operand::Constant;
  if (word == "WARP_SZ") {
    operand.value = 32;
    return operand;
  }
  if (isdigit(static_cast<unsigned char>(word[0])) || word[0] == '-') {
    operand.value = numberOf(word);
    return operand;
  }
  if (auto found = frame.passed.find(word); found != frame.passed.end()) {
    operand.value = found->second;
    isPassed = true;
    return operand;
  }
  static const Offsets none;
  const Offsets *all[] = {frame.depth ? &none : &parameters, &frame.shared,
                          &frame.local};
  for (const Offsets *arrays : all)
    if (auto found = arrays->find(word); found != arrays->end()) {
      operand.value = found->second;
      return operand;
    }
  operand.symbol = word;
  return operand;
}

void BodyParser::parseOperands(Frame &frame, const std::string &list,
                               Instruction &made) {
  bool isResult = hasResult(made.name);
  isPassed = false;
  for (const std::string &one : split(list, ',')) {
    std::string word = trim(one);
    if (word.empty())
      continue;
    auto &to = isResult ? made.results : made.operands;
    isResult = false;
    bool isList = word[0] == '{';
    for (const std::string &element :
         isList ? split(word.substr(1, word.rfind('}') - 1), ',')
                : split(word, '|'))
      to.push_back(parseOperand(frame, element));
  }
  // A function's parameters lie in the local memory of the kernel.
  if (isPassed && made.space == Space::Param)
    made.space = Space::Local;
}

void BodyParser::parseInstruction(Frame &frame, std::string statement) {
  Instruction made;
  made.text = statement;
  if (statement[0] == '@') {
    size_t end = statement.find_first_of(" \n");
    std::string guard = statement.substr(1, end - 1);
    made.guardNegated = guard[0] == '!';
    if (!findRegister(frame, guard.substr(made.guardNegated), made.guard))
      failPtx("no predicate " + guard);
    statement = trim(statement.substr(end));
  }
  size_t end = statement.find_first_of(" \n{[");
  std::vector<std::string> parts = split(trim(statement.substr(0, end)), '.');
  std::string rest = end == std::string::npos ? "" : statement.substr(end);
  made.name = parts[0];
  made.modifiers.assign(parts.begin() + 1, parts.end());
  for (const std::string &modifier : made.modifiers) {
    if (isTypeName(modifier)) {
      made.type = made.type == Type::None ? typeOf(modifier) : made.type;
      made.from = typeOf(modifier);
    }
    // The first one: where an asynchronous copy goes.
    if (auto space = spaces.find(modifier);
        space != spaces.end() && made.space == Space::Generic)
      made.space = space->second;
    if (modifier == "v2" || modifier == "v4")
      made.width = unsigned(modifier[1] - '0');
  }
  if (made.name == "call") {
    if (made.guard >= 0)
      failPtx("'" + made.text + "' is not simulated");
    return parseCall(frame, rest);
  }
  if (made.name == "ret" && frame.depth) {
    made.name = "bra";
    frame.returns.push_back(kernel.code.size());
  } else if (made.name == "bra") {
    frame.branches.emplace_back(kernel.code.size(), trim(rest));
  } else if (made.name == "brx") {
    size_t comma = rest.find(',');
    made.operands.push_back(parseOperand(frame, rest.substr(0, comma)));
    frame.indexedBranches.emplace_back(kernel.code.size(),
                                       trim(rest.substr(comma + 1)));
  } else {
    parseOperands(frame, rest, made);
  }
  decode(made);
  kernel.code.push_back(std::move(made));
}

/// call (results), function, (parameters)
void BodyParser::parseCall(Frame &frame, const std::string &rest) {
  std::vector<std::string> parts = split(rest, ',');
  auto namesIn = [](const std::string &list) {
    std::vector<std::string> names;
    std::string inner = trim(list);
    for (const std::string &one : split(inner.substr(1, inner.size() - 2), ','))
      if (!trim(one).empty())
        names.push_back(trim(one));
    return names;
  };
  std::vector<std::string> results, given;
  size_t next = 0;
  if (trim(parts[0])[0] == '(')
    results = namesIn(parts[next++]);
  std::string name = next < parts.size() ? trim(parts[next++]) : "";
  if (next < parts.size())
    given = namesIn(parts[next++]);
  auto found = scope.functions.find(name);
  if (found == scope.functions.end() || !found->second.hasBody ||
      next != parts.size() || found->second.results.size() != results.size() ||
      found->second.parameters.size() != given.size())
    failPtx("'call" + rest + "' is not simulated");
  const Function &function = found->second;
  if (frame.depth == mostCalls)
    failPtx("functions that call each other: " + name);
  Frame called;
  called.depth = frame.depth + 1;
  auto pass = [&](const std::vector<Array> &arrays,
                  const std::vector<std::string> &names) {
    for (size_t n = 0; n < names.size(); ++n) {
      if (!frame.passed.count(names[n]))
        failPtx("no parameter " + names[n]);
      called.passed[arrays[n].name] = frame.passed[names[n]];
    }
  };
  pass(function.results, results);
  pass(function.parameters, given);
  parseFrame(called, function.body);
}

/// Dynamic shared memory lies behind all else.
void BodyParser::placeDynamic() {
  bool isUsed = false;
  for (Instruction &instruction : kernel.code)
    for (Operand &operand : instruction.operands)
      isUsed |= scope.dynamicAlignments.count(operand.symbol) != 0;
  if (!isUsed)
    return;
  constexpr unsigned alignment = 16;
  kernel.sharedBytes =
      (kernel.sharedBytes + alignment - 1) / alignment * alignment;
  for (Instruction &instruction : kernel.code)
    for (Operand &operand : instruction.operands)
      if (scope.dynamicAlignments.count(operand.symbol)) {
        operand.value += kernel.sharedBytes;
        operand.symbol.clear();
      }
}

} // namespace

void simulated::parseBody(Kernel &kernel, const Offsets &parameters,
                          const Scope &scope, const std::string &text) {
  BodyParser(kernel, parameters, scope).run(text);
}
