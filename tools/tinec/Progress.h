//===- Progress.h - What a terminal shows meanwhile -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line on a terminal that says what a long compilation is at. It appears
// after two seconds, gives way to messages, and is gone at the end.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TOOLS_TINEC_PROGRESS_H
#define TINE_TOOLS_TINEC_PROGRESS_H

#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace tine {

class Progress {
public:
  /// Shows nothing where standard error is no terminal, or one that cannot
  /// move its cursor. `input` is what is compiled.
  Progress(bool wanted, llvm::StringRef input);
  /// Removes the line.
  ~Progress();

  /// Names what is being done.
  void setStep(llvm::StringRef name);

  /// Removes the line that is being shown, if any; for handlers of signals.
  static void erase();

private:
  using Clock = std::chrono::steady_clock;

  /// Standard error is tied to it: whatever is printed there flushes it first,
  /// and that removes the line.
  class Eraser : public llvm::raw_ostream {
  public:
    explicit Eraser(Progress &progress);
    ~Eraser() override;

  private:
    void write_impl(const char *text, size_t size) override;
    uint64_t current_pos() const override { return 0; }
    Progress &progress;
    bool ending = false;
  };

  void run();
  void draw(Clock::time_point now);

  std::string input;
  std::mutex mutex;
  std::condition_variable wake;
  std::string step;
  Clock::time_point started = Clock::now();
  Clock::time_point showFrom;
  bool ended = false;
  std::unique_ptr<Eraser> eraser;
  std::thread thread;
};

} // namespace tine

#endif // TINE_TOOLS_TINEC_PROGRESS_H
