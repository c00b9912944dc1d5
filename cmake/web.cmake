# The charts' script: npm ci with web/package-lock.json, then web/bundle.mjs, into a C++ source of the build tree.
function(write_chart_script out)
    find_program(OLTPSIM_NODE NAMES node nodejs)
    find_program(OLTPSIM_NPM npm)
    if(NOT OLTPSIM_NODE OR NOT OLTPSIM_NPM)
        message(FATAL_ERROR "The charts of HTML reports are bundled with Node.js and npm, and node or npm is not here. "
            "scripts/install-deps build installs them.")
    endif()
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/*.js)
    set(modules ${PROJECT_BINARY_DIR}/web)
    add_custom_command(OUTPUT ${modules}/installed
        COMMAND ${CMAKE_COMMAND} -D NPM=${OLTPSIM_NPM} -D FROM=${PROJECT_SOURCE_DIR}/web -D INTO=${modules}
            -P ${PROJECT_SOURCE_DIR}/cmake/npm_ci.cmake
        DEPENDS ${PROJECT_SOURCE_DIR}/web/package-lock.json ${PROJECT_SOURCE_DIR}/web/package.json ${PROJECT_SOURCE_DIR}/cmake/npm_ci.cmake
        COMMENT "npm ci (web/package-lock.json)" VERBATIM)
    add_custom_command(OUTPUT ${out}
        COMMAND ${OLTPSIM_NODE} ${PROJECT_SOURCE_DIR}/web/bundle.mjs ${modules}/node_modules ${out}
        DEPENDS ${modules}/installed ${sources} ${PROJECT_SOURCE_DIR}/web/bundle.mjs
        COMMENT "Bundling web/src" VERBATIM)
    # Nothing to share with other files, and too long to compile again with each of them. One literal of 600 KB is longer
    # than the standard asks every compiler to take; those here do.
    set_source_files_properties(${out} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS -Wno-overlength-strings)
endfunction()
