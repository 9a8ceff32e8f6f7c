#!/usr/bin/env bash
# Compiles LibTorch's module against the PyTorch of python3, as pip installs it, for machines without a package of
# LibTorch, such as a cluster's:
#   tools/torch-module.sh PREFIX
# PREFIX/bin/tavlab is the program, made of the same sources (tools/bundle.sh makes one that runs elsewhere); the module
# goes to PREFIX/lib/tavlab. Needs g++ and the headers of fmt, in PREFIX/include or the system's.
set -euo pipefail
[ $# = 1 ] && [ -x "$1/bin/tavlab" ] || { echo "usage: tools/torch-module.sh PREFIX, with PREFIX/bin/tavlab" >&2; exit 2; }
prefix=$(realpath "$1")
cd "$(dirname "$0")/.."
torch=$(python3 -c 'import os, torch; print(os.path.dirname(torch.__file__))') ||
  { echo "torch-module.sh: python3 has no torch; activate the environment that has it" >&2; exit 2; }
abi=$(python3 -c 'import torch; print(int(torch.compiled_with_cxx11_abi()))')

# What nn/CMakeLists.txt computes to tell whether program and module are of the same sources.
interface=$(for header in $(printf '%s\n' nn/*.h nn/evaluation/*.h | LC_ALL=C sort); do
  sha256sum "$header" | cut -d' ' -f1 | tr -d '\n'
done | sha256sum | cut -d' ' -f1)

objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT
sources=(core/error.cpp core/parallel.cpp core/text.cpp nn/evaluation/evaluation_shape.cpp nn/folded.cpp nn/torch/*.cpp)
options=(-std=c++20 -O2 -DNDEBUG -march=x86-64-v3 -fPIC -fno-math-errno "-D_GLIBCXX_USE_CXX11_ABI=$abi" -DFMT_HEADER_ONLY
         "-DTAVLAB_TORCH_INTERFACE=\"$interface\"" -I. -isystem "$torch/include"
         -isystem "$torch/include/torch/csrc/api/include" -isystem "$prefix/include")
printf '%s\n' "${sources[@]}" | xargs -P "$(nproc)" -I{} sh -c '
  object=$1/$(basename "$2").o; shift; source=$1; shift; exec g++ "$@" -c "$source" -o "$object"' \
  sh "$objects" {} "${options[@]}"
# Nothing refers to LibTorch's CUDA library; it registers itself when it is loaded.
libraries=(-ltorch -ltorch_cpu -lc10)
[ -e "$torch/lib/libtorch_cuda.so" ] && libraries+=(-ltorch_cuda -lc10_cuda)
mkdir -p "$prefix/lib/tavlab"
g++ -shared "$objects"/*.o -o "$prefix/lib/tavlab/libtavlab_torch.so" -L"$torch/lib" -Wl,-rpath,"$torch/lib" \
    -Wl,--no-as-needed "${libraries[@]}"
echo "$prefix/lib/tavlab/libtavlab_torch.so: for the PyTorch in $torch"
