// Owns the exit codes of the command; docs and tests name them by these numbers.
#pragma once

namespace bspike::tools {

enum ExitCode : int {
  kDone = 0,
  kInternalError = 1,
  kDifferent = 1,      // of diff alone, as of diff(1); its trouble of any kind is 2
  kWrongUse = 2,       // options, configuration, damaged files
  kDoesNotFit = 3,     // a tile's memory is too small
  kTileFault = 4,      // a tile program broke a rule
  kNoProgress = 5,     // a tile never reaches sync
  kCheckFailed = 6,    // verify; a point of a sweep
  kInterrupted = 130,  // Ctrl-C; what is complete is written
};

}  // namespace bspike::tools
