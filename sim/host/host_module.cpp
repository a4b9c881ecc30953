// Owns the host port's process.
#include "sim/host/host_module.hpp"

namespace bspike::sim {

HostModule::HostModule(const sc_core::sc_module_name& name) : sc_module(name) {
  SC_HAS_PROCESS(HostModule);
  SC_METHOD(finish);
  sensitive << ev_transfer_;
  dont_initialize();
}

}  // namespace bspike::sim
