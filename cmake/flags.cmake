# Warnings are errors on our own targets; vendor headers come in as SYSTEM.
add_library(oltpsim_flags INTERFACE)
target_compile_options(oltpsim_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 reports these falsely inside std::string, std::vector and coroutine frames once it optimises;
    # clang's build of the same code checks what they would have found.
    target_compile_options(oltpsim_flags INTERFACE
        -Wno-restrict -Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
    if(CMAKE_UNITY_BUILD)
        # Sources that a unity file includes are taken for headers; clang's unity build has no such warning.
        target_compile_options(oltpsim_flags INTERFACE -Wno-subobject-linkage)
    endif()
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # clang 19 blames std::stable_sort of g++ 12's library for what the library calls inside.
    target_compile_options(oltpsim_flags INTERFACE -Wno-deprecated-declarations)
endif()
if(OLTPSIM_SANITIZE)
    add_compile_options(-fsanitize=${OLTPSIM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${OLTPSIM_SANITIZE})
endif()
if(OLTPSIM_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()
