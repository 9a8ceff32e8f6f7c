# WebAssembly with Debian's clang and its libraries for it.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
find_program(WASM_CXX NAMES clang++-19 REQUIRED)
set(CMAKE_CXX_COMPILER ${WASM_CXX})
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
# No start-up file and no libraries fit a test program: this has exceptions, Debian's libraries have none.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
find_program(CMAKE_AR NAMES llvm-ar-19 llvm-ar)
find_program(CMAKE_RANLIB NAMES llvm-ranlib-19 llvm-ranlib)
