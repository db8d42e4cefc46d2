//===- cuda_trace.h - What GPUs did when ------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A trace has a lane for each stream that got work. While there is a trace, an
// event with a time stands before and behind each kernel and copy. Times are
// read later, when the work has run: nobody waits for them before the end of
// the program, or of a profile.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_CUDA_TRACE_H
#define TINE_RUNTIME_CUDA_TRACE_H

#include "cuda_streams.h"
#include "trace.h"

namespace tine::cuda {

/// Of copies in a trace; PyTorch's name.
constexpr char copyCategory[] = "gpu_memcpy";

/// What is issued to the stream while this lives is a span, if there is a
/// trace. One thread at a time issues to a stream. `name` is null where the
/// stream says what it does, as "GPU 0 to GPU 1"; all texts live as long as the
/// program. `bytes` of a copy, else -1.
class StreamSpan {
public:
  StreamSpan(Stream &stream, const char *category, const char *name,
             const char *where, int64_t bytes = -1)
      : stream(tracing() ? &stream : nullptr) {
    if (this->stream)
      begin(category, name, where, bytes);
  }
  StreamSpan(const StreamSpan &) = delete;
  StreamSpan &operator=(const StreamSpan &) = delete;
  ~StreamSpan() {
    if (stream)
      end();
  }

private:
  void begin(const char *category, const char *name, const char *where,
             int64_t bytes);
  void end();

  Stream *stream; // null without a trace
};

/// Writes the spans of the stream that have run, if none were written lately.
void gatherSpans(Stream &stream);

/// Writes the spans of the stream, whose work has run.
void writeSpans(Stream &stream);

/// Give back what the driver has.
void releaseSpans(Stream &stream);
void releaseClock(Gpu &gpu);

} // namespace tine::cuda

#endif // TINE_RUNTIME_CUDA_TRACE_H
