# The target `wasm`: the rules and the searches as a WebAssembly module for exported pages (serve/wasm), in the build's
# wasm/tavlab.wasm. Nothing else needs it. It is there if Debian's compiler and libraries are: clang-19, lld-19, wasi-libc,
# libc++-19-dev-wasm32, libc++abi-19-dev-wasm32, libclang-rt-19-dev-wasm32.
find_program(TAVLAB_WASM_CXX clang++-19)
find_file(TAVLAB_WASM_LIBRARY libc++abi.a PATHS /usr/lib/wasm32-wasi NO_DEFAULT_PATH)
mark_as_advanced(TAVLAB_WASM_CXX TAVLAB_WASM_LIBRARY)
set(TAVLAB_WASM_MODULE ${PROJECT_BINARY_DIR}/wasm/tavlab.wasm)
if(TAVLAB_WASM_CXX AND TAVLAB_WASM_LIBRARY)
  set(sources ${PROJECT_SOURCE_DIR}/serve/wasm)
  add_custom_target(wasm USES_TERMINAL VERBATIM
    COMMAND ${CMAKE_COMMAND} -S ${sources} -B ${PROJECT_BINARY_DIR}/wasm -G ${CMAKE_GENERATOR} --toolchain ${sources}/toolchain.cmake
    COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR}/wasm)
endif()
