# The terms of Tine and of what an installed tree holds of others. Where a system
# keeps them elsewhere than Debian, whoever packages Tine has to add them.
set(TINE_DOC share/doc/tine)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/THIRD_PARTY.md
  DESTINATION ${TINE_DOC})
install(FILES ${TINE_BUNDLE}/libomp-LICENSE.TXT
  DESTINATION ${TINE_DOC}/third-party RENAME libomp.txt OPTIONAL)

install(FILES ${CMAKE_SOURCE_DIR}/runtime/src/font_glyphs.txt
  DESTINATION ${TINE_DOC}/third-party RENAME DejaVu.txt)

# tine_licence(NAME PACKAGES...): the terms that Debian notes for the first of the
# packages that is there.
function(tine_licence name)
  foreach(package ${ARGN})
    set(file /usr/share/doc/${package}/copyright)
    if(EXISTS ${file})
      file(REAL_PATH ${file} file)
      install(FILES ${file} DESTINATION ${TINE_DOC}/third-party
        RENAME ${name}.txt)
      return()
    endif()
  endforeach()
  message(STATUS "No terms of ${name} found to install")
endfunction()

tine_licence(LLVM libllvm22 llvm-22-dev)
tine_licence(glibc libc6-dev libc6)
tine_licence(gcc gcc-12-base libgcc-12-dev)
tine_licence(libjpeg-turbo libjpeg62-turbo-dev)
tine_licence(zlib zlib1g-dev zlib1g)
