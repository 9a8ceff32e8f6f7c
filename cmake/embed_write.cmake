# Called by embed_files: one raw string literal per file.
set(text "#include \"core/io/embedded.h\"\n\nnamespace tavlab {\n\nstd::span<const EmbeddedFile> ${FUNCTION}() {\n  static constexpr EmbeddedFile kFiles[] = {\n")
foreach(file IN LISTS FILES)
  file(READ ${file} content)
  file(RELATIVE_PATH name ${BASE} ${file})
  string(APPEND text "    {\"${name}\", R\"tavlab(${content})tavlab\"},\n")
endforeach()
string(APPEND text "  };\n  return kFiles;\n}\n\n}  // namespace tavlab\n")
file(WRITE ${OUTPUT} "${text}")
