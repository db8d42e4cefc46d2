# `cpack -G DEB` makes a package for Debian 12 of what `cmake --install` leaves.
# It brings LLVM's libraries along and depends on the libraries below those.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tine)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "Ahead-of-time compiler for models in the TorchScript language")
set(CPACK_PACKAGE_DESCRIPTION
  "Compiles a PyTorch model program into one native executable.")
set(CPACK_PACKAGE_CONTACT "The Tine developers <tine@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${LLVM_LIBRARY_DIRS})
set(CPACK_THREADS 0)
include(CPack)
