//===- Weights.cpp - Weights inside of an executable ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "codegen/Weights.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "runtime/src/objects.h"
#include "runtime/src/weights.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Errc.h"
#include "llvm/Support/raw_ostream.h"
#include <deque>

using namespace llvm;

namespace tine {

struct Weights::Content {
  std::string path;
  std::deque<std::string> names;
  std::deque<std::vector<int64_t>> sizes;
  std::vector<tine_parameter> parameters;
  WeightsFile file;
};

Weights::Weights(std::unique_ptr<Content> content)
    : content(std::move(content)) {}
Weights::~Weights() = default;

Expected<std::unique_ptr<Weights>> Weights::open(mlir::ModuleOp module,
                                                 StringRef path) {
  auto content = std::make_unique<Content>();
  content->path = path.str();
  auto table = module->getAttrOfType<mlir::ArrayAttr>("tine.parameters");
  if (!table)
    return createStringError(errc::invalid_argument,
                             "the program has no weights");
  for (auto entry : table.getAsRange<mlir::DictionaryAttr>()) {
    auto number = [&](StringRef name) {
      return entry.getAs<mlir::IntegerAttr>(name).getInt();
    };
    content->names.push_back(
        entry.getAs<mlir::StringAttr>("name").getValue().str());
    content->sizes.push_back(
        entry.getAs<mlir::DenseI64ArrayAttr>("sizes").asArrayRef().vec());
    content->parameters.push_back(
        {content->names.back().c_str(), content->sizes.back().data(),
         int32_t(number("dtype")), int32_t(content->sizes.back().size()),
         number("same")});
  }
  Text problem;
  if (!content->file.open(content->path.c_str(), problem) ||
      !content->file.match(content->parameters.data(),
                           int64_t(content->parameters.size()), problem))
    return createStringError(errc::invalid_argument, "cannot load '%s': %.*s",
                             content->path.c_str(), int(problem.size),
                             problem.data);
  return std::unique_ptr<Weights>(new Weights(std::move(content)));
}

//===----------------------------------------------------------------------===//
// The object file
//===----------------------------------------------------------------------===//

/// Elements of all tensors begin on such a boundary.
static constexpr uint64_t alignment = 64;
static constexpr char sectionNames[] =
    "\0.lrodata.tine_weights\0.symtab\0.strtab\0.note.GNU-stack";
static constexpr char symbolNames[] = "\0tine_weights";

static uint64_t aligned(uint64_t offset) { return alignTo(offset, alignment); }

static uint64_t bytesOf(const tine_parameter &parameter) {
  uint64_t bytes = elementBytes(parameter.dtype);
  for (int32_t d = 0; d < parameter.rank; ++d)
    bytes *= uint64_t(parameter.sizes[d]);
  return bytes;
}

static ELF::Elf64_Shdr section(StringRef name, uint32_t type, uint64_t offset,
                               uint64_t size) {
  ELF::Elf64_Shdr header{};
  StringRef names(sectionNames, sizeof(sectionNames));
  header.sh_name = name.empty() ? 0 : names.find(name);
  header.sh_type = type;
  header.sh_offset = offset;
  header.sh_size = size;
  header.sh_addralign = 1;
  return header;
}

template <typename T> static void writeRaw(raw_ostream &os, const T &value) {
  os.write(reinterpret_cast<const char *>(&value), sizeof(value));
}

Error Weights::write(raw_ostream &os) const {
  const std::vector<tine_parameter> &parameters = content->parameters;
  std::vector<int64_t> offsets;
  uint64_t size = aligned(parameters.size() * sizeof(int64_t));
  for (const auto &[i, parameter] : enumerate(parameters)) {
    // Of a tensor with several names the first one has the elements.
    bool isOwn = parameter.same == int64_t(i);
    offsets.push_back(isOwn ? int64_t(size) : -1);
    if (isOwn)
      size = aligned(size + bytesOf(parameter));
  }

  // The header, the section, symbols, names, the table of sections.
  const uint64_t start = aligned(sizeof(ELF::Elf64_Ehdr));
  const uint64_t symbols = start + size;
  const uint64_t strings = symbols + 2 * sizeof(ELF::Elf64_Sym);
  const uint64_t names = strings + sizeof(symbolNames);
  const uint64_t table = aligned(names + sizeof(sectionNames));
  enum { None, Data, Symbols, Strings, Names, Stack, Count };

  ELF::Elf64_Ehdr header{};
  memcpy(header.e_ident, ELF::ElfMagic, 4);
  header.e_ident[ELF::EI_CLASS] = ELF::ELFCLASS64;
  header.e_ident[ELF::EI_DATA] = ELF::ELFDATA2LSB;
  header.e_ident[ELF::EI_VERSION] = ELF::EV_CURRENT;
  header.e_type = ELF::ET_REL;
  header.e_machine = ELF::EM_X86_64;
  header.e_version = ELF::EV_CURRENT;
  header.e_shoff = table;
  header.e_ehsize = sizeof(header);
  header.e_shentsize = sizeof(ELF::Elf64_Shdr);
  header.e_shnum = Count;
  header.e_shstrndx = Names;
  writeRaw(os, header);
  os.write_zeros(start - sizeof(header));

  for (int64_t offset : offsets)
    writeRaw(os, offset);
  uint64_t at = parameters.size() * sizeof(int64_t);
  std::vector<char> elements;
  for (const auto &[i, parameter] : enumerate(parameters)) {
    if (offsets[i] < 0)
      continue;
    os.write_zeros(uint64_t(offsets[i]) - at);
    elements.assign(bytesOf(parameter), 0);
    const FileTensor *tensor = content->file.tensorOf(int64_t(i));
    if (tensor && !content->file.read(*tensor, elements.data()))
      return createStringError(
          errc::io_error, "cannot load '%s': %s", content->path.c_str(),
          errno ? strerror(errno) : "the file ends too early");
    if (parameter.dtype == TINE_BOOL)
      for (char &element : elements)
        element = element != 0;
    os.write(elements.data(), elements.size());
    at = uint64_t(offsets[i]) + elements.size();
  }
  os.write_zeros(size - at);

  writeRaw(os, ELF::Elf64_Sym{});
  ELF::Elf64_Sym symbol{};
  symbol.st_name = 1;
  symbol.st_info = ELF::STB_GLOBAL << 4 | ELF::STT_OBJECT;
  symbol.st_shndx = Data;
  symbol.st_size = size;
  writeRaw(os, symbol);
  os.write(symbolNames, sizeof(symbolNames));
  os.write(sectionNames, sizeof(sectionNames));
  os.write_zeros(table - names - sizeof(sectionNames));

  ELF::Elf64_Shdr sections[Count] = {
      ELF::Elf64_Shdr{},
      section(".lrodata", ELF::SHT_PROGBITS, start, size),
      section(".symtab", ELF::SHT_SYMTAB, symbols, 2 * sizeof(ELF::Elf64_Sym)),
      section(".strtab", ELF::SHT_STRTAB, strings, sizeof(symbolNames)),
      section("", ELF::SHT_STRTAB, names, sizeof(sectionNames)),
      section(".note.GNU-stack", ELF::SHT_PROGBITS, table, 0)};
  // So large that code and data must not lie on both sides of it.
  sections[Data].sh_flags = ELF::SHF_ALLOC | ELF::SHF_X86_64_LARGE;
  sections[Data].sh_addralign = alignment;
  sections[Symbols].sh_link = Strings;
  sections[Symbols].sh_info = 1; // the first global symbol
  sections[Symbols].sh_entsize = sizeof(ELF::Elf64_Sym);
  sections[Symbols].sh_addralign = 8;
  for (const ELF::Elf64_Shdr &entry : sections)
    writeRaw(os, entry);
  return Error::success();
}

} // namespace tine
