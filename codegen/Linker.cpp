//===- Linker.cpp - From an object file to an executable ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the command line of the linker. Files are named by full path: no
// search path of the machine takes part.
//
//===----------------------------------------------------------------------===//

#include "codegen/Linker.h"
#include "lld/Common/Driver.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

LLD_HAS_DRIVER(elf)

using namespace llvm;

namespace tine {

namespace {

/// Arguments of the linker, and the files of the bundle that are not there.
class CommandLine {
public:
  explicit CommandLine(StringRef bundle) : bundle(bundle) {}

  void add(ArrayRef<StringRef> values) {
    for (StringRef value : values)
      arguments.push_back(value.str());
  }
  void addObjects(ArrayRef<std::string> values) {
    llvm::append_range(arguments, values);
  }
  /// Files of the bundle.
  void addFiles(ArrayRef<StringRef> names) {
    for (StringRef name : names) {
      SmallString<128> path(bundle);
      sys::path::append(path, name);
      if (!sys::fs::exists(path))
        missing.push_back(name.str());
      arguments.push_back(std::string(path));
    }
  }

  ArrayRef<std::string> missingFiles() const { return missing; }
  SmallVector<const char *> pointers() const {
    SmallVector<const char *> result;
    for (const std::string &argument : arguments)
      result.push_back(argument.c_str());
    return result;
  }

private:
  std::string bundle;
  std::vector<std::string> arguments;
  std::vector<std::string> missing;
};

} // namespace

/// A statically linked executable that is loaded at a random address.
static void addStatic(CommandLine &line, ArrayRef<std::string> objects) {
  line.add(
      {"-static", "-pie", "--no-dynamic-linker", "-z", "text", "--icf=safe"});
  line.addFiles({"rcrt1.o", "crti.o", "shared/crtbeginS.o"});
  line.addObjects(objects);
  // The C library and libgcc need each other.
  line.add({"--start-group"});
  line.addFiles({"libtine_runtime.a", "libomp.a", "libjpeg.a", "libz.a",
                 "libm.a", "libmvec.a", "libc.a", "libgcc.a", "libgcc_eh.a"});
  line.add({"--end-group"});
  line.addFiles({"shared/crtendS.o", "crtn.o"});
}

/// A position-independent executable that uses the system's C library; `inner`
/// goes in between the program and that.
static void addDynamic(CommandLine &line, ArrayRef<std::string> objects,
                       ArrayRef<StringRef> inner) {
  line.add({"-pie", "--dynamic-linker=/lib64/ld-linux-x86-64.so.2",
            "--hash-style=gnu", "--allow-shlib-undefined", "--as-needed"});
  line.addFiles({"shared/Scrt1.o", "crti.o", "shared/crtbeginS.o"});
  line.addObjects(objects);
  line.addFiles(inner);
  line.addFiles({"libjpeg.a", "libz.a", "shared/libm.so.6", "shared/libc.so.6",
                 "shared/libc_nonshared.a", "libgcc.a", "libgcc_eh.a",
                 "shared/crtendS.o", "crtn.o"});
}

static void addByKind(CommandLine &line, ArrayRef<std::string> objects,
                      const Linker::Options &options) {
  switch (options.sanitizer) {
  case Sanitizer::Address:
    // The sanitizer's start-up code has to come whole.
    line.add({"--export-dynamic", "--whole-archive"});
    line.addFiles({"sanitize-address/libclang_rt.asan.a"});
    line.add({"--no-whole-archive"});
    return addDynamic(line, objects,
                      {"sanitize-address/libtine_runtime.a", "libomp.a"});
  case Sanitizer::Thread:
    line.add({"--export-dynamic", "--whole-archive"});
    line.addFiles({"sanitize-thread/libclang_rt.tsan.a"});
    line.add({"--no-whole-archive"});
    return addDynamic(
        line, objects,
        {"sanitize-thread/libtine_runtime.a", "sanitize-thread/libomp.a"});
  case Sanitizer::None:
    break;
  }
  // A program that only copies to a GPU calls nothing that brings the rest.
  if (options.opensLibraries)
    line.add({"-u", "tine_abi_cuda_launch"});
  if (options.openmp == OpenMPLinkage::Static)
    return options.opensLibraries
               ? addDynamic(line, objects, {"libtine_runtime.a", "libomp.a"})
               : addStatic(line, objects);
  line.add({"-rpath", "$ORIGIN", "--icf=safe"});
  addDynamic(line, objects, {"libtine_runtime.a", "shared/libomp.so.5"});
}

std::string Linker::bundleOf(StringRef executable) {
  SmallString<128> path;
  if (sys::fs::real_path(executable, path))
    path = executable;
  sys::path::remove_filename(path);
  sys::path::append(path, "..", "lib", "tine", "link");
  sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return std::string(path);
}

Error Linker::link(ArrayRef<std::string> objects, StringRef output) const {
  CommandLine line(bundle);
  line.add({"ld.lld", "-m", "elf_x86_64", "-o", output, "--gc-sections",
            "--eh-frame-hdr", "-z", "relro", "-z", "now", "-z", "noexecstack",
            "--build-id=none", "--no-color-diagnostics"});
  if (!options.keepSymbols)
    line.add({"--strip-all"});
  addByKind(line, objects, options);
  if (!line.missingFiles().empty())
    return createStringError("the link bundle '" + bundle + "' lacks " +
                             join(line.missingFiles(), ", ") +
                             "; the installation of Tine is not complete");

  std::string messages;
  raw_string_ostream os(messages);
  lld::Result result =
      lld::lldMain(line.pointers(), os, os, {{lld::Gnu, &lld::elf::link}});
  if (result.retCode == 0)
    return Error::success();
  return createStringError("linking failed\n" + StringRef(messages).rtrim());
}

} // namespace tine
