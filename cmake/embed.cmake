# embed_files(TARGET NAME namespace::function BASE dir FILES ...)
# Writes a source file that defines `std::span<const tavlab::EmbeddedFile> function()` over the
# contents of FILES (paths relative to BASE become the names), and adds it to TARGET.
function(embed_files target)
  cmake_parse_arguments(EMBED "" "FUNCTION;BASE" "FILES" ${ARGN})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded_${EMBED_FUNCTION}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DFUNCTION=${EMBED_FUNCTION} -DBASE=${EMBED_BASE}
            "-DFILES=${EMBED_FILES}" -P ${PROJECT_SOURCE_DIR}/cmake/embed_write.cmake
    DEPENDS ${EMBED_FILES} ${PROJECT_SOURCE_DIR}/cmake/embed_write.cmake
    COMMENT "Embedding ${EMBED_FUNCTION}" VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
