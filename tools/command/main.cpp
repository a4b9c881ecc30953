// Owns the program's entry. SystemC's library wants to own main and calls sc_main; ours comes first
// so that its banner stays silent.
#include <cstdlib>
#include <systemc>

#include "tools/command/application.hpp"

int sc_main(int argc, char* argv[]) { return bspike::tools::run_application(argc, argv); }

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}
