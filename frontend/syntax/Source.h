//===- Source.h - Source text and diagnostics -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A source file, the mapping from byte offsets to lines and columns, and the
// printing of `file:line:col: error: ...` with source line and caret.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SYNTAX_SOURCE_H
#define TINE_FRONTEND_SYNTAX_SOURCE_H

#include "frontend/syntax/AST.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace tine {

/// The text of one file. Lines and columns count from 1; a column counts bytes.
class SourceFile {
public:
  SourceFile(std::string name, std::string text);

  llvm::StringRef name() const { return fileName; }
  llvm::StringRef text() const { return contents; }

  struct Position {
    unsigned line;
    unsigned column;
  };
  Position position(uint32_t offset) const;

  /// The text of a line without its end.
  llvm::StringRef line(unsigned number) const;

private:
  std::string fileName;
  std::string contents;
  std::vector<uint32_t> lineStarts;
};

enum class Severity { Error, Warning, Note };

/// Collects and prints diagnostics about source files. Not thread-safe.
class Diagnostics {
public:
  explicit Diagnostics(llvm::raw_ostream &os = llvm::errs()) : os(os) {}

  /// Prints the message, the source line and a caret under `range`. After
  /// `maxErrors` errors further ones are counted but not printed.
  void report(Severity severity, const SourceFile &file, ast::Range range,
              const llvm::Twine &message);
  void error(const SourceFile &file, ast::Range range,
             const llvm::Twine &message) {
    report(Severity::Error, file, range, message);
  }
  void warning(const SourceFile &file, ast::Range range,
               const llvm::Twine &message) {
    report(Severity::Warning, file, range, message);
  }
  void note(const SourceFile &file, ast::Range range,
            const llvm::Twine &message) {
    report(Severity::Note, file, range, message);
  }

  bool hasErrors() const { return errors != 0; }
  /// Whether there is an error or warning in that part of the file.
  bool hasReported(const SourceFile &file, ast::Range range) const;

private:
  llvm::raw_ostream &os;
  /// What was reported: a program is elaborated more than once.
  std::set<std::tuple<std::string, uint32_t, std::string>> seen;
  unsigned errors = 0;
  bool showNotes = true;
  bool repeated = false; // the last error or warning, and its notes
  static constexpr unsigned maxErrors = 50;
  static constexpr unsigned maxMessage = 2000;
};

/// The candidate nearest to `name` in edit distance, or "" if none is near.
std::string nearestName(llvm::StringRef name,
                        llvm::ArrayRef<llvm::StringRef> candidates);

} // namespace tine

#endif // TINE_FRONTEND_SYNTAX_SOURCE_H
