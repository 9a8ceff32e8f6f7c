// What libc++ compiles only for systems with threads, for this one with a single thread: locks are
// always free, and no other thread can be started (std::thread throws).
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

_LIBCPP_BEGIN_NAMESPACE_STD

mutex::~mutex() noexcept = default;
void mutex::lock() {}
bool mutex::try_lock() noexcept { return true; }
void mutex::unlock() noexcept {}

condition_variable::~condition_variable() = default;
void condition_variable::notify_one() noexcept {}
void condition_variable::notify_all() noexcept {}
void condition_variable::wait(unique_lock<mutex>&) noexcept {}
void condition_variable::__do_timed_wait(
    unique_lock<mutex>&, chrono::time_point<chrono::system_clock, chrono::nanoseconds>) noexcept {}

thread::~thread() = default;
void thread::join() {}
void thread::detach() {}
unsigned thread::hardware_concurrency() noexcept { return 1; }

__thread_struct::__thread_struct() : __p_(nullptr) {}
__thread_struct::~__thread_struct() = default;

__thread_specific_ptr<__thread_struct>& __thread_local_data() {
  static __thread_specific_ptr<__thread_struct> data;
  return data;
}

// Nobody waits for an atomic variable that only somebody else could change.
void __cxx_atomic_notify_one(void const volatile*) noexcept {}
void __cxx_atomic_notify_all(void const volatile*) noexcept {}
__cxx_contention_t __libcpp_atomic_monitor(void const volatile*) noexcept { return 0; }
void __libcpp_atomic_wait(void const volatile*, __cxx_contention_t) noexcept {}

_LIBCPP_END_NAMESPACE_STD
