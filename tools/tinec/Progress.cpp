//===- Progress.cpp - What a terminal shows meanwhile ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread draws the line with one write, so that it never stands in the middle
// of a message.
//
//===----------------------------------------------------------------------===//

#include "tools/tinec/Progress.h"
#include "llvm/Support/Process.h"
#include <atomic>
#include <unistd.h>

using namespace std::chrono_literals;
using llvm::StringRef;

namespace tine {

/// When the line first appears, how long it waits after a message, and how
/// often it is drawn.
static constexpr std::chrono::milliseconds patience = 2s, pause = 1s,
                                           period = 250ms;

static std::atomic<bool> drawn = false;

static void put(StringRef text) {
  // A terminal that does not take it does not show it.
  [[maybe_unused]] ssize_t written =
      ::write(STDERR_FILENO, text.data(), text.size());
}

void Progress::erase() {
  if (drawn.exchange(false))
    put("\r\033[K");
}

/// Whether standard error can redraw a line.
static bool canRedraw() {
  const char *terminal = ::getenv("TERM");
  return llvm::sys::Process::StandardErrIsDisplayed() && terminal &&
         *terminal && StringRef(terminal) != "dumb";
}

Progress::Progress(bool wanted, StringRef input)
    : input(input), showFrom(started + patience) {
  if (!wanted || !canRedraw())
    return;
  eraser = std::make_unique<Eraser>(*this);
  llvm::errs().tie(eraser.get());
  thread = std::thread([this] { run(); });
}

Progress::~Progress() {
  if (!thread.joinable())
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    ended = true;
  }
  wake.notify_one();
  thread.join();
  llvm::errs().tie(&llvm::outs());
  erase();
}

void Progress::setStep(StringRef name) {
  std::lock_guard<std::mutex> lock(mutex);
  step = name.str();
}

void Progress::run() {
  std::unique_lock<std::mutex> lock(mutex);
  while (!ended) {
    Clock::time_point now = Clock::now();
    if (now >= showFrom)
      draw(now);
    wake.wait_until(lock, std::max(showFrom, now + period));
  }
}

void Progress::draw(Clock::time_point now) {
  auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(now - started);
  std::string line = "tinec: " + step + " '" + input + "' (" +
                     std::to_string(seconds.count()) + " s)";
  // A line that is broken cannot be erased.
  unsigned columns = llvm::sys::Process::StandardErrColumns();
  if (columns > 1)
    line.resize(std::min<size_t>(line.size(), columns - 1));
  drawn = true;
  put("\r" + line + "\033[K");
}

Progress::Eraser::Eraser(Progress &progress) : progress(progress) {
  // There is always something to flush.
  SetBufferSize(8);
  *this << ' ';
}

Progress::Eraser::~Eraser() {
  ending = true;
  flush();
}

void Progress::Eraser::write_impl(const char *, size_t) {
  if (ending)
    return;
  llvm::outs().flush();
  {
    std::lock_guard<std::mutex> lock(progress.mutex);
    erase();
    progress.showFrom = std::max(progress.showFrom, Clock::now() + pause);
  }
  *this << ' ';
}

} // namespace tine
