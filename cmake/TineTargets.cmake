# Functions that make the project's targets: one warning policy, one
# precompiled header, no exceptions.

separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND "${LLVM_DEFINITIONS}")

add_library(tine_options INTERFACE)
target_compile_options(tine_options INTERFACE
  -Wall -Wextra -Wno-unused-parameter
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -Wno-redundant-move>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # clang checks that a precompiled header is unchanged by its content, so that
  # ccache can share objects between build folders.
  target_compile_options(tine_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wno-nullability-completeness -fpch-instantiate-templates>
    "SHELL:-Xclang -fno-pch-timestamp")
endif()
if(TINE_WERROR)
  target_compile_options(tine_options INTERFACE -Werror)
endif()
if(TINE_SANITIZE)
  target_compile_options(tine_options INTERFACE
    -fsanitize=${TINE_SANITIZE} -fno-omit-frame-pointer -g)
  target_link_options(tine_options INTERFACE -fsanitize=${TINE_SANITIZE})
endif()

# Flags for code that uses LLVM or MLIR headers.
add_library(tine_llvm INTERFACE)
target_include_directories(tine_llvm SYSTEM INTERFACE
  ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS} ${LLD_INCLUDE_DIRS})
target_include_directories(tine_llvm INTERFACE
  ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR} ${CMAKE_SOURCE_DIR}/runtime/include)
target_compile_definitions(tine_llvm INTERFACE ${LLVM_DEFINITIONS_LIST})
target_link_libraries(tine_llvm INTERFACE tine_options)

# One precompiled header for everything that sees MLIR.
add_library(tine_pch OBJECT ${CMAKE_SOURCE_DIR}/cmake/pch.cpp)
target_link_libraries(tine_pch PRIVATE tine_llvm)
target_precompile_headers(tine_pch PRIVATE
  "$<$<COMPILE_LANGUAGE:CXX>:${CMAKE_SOURCE_DIR}/cmake/pch.h>")
add_dependencies(tine_pch TineDialectIncGen)

# tine_library(NAME sources... [LINK libs...] [DEPENDS targets...])
# A static library of compiler code.
function(tine_library name)
  cmake_parse_arguments(ARG "" "" "LINK;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC tine_llvm ${ARG_LINK})
  target_precompile_headers(${name} REUSE_FROM tine_pch)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# tine_tool(NAME sources... [OPTIONAL] [LINK libs...])
# A program in bin/; an OPTIONAL one is installed where it was built. Programs are compiled as PIE, so they cannot share the
# precompiled header of the libraries: keep them to a thin main.
function(tine_tool name)
  cmake_parse_arguments(ARG "OPTIONAL" "" "LINK" ${ARGN})
  set(optional)
  if(ARG_OPTIONAL)
    set(optional OPTIONAL)
  endif()
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE tine_llvm ${ARG_LINK})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin
    BUILD_RPATH ${LLVM_LIBRARY_DIRS}
    INSTALL_RPATH "$ORIGIN/../lib/tine/lib;${LLVM_LIBRARY_DIRS}")
  # DT_RPATH, not DT_RUNPATH: it holds for the libraries of libraries, too.
  target_link_options(${name} PRIVATE LINKER:--disable-new-dtags)
  install(TARGETS ${name} RUNTIME DESTINATION bin ${optional})
endfunction()

# The installed programs bring the libraries of LLVM along, under the names by
# which they are asked for. These look for theirs in $ORIGIN/../lib, which is the
# same folder (scripts/package.py adds them).
option(TINE_INSTALL_LLVM "Install the shared libraries of LLVM and MLIR" ON)
if(TINE_INSTALL_LLVM)
  foreach(target LLVM MLIR)
    get_target_property(library ${target} LOCATION)
    get_target_property(config ${target} IMPORTED_CONFIGURATIONS)
    list(GET config 0 config)
    get_target_property(name ${target} IMPORTED_SONAME_${config})
    file(REAL_PATH ${library} library)
    install(FILES ${library} DESTINATION lib/tine/lib RENAME ${name})
  endforeach()
endif()

# Where mlir_tablegen looks for the files that .td files include.
include_directories(SYSTEM ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
include_directories(${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
