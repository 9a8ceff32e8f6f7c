# Finds cpp-httplib, of which Debian has a compiled library: its classes contain members for OpenSSL, zlib and Brotli, so the
# header must be read with the definitions that the library was built with, which its pkg-config file has.
find_package(PkgConfig REQUIRED)
pkg_check_modules(httplib REQUIRED IMPORTED_TARGET cpp-httplib)
