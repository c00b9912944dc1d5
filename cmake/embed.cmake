# Embeds SQL, profiles and JSON Schemas into the binary as raw string literals (core/embedded.hpp).
function(write_embedded out)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
        ${PROJECT_SOURCE_DIR}/schemas/*.sql ${PROJECT_SOURCE_DIR}/schemas/json/*.json
        ${PROJECT_SOURCE_DIR}/workloads/profiles/*.json ${PROJECT_SOURCE_DIR}/workloads/profiles/*.jsonc
        ${PROJECT_SOURCE_DIR}/reference/*.json)
    set(EMBEDDED_ROWS "")
    foreach(path ${files})
        set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
        file(READ ${PROJECT_SOURCE_DIR}/${path} hex HEX)
        string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" bytes "${hex}")
        # Literals of at most 16 kB of source each: compilers slow down on very long ones.
        string(REGEX REPLACE "(................................................................................................................................................................................................................................................................)" "\\1\"\n    \"" bytes "${bytes}")
        file(SIZE ${PROJECT_SOURCE_DIR}/${path} size)
        string(APPEND EMBEDDED_ROWS "    {\"${path}\", std::string_view(\"${bytes}\", ${size})},\n")
    endforeach()
    configure_file(${PROJECT_SOURCE_DIR}/cmake/embedded.cpp.in ${out} @ONLY)
endfunction()
