#!/usr/bin/env bash
# Makes a folder with the program, the libraries that it needs, the nets and the sources of LibTorch's module, and an archive
# of it, DIR.tar.gz, for 64-bit Linux machines where nothing can be installed (glibc 2.36 or later, a processor with AVX2):
#   tools/bundle.sh DIR
# There, DIR/bin/tavlab runs at once. DIR/source/tools/torch-module.sh DIR adds the module for the PyTorch of python3, with
# which nets are trained and run on a GPU; DIR/source/tools/gpu-check.sh DIR/bin/tavlab then checks and measures it.
set -euo pipefail
[ $# = 1 ] && [ ! -e "$1" ] || { echo "usage: tools/bundle.sh DIR, a folder that does not exist yet" >&2; exit 2; }
bundle=$(realpath -m "$1")
cd "$(dirname "$0")/.."

tools/setup.sh --tests --train
# Libraries find each other by the run path of the program: hence the older kind, which they inherit.
build=build/bundle
cmake --preset release -B "$build" -DTAVLAB_ARCH=x86-64-v3 -DTAVLAB_TESTS=ON -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON \
      -DCMAKE_INSTALL_RPATH='$ORIGIN/../lib' -DCMAKE_EXE_LINKER_FLAGS=-Wl,--disable-new-dtags > /dev/null
targets=(tavlab_manual)
[[ $(ninja -C "$build" -t targets all) != *$'\n'nn_torch_test:* ]] || targets+=(nn_torch_test)
cmake --build "$build" --parallel "$(nproc)" --target "${targets[@]}"
cmake --install "$build" --prefix "$bundle" --component tavlab --strip > /dev/null
[ ! -e "$build/tests/nn/nn_torch_test" ] || install --strip "$build/tests/nn/nn_torch_test" "$bundle/bin/"

# All but the libraries of the C and C++ compilers, which every machine has.
mkdir -p "$bundle/lib" "$bundle/include" "$bundle/source"
ldd "$bundle"/bin/* | awk '$3 ~ /^\// {print $3}' | sort -u | { grep -vE '/lib(c|m|stdc\+\+|gcc_s|resolv)\.so' || true; } |
  xargs -I{} cp -L {} "$bundle/lib/"
cp -r /usr/include/fmt "$bundle/include/"
git ls-files core nn tools | grep -E '\.(h|cpp|sh|toml)$' | xargs cp --parents -t "$bundle/source"
tar -C "$(dirname "$bundle")" -czf "$bundle.tar.gz" "$(basename "$bundle")"
echo "$bundle: $(du -sh "$bundle" | cut -f1); $bundle.tar.gz: $(du -sh "$bundle.tar.gz" | cut -f1)"
