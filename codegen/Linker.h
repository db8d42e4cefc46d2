//===- Linker.h - From an object file to an executable ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Links with lld in process. Everything but the program's own object comes from
// the link bundle, a folder beside the compiler that the build fills, so that
// neither a compiler nor a linker has to be installed.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_CODEGEN_LINKER_H
#define TINE_CODEGEN_LINKER_H

#include "codegen/ObjectEmitter.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tine {

enum class OpenMPLinkage {
  Static, ///< one file without dependencies
  Shared, ///< uses the system's libc and a libomp.so.5, the one beside it first
};

class Linker {
public:
  struct Options {
    OpenMPLinkage openmp = OpenMPLinkage::Static;
    bool keepSymbols = false;
    /// Sanitized executables have the sanitizer and OpenMP inside and use the
    /// system's libc.
    Sanitizer sanitizer = Sanitizer::None;
    /// The program opens shared libraries when it runs, which a static
    /// executable cannot: a second C library would come with them.
    bool opensLibraries = false;
  };

  /// `bundle` is the folder of the link bundle.
  Linker(std::string bundle, const Options &options)
      : bundle(std::move(bundle)), options(options) {}

  /// The bundle that belongs to a compiler at `executable`:
  /// ../lib/tine/link from its folder, symbolic links resolved.
  static std::string bundleOf(llvm::StringRef executable);

  /// Links `objects` into `output`. Fails with the linker's messages, or when
  /// the bundle is not complete; what `output` then holds is undefined. Not
  /// reentrant, as lld is not.
  llvm::Error link(llvm::ArrayRef<std::string> objects,
                   llvm::StringRef output) const;

private:
  std::string bundle;
  Options options;
};

} // namespace tine

#endif // TINE_CODEGEN_LINKER_H
