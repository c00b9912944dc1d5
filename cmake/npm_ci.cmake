# cmake -D NPM=… -D FROM=web -D INTO=build/…/web -P npm_ci.cmake: what the lock file names, into the build tree.
file(MAKE_DIRECTORY ${INTO})
file(COPY ${FROM}/package.json ${FROM}/package-lock.json ${FROM}/.npmrc DESTINATION ${INTO})
foreach(attempt 1 2)
    execute_process(COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error WORKING_DIRECTORY ${INTO}
        RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
    if(status EQUAL 0)
        break()
    endif()
endforeach()
if(NOT status EQUAL 0)
    message("${text}")
    message(FATAL_ERROR "npm ci failed, so the charts of HTML reports cannot be built (web/package-lock.json). "
        "It needs a reachable npm registry: see `npm config get registry`, and the messages above. "
        "Once it has worked, this build tree needs no network any more.")
endif()
file(TOUCH ${INTO}/installed)
