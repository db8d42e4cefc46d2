//===- tine-trace.cpp - What a trace says ---------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a summary of what an executable wrote with --trace, and draws it.
//
//===----------------------------------------------------------------------===//

#include "tools/tine-trace/Summary.h"
#include "tools/tine-trace/Timeline.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace tine::trace;

static int fail(const Twine &message) {
  WithColor::error(errs(), "tine-trace") << message << "\n";
  return EXIT_FAILURE;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::OptionCategory category("tine-trace");
  cl::opt<std::string> input(cl::Positional, cl::Required, cl::desc("FILE"),
                             cl::cat(category));
  cl::opt<std::string> svg("svg", cl::desc("Write the timeline as SVG"),
                           cl::value_desc("OUT"), cl::cat(category));
  cl::opt<unsigned> rows("rows", cl::desc("Rows of a table (20)"), cl::init(20),
                         cl::cat(category));
  cl::opt<unsigned> width("width", cl::desc("Pixels of the timeline (1400)"),
                          cl::init(1400), cl::cat(category));
  cl::opt<double> from("from", cl::desc("Begin the timeline there"),
                       cl::value_desc("ms"), cl::cat(category));
  cl::opt<double> to("to", cl::desc("End the timeline there"),
                     cl::value_desc("ms"), cl::cat(category));
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv, "Sums up what --trace of an executable has written\n");

  Expected<Trace> trace = readTrace(input);
  if (!trace)
    return fail(toString(trace.takeError()));
  double length = (trace->end - trace->begin) / 1e3;
  if (from != 0 && !(from >= 0 && from < length))
    return fail("--from is not within the trace, which takes " +
                formatTime(length * 1e3));
  if (to != 0 && !(to > from && std::isfinite(to)))
    return fail("--to is no time behind --from");
  Lanes lanes(*trace);
  printSummary(*trace, lanes, rows, outs());
  if (svg.empty())
    return EXIT_SUCCESS;
  std::error_code error;
  ToolOutputFile out(svg, error, sys::fs::OF_Text);
  if (error)
    return fail("cannot write '" + svg + "': " + error.message());
  writeTimeline(*trace, lanes,
                {from * 1e3, std::min<double>(to, length) * 1e3, width},
                out.os());
  out.keep();
  return EXIT_SUCCESS;
}
