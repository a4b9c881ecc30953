// Owns what AddressSanitizer must be told after a simulation: that we are on the thread's own
// stack. SystemC announces its coroutines' stacks, but not the way back from the last one; an
// exception thrown later would leave stale marks behind. Nothing in other builds.
#pragma once

#ifdef __SANITIZE_ADDRESS__
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace bspike::sim {

inline void return_to_thread_stack() {
#ifdef __SANITIZE_ADDRESS__
  pthread_attr_t attributes;
  void* bottom = nullptr;
  size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  pthread_attr_getstack(&attributes, &bottom, &bytes);
  pthread_attr_destroy(&attributes);
  __sanitizer_start_switch_fiber(nullptr, bottom, bytes);
  __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr);
#endif
}

}  // namespace bspike::sim
