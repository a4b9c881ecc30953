// Owns what a build without the HDF5 library answers.
#include "models/hdf5/hdf5_server.hpp"

namespace bspike::models {

bool hdf5_is_built() { return false; }

void serve_hdf5(int /*socket*/, const char* /*file*/) {}

}  // namespace bspike::models
