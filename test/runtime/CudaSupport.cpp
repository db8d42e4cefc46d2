//===- CudaSupport.cpp - The runtime on simulated GPUs ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaSupport.h"

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tine;
using namespace tine::test;

//===-- The program -------------------------------------------------------===//

const char test::ptx[] = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry axpy(.param .u64 x, .param .u64 y, .param .f32 a,
                     .param .u32 n)
{
  .reg .pred %p<2>;
  .reg .b32 %r<8>;
  .reg .f32 %f<5>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [x];
  ld.param.u64 %rd2, [y];
  ld.param.f32 %f1, [a];
  ld.param.u32 %r5, [n];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  setp.ge.s32 %p1, %r4, %r5;
  @%p1 bra $L;
  mul.wide.s32 %rd3, %r4, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f2, [%rd4];
  cvt.rn.f32.s32 %f3, %r4;
  fma.rn.f32 %f4, %f1, %f2, %f3;
  st.global.f32 [%rd5], %f4;
$L:
  ret;
}
.visible .entry strided(.param .u64 x, .param .u64 y, .param .u32 stride,
                        .param .u32 n)
{
  .reg .pred %p<2>;
  .reg .b32 %r<8>;
  .reg .f32 %f<3>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [x];
  ld.param.u64 %rd2, [y];
  ld.param.u32 %r6, [stride];
  ld.param.u32 %r5, [n];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  setp.ge.s32 %p1, %r4, %r5;
  @%p1 bra $M;
  mul.lo.s32 %r7, %r4, %r6;
  mul.wide.s32 %rd3, %r7, 4;
  mul.wide.s32 %rd4, %r4, 4;
  add.s64 %rd5, %rd1, %rd3;
  add.s64 %rd6, %rd2, %rd4;
  ld.global.f32 %f1, [%rd5];
  st.global.f32 [%rd6], %f1;
$M:
  ret;
}
)";

constexpr int32_t threads = 64;

static const tine_kernel kernels[] = {
    {"axpy", "cuda.py:3:5: in f\ncuda.py:9:1\0mul+add", threads, 4, 0, 0},
    {"strided", "cuda.py:4:5: in f\0", threads, 4, 0, 0}};

tine_image test::images[2] = {{"sm_80", ptx, sizeof(ptx) - 1, 0, 0}, {}};
tine_device_code test::deviceCode = {images, 1, kernels, 2};

extern "C" const tine_program tine_abi_program = {
    TINE_ABI_VERSION,    0,       "cuda.py", "",      "",     "",
    "cpu,cuda:0,cuda:1", nullptr, nullptr,   0,       "",     nullptr,
    &deviceCode,         nullptr, 0,         nullptr, nullptr};

DeviceMap test::ownGpus() {
  DeviceMap map;
  map.count = 3;
  map.places[first] = placeOfGpu(0);
  map.places[second] = placeOfGpu(1);
  return map;
}

DeviceMap test::sharedGpu() {
  DeviceMap map = ownGpus();
  map.places[second] = map.places[first];
  return map;
}

//===-- Children ----------------------------------------------------------===//

[[noreturn]] static void runChild(const Settings &settings, void (*body)()) {
  std::string library = TINE_SIMULATED_CUDA;
  for (const auto &[name, value] : settings)
    if (name == "DRIVER")
      library = value;
    else
      setenv(name.c_str(), value.c_str(), 1);
  // The runtime finds by its name what is loaded.
  if (!library.empty() && !dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL))
    ADD_FAILURE() << dlerror();
  body();
  fflush(stdout);
  _exit(testing::Test::HasFailure() ? 1 : 0);
}

Ended test::run(const Settings &settings, void (*body)()) {
  fflush(stdout);
  int ends[2];
  if (pipe(ends))
    return {-1, "no pipe"};
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 2);
    close(ends[0]);
    close(ends[1]);
    runChild(settings, body);
  }
  close(ends[1]);
  Ended result = {-1, ""};
  char buffer[4096];
  for (ssize_t size; (size = read(ends[0], buffer, sizeof(buffer))) > 0;)
    result.errors.append(buffer, size_t(size));
  close(ends[0]);
  int status = 0;
  if (waitpid(child, &status, 0) == child && WIFEXITED(status))
    result.status = WEXITSTATUS(status);
  return result;
}

static void (*ownBody)();

Ended test::runOnGpus(const Settings &settings, void (*body)()) {
  Settings all = {{"FAKE_CUDA_DEVICES", "2"}, {"TINE_TEST", "1"}};
  for (const auto &[name, value] : settings)
    all[name] = value;
  ownBody = body;
  return run(all, [] {
    DeviceMap map = ownGpus();
    Text problem;
    ASSERT_TRUE(gpuPlaces.open(map, problem));
    gpuPlaces.start(map);
    gpuPlaces.enter(placeOfGpu(0), 0);
    ownBody();
    gpuPlaces.close();
  });
}

//===-- Tensors -----------------------------------------------------------===//

tine_tensor *test::floats(const std::vector<float> &values) {
  tine_tensor *made = tensor(TINE_FLOAT32, {int64_t(values.size())});
  memcpy(elements(made), values.data(), values.size() * sizeof(float));
  return made;
}

std::vector<float> test::floatsOf(const tine_tensor *tensor) {
  tine_tensor *copy = gpuPlaces.copy(tensor, 0, "cuda.py:7:1");
  const auto *begin = static_cast<const float *>(elements(copy));
  std::vector<float> values(begin, begin + elementCount(copy));
  tine_abi_release(copy);
  return values;
}

void test::endJob() {
  OpenChecks open;
  EXPECT_EQ(gpuPlaces.endJob(/*failed=*/false, open), nullptr);
  EXPECT_FALSE(open.any());
}

tine_tensor *test::newOnGpu(int64_t count) {
  return tine_abi_cuda_tensor_new(TINE_FLOAT32, 1, &count);
}

void test::launch(Kernel kernel, const tine_tensor *x, tine_tensor *y,
                  uint64_t number, int64_t count) {
  uint64_t arguments[] = {reinterpret_cast<uint64_t>(elements(x)),
                          reinterpret_cast<uint64_t>(elements(y)), number,
                          uint64_t(count)};
  tine_abi_cuda_launch(kernel, (count + threads - 1) / threads, 1, 1,
                       arguments);
}

uint64_t test::wordOf(float number) {
  uint32_t bits;
  memcpy(&bits, &number, sizeof(bits));
  return bits;
}
