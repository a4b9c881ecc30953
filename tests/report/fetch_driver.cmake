# Owns one try to fetch the driver of Chromium: `cmake -DNPM= -DSOURCE= -DFOLDER= -P fetch_driver.cmake`. Never fails the build.
file(MAKE_DIRECTORY ${FOLDER})
file(COPY ${SOURCE}/package.json ${SOURCE}/package-lock.json DESTINATION ${FOLDER})
execute_process(COMMAND ${NPM} ci --no-audit --no-fund --ignore-scripts --fetch-retries=1 --fetch-timeout=60000 WORKING_DIRECTORY ${FOLDER}
  RESULT_VARIABLE result OUTPUT_FILE ${FOLDER}/npm.log ERROR_FILE ${FOLDER}/npm.log TIMEOUT 300)
if(result EQUAL 0)
  file(WRITE ${FOLDER}/done "")
else()
  message("warning: the browser test of the report will be skipped: npm could not fetch its packages; ${FOLDER}/npm.log has the details")
endif()
