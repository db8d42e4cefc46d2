//===- PtxParser.cpp - Modules of PTX -------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands outside of functions. Kernels are decoded when all functions are
// known.
//
//===----------------------------------------------------------------------===//

#include "PtxText.h"

#include <cctype>
#include <cstring>

using namespace simulated;

namespace {

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
    for (auto &[kernel, body] : bodies)
      parseBody(*kernel, parameters[kernel], scope, body);
    return std::move(module);
  }

private:
  void skipSpace() {
    while (at < text.size() && isspace(static_cast<unsigned char>(text[at])))
      ++at;
  }
  std::string until(const char *ends) {
    size_t end = text.find_first_of(ends, at);
    if (end == std::string::npos)
      failPtx("the text ends early");
    std::string part = text.substr(at, end - at);
    at = end + 1;
    return part;
  }
  /// What stands in the braces that begin here.
  std::string inBraces() {
    size_t start = at;
    for (int depth = 1; at < text.size(); ++at) {
      depth += (text[at] == '{') - (text[at] == '}');
      if (!depth)
        return text.substr(start, at++ - start);
    }
    failPtx("the text ends early");
  }

  void parseGlobal();
  void parseShared(const std::string &declaration);
  void parseVariable(const std::string &declaration);
  void parseKernel(const std::string &head);
  void parseFunction();
  std::vector<Array> parseParameters(const std::string &list) {
    std::vector<Array> made;
    if (!trim(list).empty())
      for (const std::string &one : split(list, ','))
        made.push_back(parseArray(one));
    return made;
  }

  std::string text;
  size_t at = 0;
  std::unique_ptr<Module> module = std::make_unique<Module>();
  Scope scope;
  std::vector<std::pair<Kernel *, std::string>> bodies;
  std::map<Kernel *, Offsets> parameters;
};

void Parser::parseGlobal() {
  size_t end = text.find_first_of(";{(\n", at);
  std::string head = text.substr(at, end - at);
  if (head.compare(0, 8, ".version") == 0 ||
      head.compare(0, 7, ".target") == 0 ||
      head.compare(0, 13, ".address_size") == 0) {
    until("\n");
    return;
  }
  if (head.find(".entry") != std::string::npos)
    return parseKernel(until("("));
  if (head.find(".func") != std::string::npos)
    return parseFunction();
  if (head.find(".shared") != std::string::npos)
    return parseShared(until(";"));
  if (head.find(".global") != std::string::npos ||
      head.find(".const") != std::string::npos)
    return parseVariable(until(";"));
  failPtx("'" + trim(head) + "' is not simulated");
}

void Parser::parseShared(const std::string &declaration) {
  Array array = parseArray(declaration);
  if (declaration.find(".extern") != std::string::npos)
    scope.dynamicAlignments[array.name] = array.alignment;
  else
    place(array, scope.sharedBytes, scope.shared);
}

void Parser::parseVariable(const std::string &declaration) {
  size_t equals = declaration.find('=');
  Array array = parseArray(declaration.substr(0, equals));
  auto variable = std::make_unique<Variable>();
  variable->name = array.name;
  unsigned bytes = bytesOf(array.element);
  variable->bytes.resize(array.bytes());
  if (equals != std::string::npos) {
    std::string list = trim(declaration.substr(equals + 1));
    if (list[0] == '{')
      list = list.substr(1, list.rfind('}') - 1);
    size_t offset = 0;
    for (const std::string &word : split(list, ',')) {
      if (offset + bytes > variable->bytes.size())
        failPtx("too many values for " + array.name);
      uint64_t value = numberOf(trim(word));
      memcpy(&variable->bytes[offset], &value, bytes);
      offset += bytes;
    }
  }
  module->variables.push_back(std::move(variable));
}

void Parser::parseKernel(const std::string &head) {
  auto made = std::make_unique<Kernel>();
  made->name = words(head).back();
  for (const Array &parameter : parseParameters(until(")"))) {
    unsigned offset =
        place(parameter, made->parameterBytes, parameters[made.get()]);
    made->parameters.push_back({offset, unsigned(parameter.bytes())});
  }
  until("{"); // directives such as .maxntid
  bodies.emplace_back(made.get(), inBraces());
  module->kernels[made->name] = std::move(made);
}

/// .func (results) name(parameters), and a body or a semicolon.
void Parser::parseFunction() {
  Function function;
  std::string head = trim(until("(")), name;
  if (size_t space = head.find_last_of(" \n");
      head.compare(space + 1, 5, ".func") == 0) {
    function.results = parseParameters(until(")"));
    name = trim(until("("));
  } else {
    name = head.substr(space + 1);
  }
  function.parameters = parseParameters(until(")"));
  size_t end = text.find_first_of(";{", at);
  if (end == std::string::npos)
    failPtx("the text ends early");
  at = end + 1;
  if (text[end] == '{') {
    function.body = inBraces();
    function.hasBody = true;
  } else if (head.find(".extern") != std::string::npos) {
    failPtx("the function " + name + " is not in the module");
  }
  if (function.hasBody || !scope.functions.count(name))
    scope.functions[name] = std::move(function);
}

} // namespace

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
