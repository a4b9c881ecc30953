# Owns making the page of `bspike report` while building: npm fetches the packages that package-lock.json names, node bundles.
# Contract: a build without node, npm or network goes on; its program says why `bspike report` has no page. Sets BSPIKE_REPORT_PAGE.

find_program(BSPIKE_NODE NAMES node nodejs)
find_program(BSPIKE_NPM npm)

set(report_page_folder ${PROJECT_BINARY_DIR}/report_page)
set(BSPIKE_REPORT_PAGE ${report_page_folder}/page.html)
file(GLOB report_page_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/source/*)

if(BSPIKE_NODE AND BSPIKE_NPM)
  message(STATUS "Report page: bundled with ${BSPIKE_NPM}")
  # `done` appears with success alone, so that a build after a failure tries again.
  add_custom_command(OUTPUT ${report_page_folder}/done BYPRODUCTS ${BSPIKE_REPORT_PAGE}
    COMMAND ${CMAKE_COMMAND} -DNODE=${BSPIKE_NODE} -DNPM=${BSPIKE_NPM} -DSOURCE=${CMAKE_CURRENT_LIST_DIR} -DFOLDER=${report_page_folder}
            -P ${CMAKE_CURRENT_LIST_DIR}/make_page.cmake
    DEPENDS ${report_page_sources} ${CMAKE_CURRENT_LIST_DIR}/bundle.js ${CMAKE_CURRENT_LIST_DIR}/package.json
            ${CMAKE_CURRENT_LIST_DIR}/package-lock.json ${CMAKE_CURRENT_LIST_DIR}/make_page.cmake
    COMMENT "Bundling the report page" VERBATIM)
  set(report_page_made ${report_page_folder}/done)
else()
  message(STATUS "Report page: off (node or npm is missing); `bspike report` will say so")
  file(CONFIGURE OUTPUT ${BSPIKE_REPORT_PAGE} CONTENT "node or npm was not installed when it was built")
  set(report_page_made ${BSPIKE_REPORT_PAGE})
endif()

set_source_files_properties(${PROJECT_SOURCE_DIR}/tools/report/embedded_page.cpp PROPERTIES
  OBJECT_DEPENDS ${report_page_made} COMPILE_DEFINITIONS BSPIKE_REPORT_PAGE="${BSPIKE_REPORT_PAGE}")
