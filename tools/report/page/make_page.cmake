# Owns one try to make the page: `cmake -DNODE= -DNPM= -DSOURCE= -DFOLDER= -P make_page.cmake`.
# Contract: never fails the build; without success FOLDER/page.html holds the reason in place of a page, and FOLDER/done is absent.

file(MAKE_DIRECTORY ${FOLDER})
file(REMOVE ${FOLDER}/done)

function(give_up reason)
  file(WRITE ${FOLDER}/page.html "${reason}")
  message("warning: `bspike report` will have no page: ${reason}; ${FOLDER}/npm.log has the details")
endfunction()

# Packages are fetched once for each state of the lock file.
file(SHA256 ${SOURCE}/package-lock.json wanted)
set(present "")
if(EXISTS ${FOLDER}/packages)
  file(READ ${FOLDER}/packages present)
endif()
if(NOT present STREQUAL wanted)
  file(REMOVE ${FOLDER}/packages)
  file(COPY ${SOURCE}/package.json ${SOURCE}/package-lock.json DESTINATION ${FOLDER})
  execute_process(COMMAND ${NPM} ci --no-audit --no-fund --fetch-retries=1 --fetch-timeout=60000 WORKING_DIRECTORY ${FOLDER}
    RESULT_VARIABLE result OUTPUT_FILE ${FOLDER}/npm.log ERROR_FILE ${FOLDER}/npm.log TIMEOUT 300)
  if(NOT result EQUAL 0)
    give_up("npm could not fetch its packages when it was built")
    return()
  endif()
  file(WRITE ${FOLDER}/packages ${wanted})
endif()

execute_process(COMMAND ${CMAKE_COMMAND} -E env NODE_PATH=${FOLDER}/node_modules ${NODE} ${SOURCE}/bundle.js ${FOLDER}/page.html
  RESULT_VARIABLE result OUTPUT_FILE ${FOLDER}/npm.log ERROR_FILE ${FOLDER}/npm.log)
if(NOT result EQUAL 0)
  give_up("the bundler failed when it was built")
  return()
endif()
file(WRITE ${FOLDER}/done ${wanted})
