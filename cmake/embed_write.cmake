# Called by embed_files: one raw string literal per file.
set(text "#include \"core/io/embedded.h\"\n\nnamespace tavlab {\n\nstd::span<const EmbeddedFile> ${FUNCTION}() {\n  using namespace std::literals;  // whose texts know their length\n  static constexpr EmbeddedFile kFiles[] = {\n")
foreach(file IN LISTS FILES)
  file(READ ${file} content)
  file(RELATIVE_PATH name ${BASE} ${file})
  string(APPEND text "    {\"${name}\", R\"tavlab(${content})tavlab\"sv},\n")
endforeach()
string(APPEND text "  };\n  return kFiles;\n}\n\n}  // namespace tavlab\n")
file(WRITE ${OUTPUT} "${text}")
