# The link bundle: everything that an executable made by tinec is linked from.
# It is copied from this machine at build time into lib/tine/link beside the
# compiler, so that its users need neither a compiler nor a linker.

set(TINE_BUNDLE ${CMAKE_BINARY_DIR}/lib/tine/link)
set(bundle_files)

# bundle_copy(SOURCE NAME [DEPENDS targets...])
function(bundle_copy source name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  add_custom_command(OUTPUT ${TINE_BUNDLE}/${name}
    COMMAND ${CMAKE_COMMAND} -E copy ${source} ${TINE_BUNDLE}/${name}
    DEPENDS ${source} ${ARG_DEPENDS}
    COMMENT "Link bundle: ${name}" VERBATIM)
  set(bundle_files ${bundle_files} ${TINE_BUNDLE}/${name} PARENT_SCOPE)
endfunction()

# bundle_system(NAME [FILE]): a file of the C library or of the compiler, under
# its own name or that of FILE.
function(bundle_system name)
  set(file ${name})
  if(ARGC GREATER 1)
    set(file ${ARGV1})
  endif()
  execute_process(
    COMMAND ${CMAKE_C_COMPILER} -print-file-name=${file}
    OUTPUT_VARIABLE path OUTPUT_STRIP_TRAILING_WHITESPACE)
  file(REAL_PATH "${path}" path)
  if(NOT EXISTS "${path}")
    message(FATAL_ERROR "The link bundle needs ${file}, which "
      "${CMAKE_C_COMPILER} does not find. Debian has it in libc6-dev, "
      "libgcc-12-dev, zlib1g-dev, libjpeg62-turbo-dev or libomp-22-dev; scripts/setup.sh installs them.")
  endif()
  bundle_copy(${path} ${name})
  set(bundle_files ${bundle_files} PARENT_SCOPE)
endfunction()

# libjpeg.a and libz.a are for images; programs without them take nothing of them.
foreach(name rcrt1.o crti.o crtn.o libc.a libmvec.a libgcc.a libgcc_eh.a
        libjpeg.a libz.a)
  bundle_system(${name})
endforeach()
# libm.a is a linker script that names the archive by its full path.
execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libm.a
  OUTPUT_VARIABLE libm OUTPUT_STRIP_TRAILING_WHITESPACE)
file(READ ${libm} libm_script LIMIT 4096)
if(libm_script MATCHES "(/[^ ]*/libm-[^ ]*\\.a)")
  set(libm ${CMAKE_MATCH_1})
endif()
bundle_copy(${libm} libm.a)

# For --openmp=shared; crtbeginS.o and crtendS.o for static executables, too.
foreach(name Scrt1.o crtbeginS.o crtendS.o libc.so.6 libm.so.6
        libc_nonshared.a libomp.so.5)
  bundle_system(shared/${name} ${name})
endforeach()

# bundle_libomp(FOLDER OPTIONS...): libomp.a as scripts/build-libomp.sh makes it.
function(bundle_libomp folder)
  add_custom_command(OUTPUT ${TINE_BUNDLE}/${folder}libomp.a
    COMMAND ${CMAKE_SOURCE_DIR}/cmake/copy-libomp.sh
      ${CMAKE_SOURCE_DIR}/scripts/build-libomp.sh ${TINE_BUNDLE}/${folder}
      ${ARGN}
    DEPENDS ${CMAKE_SOURCE_DIR}/scripts/build-libomp.sh
    COMMENT "Link bundle: ${folder}libomp.a (downloads and builds it once)"
    USES_TERMINAL VERBATIM)
  set(bundle_files ${bundle_files} ${TINE_BUNDLE}/${folder}libomp.a
    PARENT_SCOPE)
endfunction()

if(TINE_LINK_DIR)
  bundle_copy(${TINE_LINK_DIR}/libomp.a libomp.a)
else()
  bundle_libomp("")
endif()

# runtime_variant(NAME FLAGS...): the runtime's sources in another library,
# without the flags of tine_options and with these.
function(runtime_variant name)
  get_target_property(folder tine_runtime SOURCE_DIR)
  get_target_property(sources tine_runtime SOURCES)
  get_target_property(options tine_runtime COMPILE_OPTIONS)
  add_library(${name} STATIC EXCLUDE_FROM_ALL)
  foreach(source ${sources})
    get_source_file_property(more ${source} TARGET_DIRECTORY tine_runtime
      COMPILE_OPTIONS)
    if(more)
      set_source_files_properties(${folder}/${source} PROPERTIES
        COMPILE_OPTIONS "${more}")
    endif()
    target_sources(${name} PRIVATE ${folder}/${source})
  endforeach()
  target_include_directories(${name} PRIVATE ${folder}/include)
  target_compile_options(${name} PRIVATE ${options} ${ARGN})
endfunction()

# Mathematical functions of kernels for GPUs: LLVM's libclc.
find_file(TINE_DEVICE_MATH nvptx64--.bc PATHS /usr/lib/clc REQUIRED
  DOC "libclc's functions for NVIDIA GPUs")
bundle_copy(${TINE_DEVICE_MATH} device-math.bc)

# What kernels for GPUs are made of, as bitcode: no file of CUDA is needed.
find_program(TINE_DEVICE_COMPILER clang++-22 REQUIRED
  DOC "clang, for code of NVIDIA GPUs")
function(bundle_device name source)
  set(folder ${CMAKE_SOURCE_DIR}/codegen/device)
  add_custom_command(OUTPUT ${TINE_BUNDLE}/${name}
    COMMAND ${TINE_DEVICE_COMPILER} --target=nvptx64-nvidia-cuda -march=sm_80
      -nogpulib -nostdinc -Xclang -target-feature -Xclang +ptx80 -std=c++17 -O3
      -Wall -Wextra -Werror -emit-llvm -c ${folder}/${source}
      -o ${TINE_BUNDLE}/${name}
    DEPENDS ${folder}/${source} ${folder}/Factor.h ${folder}/Attention.h
      ${folder}/TensorCores.h
    COMMENT "Link bundle: ${name}" VERBATIM)
  set(bundle_files ${bundle_files} ${TINE_BUNDLE}/${name} PARENT_SCOPE)
endfunction()

bundle_device(device-products.bc Products.cpp)
bundle_device(device-tensor-cores.bc TensorCores.cpp)
bundle_device(device-thin-products.bc ThinProducts.cpp)
bundle_device(device-attention.bc Attention.cpp)
bundle_device(device-attention-tensor-cores.bc AttentionTensorCores.cpp)
bundle_device(device-attention-grad.bc AttentionGrad.cpp)

# In a sanitized build the programs are linked with a runtime that is not.
set(bundle_runtime tine_runtime)
if(TINE_SANITIZE)
  set(bundle_runtime tine_runtime_plain)
  runtime_variant(${bundle_runtime})
endif()
bundle_copy($<TARGET_FILE:${bundle_runtime}> libtine_runtime.a
  DEPENDS ${bundle_runtime})

# For --sanitize: the runtime again, instrumented, with clang's runtime of the
# sanitizer and, for threads, an OpenMP runtime that the sanitizer sees into.
option(TINE_SANITIZER_BUNDLES "Fill the link bundle for tinec --sanitize" OFF)

function(bundle_sanitizer kind rt)
  runtime_variant(tine_runtime_${kind} -fsanitize=${kind} -g)
  bundle_copy($<TARGET_FILE:tine_runtime_${kind}>
    sanitize-${kind}/libtine_runtime.a DEPENDS tine_runtime_${kind})
  execute_process(COMMAND ${CMAKE_C_COMPILER} -print-resource-dir
    OUTPUT_VARIABLE resources OUTPUT_STRIP_TRAILING_WHITESPACE)
  bundle_copy(${resources}/lib/linux/libclang_rt.${rt}-x86_64.a
    sanitize-${kind}/libclang_rt.${rt}.a)
  set(bundle_files ${bundle_files} PARENT_SCOPE)
endfunction()

if(TINE_SANITIZER_BUNDLES)
  bundle_sanitizer(address asan)
  bundle_sanitizer(thread tsan)
  bundle_libomp(sanitize-thread/ --sanitize thread)
endif()

add_custom_target(tine-link-bundle ALL DEPENDS ${bundle_files})
install(DIRECTORY ${TINE_BUNDLE}/ DESTINATION lib/tine/link
  PATTERN "sanitize-*" EXCLUDE)
