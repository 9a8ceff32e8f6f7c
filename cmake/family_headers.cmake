# Generates the header `output` (relative to the build's generated/) that includes `first` (unless
# empty) and then core/<family>/<name> of each family that has this file, and lets `target` and
# targets that link it include it.
function(include_of_each_family target output name first)
  set(text "#pragma once\n\n")
  if(first)
    string(APPEND text "#include \"${first}\"\n")
  endif()
  foreach(family IN LISTS TAVLAB_FAMILIES)
    if(EXISTS ${PROJECT_SOURCE_DIR}/core/${family}/${name})
      string(APPEND text "#include \"core/${family}/${name}\"\n")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/${output} CONTENT "${text}" @ONLY)
  target_include_directories(${target} PUBLIC ${PROJECT_BINARY_DIR}/generated)
endfunction()
