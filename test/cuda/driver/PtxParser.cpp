//===- PtxParser.cpp - Modules of PTX -------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx.h"

#include <cctype>
#include <cstdlib>
#include <cstring>

using namespace simulated;

namespace {

const std::map<std::string, Type> types = {
    {"pred", Type::Pred}, {"b8", Type::B8},   {"b16", Type::B16},
    {"b32", Type::B32},   {"b64", Type::B64}, {"u8", Type::U8},
    {"u16", Type::U16},   {"u32", Type::U32}, {"u64", Type::U64},
    {"s8", Type::S8},     {"s16", Type::S16}, {"s32", Type::S32},
    {"s64", Type::S64},   {"f16", Type::F16}, {"bf16", Type::BF16},
    {"f32", Type::F32},   {"f64", Type::F64}};

std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (char c : text) {
    depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    if (c == separator && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::string trim(const std::string &text) {
  size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string::npos)
    return "";
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

std::vector<std::string> words(const std::string &text) {
  std::vector<std::string> found;
  for (const std::string &one : split(text, ' '))
    if (!trim(one).empty())
      found.push_back(trim(one));
  return found;
}

class Parser {
public:
  explicit Parser(const std::string &given) {
    // Without comments; a tab is a space.
    for (size_t i = 0; i < given.size(); ++i) {
      if (given.compare(i, 2, "//") == 0)
        i = std::min(given.find('\n', i), given.size());
      text += i >= given.size() || given[i] == '\t' ? ' ' : given[i];
    }
  }

  std::unique_ptr<Module> run() {
    while (skipSpace(), at < text.size())
      parseGlobal();
    return std::move(module);
  }

private:
  [[noreturn]] void fail(const std::string &what) {
    throw PtxError("PTX: " + what);
  }
  void skipSpace() {
    while (at < text.size() && isspace(static_cast<unsigned char>(text[at])))
      ++at;
  }
  std::string until(const char *ends) {
    size_t end = text.find_first_of(ends, at);
    if (end == std::string::npos)
      fail("the text ends early");
    std::string part = text.substr(at, end - at);
    at = end + 1;
    return part;
  }

  void parseGlobal();
  void parseVariable(const std::string &declaration);
  void parseKernel(const std::string &head);
  void parseParameters(const std::string &list);
  void parseStatement();
  void parseInstruction(std::string statement);
  Operand parseOperand(std::string word);
  Operand parseAddress(const std::string &inner);
  Operand parseNumber(const std::string &word);
  int registerOf(const std::string &name) {
    return registers.try_emplace(name, int(registers.size())).first->second;
  }
  /// A declared array: its name, alignment and size in bytes.
  struct Array {
    std::string name;
    Type element = Type::B8;
    unsigned alignment = 1;
    uint64_t count = 1;
  };
  Array parseArray(const std::string &declaration);
  void place(const Array &array, unsigned &top,
             std::map<std::string, unsigned> &offsets) {
    top = (top + array.alignment - 1) / array.alignment * array.alignment;
    offsets[array.name] = top;
    top += unsigned(array.count * bytesOf(array.element));
  }

  std::string text;
  size_t at = 0;
  std::unique_ptr<Module> module = std::make_unique<Module>();
  // Of the kernel.
  Kernel *kernel = nullptr;
  std::map<std::string, int> registers;
  std::map<std::string, unsigned> shared, local, parameters;
  unsigned moduleShared = 0;
  std::map<std::string, unsigned> moduleArrays;
  std::map<std::string, int> labels;
  std::vector<std::pair<size_t, std::string>> branches;
};

void Parser::parseGlobal() {
  size_t start = at;
  size_t end = text.find_first_of(";{(\n", at);
  std::string head = text.substr(start, end - start);
  if (head.compare(0, 8, ".version") == 0 ||
      head.compare(0, 7, ".target") == 0 ||
      head.compare(0, 13, ".address_size") == 0) {
    until("\n");
    return;
  }
  if (head.find(".entry") != std::string::npos)
    return parseKernel(until("("));
  if (head.find(".shared") != std::string::npos) {
    place(parseArray(until(";")), moduleShared, moduleArrays);
    return;
  }
  if (head.find(".global") != std::string::npos ||
      head.find(".const") != std::string::npos)
    return parseVariable(until(";"));
  fail("'" + trim(head) + "' is not simulated");
}

Parser::Array Parser::parseArray(const std::string &declaration) {
  Array array;
  std::vector<std::string> all = words(declaration);
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i] == ".align" && i + 1 < all.size())
      array.alignment = unsigned(atoi(all[++i].c_str()));
    else if (all[i][0] != '.')
      array.name = all[i];
    else if (types.count(all[i].substr(1)))
      array.element = typeOf(all[i].substr(1));
  }
  size_t bracket = array.name.find('[');
  if (bracket != std::string::npos) {
    array.count = strtoull(array.name.c_str() + bracket + 1, nullptr, 10);
    array.name.resize(bracket);
  }
  return array;
}

void Parser::parseVariable(const std::string &declaration) {
  size_t equals = declaration.find('=');
  Array array = parseArray(declaration.substr(0, equals));
  auto variable = std::make_unique<Variable>();
  variable->name = array.name;
  unsigned bytes = bytesOf(array.element);
  variable->bytes.resize(array.count * bytes);
  if (equals != std::string::npos) {
    std::string list = trim(declaration.substr(equals + 1));
    if (list[0] == '{')
      list = list.substr(1, list.rfind('}') - 1);
    size_t offset = 0;
    for (const std::string &word : split(list, ',')) {
      if (offset + bytes > variable->bytes.size())
        fail("too many values for " + array.name);
      uint64_t value = parseNumber(trim(word)).value;
      memcpy(&variable->bytes[offset], &value, bytes);
      offset += bytes;
    }
  }
  module->variables.push_back(std::move(variable));
}

void Parser::parseKernel(const std::string &head) {
  auto made = std::make_unique<Kernel>();
  kernel = made.get();
  kernel->name = words(head).back();
  registers.clear();
  parameters.clear();
  local.clear();
  labels.clear();
  branches.clear();
  shared = moduleArrays;
  kernel->sharedBytes = moduleShared;
  parseParameters(until(")"));
  until("{"); // directives such as .maxntid
  while (skipSpace(), at < text.size() && text[at] != '}')
    parseStatement();
  until("}");
  for (const auto &[position, label] : branches) {
    if (!labels.count(label))
      fail("no label " + label);
    kernel->code[position].target = labels[label];
  }
  kernel->registers = int(registers.size());
  module->kernels[kernel->name] = std::move(made);
}

void Parser::parseParameters(const std::string &list) {
  if (trim(list).empty())
    return;
  for (const std::string &one : split(list, ',')) {
    Array parameter;
    for (const std::string &word : words(one))
      if (word[0] != '.' && !isdigit(static_cast<unsigned char>(word[0])))
        parameter.name = word;
      else if (types.count(word.substr(1)) && word[0] == '.')
        parameter.element = typeOf(word.substr(1));
    parameter.alignment = bytesOf(parameter.element);
    place(parameter, kernel->parameterBytes, parameters);
    kernel->parameters.push_back(
        {parameters[parameter.name], bytesOf(parameter.element)});
  }
}

void Parser::parseStatement() {
  size_t end = text.find_first_of(";:", at);
  if (end == std::string::npos)
    fail("a kernel ends early");
  std::string word = trim(text.substr(at, end - at));
  if (text[end] == ':' && word.find(' ') == std::string::npos) {
    labels[word] = int(kernel->code.size());
    at = end + 1;
    return;
  }
  std::string statement = trim(until(";"));
  if (statement[0] == '.') {
    if (statement.compare(0, 6, ".local") == 0)
      place(parseArray(statement), kernel->localBytes, local);
    else if (statement.compare(0, 7, ".shared") == 0)
      place(parseArray(statement), kernel->sharedBytes, shared);
    else if (statement.compare(0, 4, ".reg") != 0 &&
             statement.compare(0, 7, ".pragma") != 0)
      fail("'" + statement + "' is not simulated");
    return;
  }
  parseInstruction(statement);
}

Operand Parser::parseNumber(const std::string &word) {
  Operand operand;
  operand.kind = Operand::Constant;
  // Bits of a float stand behind 0f and 0d.
  if (word.size() > 2 && word[0] == '0' && strchr("fFdD", word[1]))
    operand.value = strtoull(word.c_str() + 2, nullptr, 16);
  else if (word[0] == '-')
    operand.value = uint64_t(strtoll(word.c_str(), nullptr, 0));
  else
    operand.value = strtoull(word.c_str(), nullptr, 0);
  return operand;
}

Operand Parser::parseAddress(const std::string &inner) {
  Operand operand;
  size_t plus = inner.find('+');
  std::string base = trim(inner.substr(0, plus));
  if (plus != std::string::npos)
    operand.value = uint64_t(strtoll(inner.c_str() + plus + 1, nullptr, 0));
  if (base[0] == '%')
    operand.reg = registerOf(base);
  else {
    uint64_t offset = operand.value;
    operand = parseOperand(base);
    operand.value += offset;
  }
  operand.kind = Operand::Address;
  return operand;
}

Operand Parser::parseOperand(std::string word) {
  word = trim(word);
  if (word.empty() || word == "_")
    return {};
  if (word[0] == '!') {
    Operand operand = parseOperand(word.substr(1));
    operand.negated = true;
    return operand;
  }
  if (word[0] == '[')
    return parseAddress(word.substr(1, word.rfind(']') - 1));
  static const std::map<std::string, Special> specials = {
      {"%tid", Special::Tid},     {"%ntid", Special::Ntid},
      {"%ctaid", Special::Ctaid}, {"%nctaid", Special::Nctaid},
      {"%laneid", Special::Lane}, {"%warpid", Special::Warp}};
  Operand operand;
  if (word[0] == '%') {
    size_t dot = word.find('.');
    auto special = specials.find(word.substr(0, dot));
    if (special == specials.end()) {
      operand.kind = Operand::Register;
      operand.reg = registerOf(word);
      return operand;
    }
    operand.kind = Operand::Thread;
    operand.special = special->second;
    operand.dimension =
        dot == std::string::npos ? 0 : uint8_t(word[dot + 1] - 'x');
    return operand;
  }
  if (isdigit(static_cast<unsigned char>(word[0])) || word[0] == '-')
    return parseNumber(word);
  operand.kind = Operand::Constant;
  for (const auto *arrays : {&parameters, &shared, &local})
    if (auto found = arrays->find(word); found != arrays->end()) {
      operand.value = found->second;
      return operand;
    }
  operand.symbol = word;
  return operand;
}

void Parser::parseInstruction(std::string statement) {
  Instruction made;
  made.text = statement;
  if (statement[0] == '@') {
    size_t end = statement.find(' ');
    std::string guard = statement.substr(1, end - 1);
    made.guardNegated = guard[0] == '!';
    made.guard = registerOf(guard.substr(made.guardNegated));
    statement = trim(statement.substr(end));
  }
  size_t end = statement.find(' ');
  std::vector<std::string> parts = split(statement.substr(0, end), '.');
  std::string rest = end == std::string::npos ? "" : statement.substr(end);
  made.name = parts[0];
  made.modifiers.assign(parts.begin() + 1, parts.end());
  static const std::map<std::string, Space> spaces = {{"global", Space::Global},
                                                      {"const", Space::Global},
                                                      {"shared", Space::Shared},
                                                      {"local", Space::Local},
                                                      {"param", Space::Param}};
  for (const std::string &modifier : made.modifiers) {
    if (types.count(modifier)) {
      made.type = made.type == Type::None ? typeOf(modifier) : made.type;
      made.from = typeOf(modifier);
    }
    if (auto space = spaces.find(modifier); space != spaces.end())
      made.space = space->second;
    if (modifier == "v2" || modifier == "v4")
      made.width = unsigned(modifier[1] - '0');
  }
  if (made.name == "bra") {
    branches.emplace_back(kernel->code.size(), trim(rest));
  } else {
    bool hasResult = made.name != "st" && made.name != "bar" &&
                     made.name != "barrier" && made.name != "ret";
    int position = 0;
    for (const std::string &one : split(rest, ',')) {
      std::string word = trim(one);
      if (word.empty())
        continue;
      auto &to = position++ == 0 && hasResult ? made.results : made.operands;
      if (word[0] == '{')
        for (const std::string &element :
             split(word.substr(1, word.rfind('}') - 1), ','))
          to.push_back(parseOperand(element));
      else
        for (const std::string &element : split(word, '|'))
          to.push_back(parseOperand(element));
    }
  }
  decode(made);
  kernel->code.push_back(std::move(made));
}

} // namespace

Type simulated::typeOf(const std::string &name) {
  auto found = types.find(name);
  return found == types.end() ? Type::None : found->second;
}

unsigned simulated::bytesOf(Type type) {
  switch (type) {
  case Type::B16:
  case Type::U16:
  case Type::S16:
  case Type::F16:
  case Type::BF16:
    return 2;
  case Type::B32:
  case Type::U32:
  case Type::S32:
  case Type::F32:
    return 4;
  case Type::B64:
  case Type::U64:
  case Type::S64:
  case Type::F64:
    return 8;
  default:
    return 1;
  }
}

std::unique_ptr<Module> simulated::parse(const std::string &text) {
  return Parser(text).run();
}

void simulated::bindVariables(Module &module) {
  std::map<std::string, uint64_t> addresses;
  for (const auto &variable : module.variables)
    addresses[variable->name] = variable->address;
  for (auto &[name, kernel] : module.kernels)
    for (Instruction &instruction : kernel->code)
      for (Operand &operand : instruction.operands) {
        if (operand.symbol.empty())
          continue;
        auto found = addresses.find(operand.symbol);
        if (found == addresses.end())
          throw PtxError("PTX: unknown name '" + operand.symbol + "' in " +
                         name);
        operand.value += found->second;
      }
}
