// C++ exceptions, which Debian's libc++abi for WebAssembly is built without. The machine unwinds
// the stack (the exception handling proposal of WebAssembly); what is left is to keep the objects
// and to find the handler, as in the Itanium C++ ABI
// (https://itanium-cxx-abi.github.io/cxx-abi/abi-eh.html). One thread, exceptions of C++ only, and
// no exception specifications but `noexcept`.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>
#include <typeinfo>

namespace __cxxabiv1 {

/// The part of libc++abi's type descriptions that says which handlers take them
/// (private_typeinfo.h there); the order of the functions is that of its table.
class __shim_type_info : public std::type_info {
 public:
  virtual ~__shim_type_info();
  virtual void noop1() const;
  virtual void noop2() const;
  virtual bool can_catch(const __shim_type_info* thrown, void*& object) const = 0;
};

// Of the file for libraries without exceptions, all of which this one replaces.
bool __isOurExceptionClass(const struct _Unwind_Exception*) { return false; }

}  // namespace __cxxabiv1

namespace {

using __cxxabiv1::__shim_type_info;

/// Before each thrown object.
struct alignas(16) Header {
  const __shim_type_info* type;
  void* (*destroy)(void*);
  int references;  ///< one for all handlers, and one for each exception_ptr
  int handlers;    ///< that run; negative while it is thrown again by one of them
  Header* below;   ///< caught before and not yet left
  void* adjusted;  ///< the object as the handler sees it
};

Header* caught = nullptr;  ///< by the innermost handler that runs

Header* header_of(void* object) { return static_cast<Header*>(object) - 1; }

void release(Header* header) {
  if (--header->references > 0) return;
  if (header->destroy != nullptr) header->destroy(header + 1);
  std::free(header);
}

[[noreturn]] void raise(Header* header) {
  __builtin_wasm_throw(0, header + 1);  // tag 0: C++
}

/// Reads the tables that the compiler writes for each function with handlers.
class Table {
 public:
  explicit Table(const std::uint8_t* at) : at_(at) {}

  std::uint8_t byte() { return *at_++; }
  std::uintptr_t unsigned_number() {
    std::uintptr_t value = 0;
    for (int shift = 0;; shift += 7) {
      const std::uint8_t next = byte();
      value |= static_cast<std::uintptr_t>(next & 0x7f) << shift;
      if ((next & 0x80) == 0) return value;
    }
  }
  std::intptr_t signed_number() {
    std::uintptr_t value = 0;
    for (int shift = 0;;) {
      const std::uint8_t next = byte();
      value |= static_cast<std::uintptr_t>(next & 0x7f) << shift;
      shift += 7;
      if ((next & 0x80) != 0) continue;
      if ((next & 0x40) != 0 && shift < 32) value |= ~std::uintptr_t{0} << shift;
      return static_cast<std::intptr_t>(value);
    }
  }
  [[nodiscard]] const std::uint8_t* at() const { return at_; }

 private:
  const std::uint8_t* at_;
};

constexpr std::uint8_t kOmitted = 0xff;

}  // namespace

extern "C" {

/// Written by the code of a handler before it asks for its choice, and read after it.
struct LandingPad {
  std::uintptr_t index;
  const std::uint8_t* table;
  std::uintptr_t selector;
};
LandingPad __wasm_lpad_context;

/// Chooses among the handlers of one `try`: the selector becomes the number of the type that is
/// caught, or 0 if only local objects are to be destroyed.
int _Unwind_CallPersonality(void* object) {
  LandingPad& pad = __wasm_lpad_context;
  pad.selector = 0;
  if (pad.table == nullptr) return 0;
  Table table(pad.table);
  if (table.byte() != kOmitted) table.unsigned_number();  // where landing pads begin
  const std::uint8_t* types = nullptr;
  if (table.byte() != kOmitted) {
    const std::uintptr_t offset = table.unsigned_number();
    types = table.at() + offset;
  }
  table.byte();  // how calls are written: as numbers of 7 bits each
  const std::uintptr_t size = table.unsigned_number();
  const std::uint8_t* const actions = table.at() + size;
  std::uintptr_t action = 0;
  for (std::uintptr_t i = 0; table.at() < actions; ++i) {
    table.unsigned_number();  // the number of the landing pad, which is i
    const std::uintptr_t found = table.unsigned_number();
    if (i == pad.index) {
      action = found;
      break;
    }
  }
  Header* const header = header_of(object);
  for (const std::uint8_t* next = action == 0 ? nullptr : actions + action - 1; next != nullptr;) {
    Table entry(next);
    const std::intptr_t filter = entry.signed_number();
    const std::uint8_t* const from = entry.at();
    const std::intptr_t offset = entry.signed_number();
    if (filter > 0) {
      const auto* const handler = reinterpret_cast<const __shim_type_info* const*>(types)[-filter];
      void* adjusted = object;
      if (handler == nullptr || handler->can_catch(header->type, adjusted)) {
        header->adjusted = adjusted;
        pad.selector = static_cast<std::uintptr_t>(filter);
        return 0;
      }
    }
    next = offset == 0 ? nullptr : from + offset;
  }
  return 0;
}

void* __cxa_allocate_exception(std::size_t size) noexcept {
  auto* const header = static_cast<Header*>(std::calloc(1, sizeof(Header) + size));
  if (header == nullptr) std::terminate();
  return header + 1;
}

void __cxa_free_exception(void* object) noexcept { std::free(header_of(object)); }

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, void* (*destroy)(void*)) {
  Header* const header = header_of(object);
  header->type = static_cast<const __shim_type_info*>(type);
  header->destroy = destroy;
  header->references = 1;
  raise(header);
}

void* __cxa_get_exception_ptr(void* object) noexcept { return header_of(object)->adjusted; }

void* __cxa_begin_catch(void* object) noexcept {
  Header* const header = header_of(object);
  // A handler that throws its exception again has not left it.
  header->handlers = header->handlers < 0 ? -header->handlers + 1 : header->handlers + 1;
  if (caught != header) {
    header->below = caught;
    caught = header;
  }
  return header->adjusted;
}

void __cxa_end_catch() {
  Header* const header = caught;
  if (header == nullptr) return;
  if (header->handlers < 0) {
    if (++header->handlers == 0) caught = header->below;  // it goes on, thrown again
    return;
  }
  if (--header->handlers > 0) return;
  caught = header->below;
  release(header);
}

[[noreturn]] void __cxa_rethrow() {
  if (caught == nullptr) std::terminate();
  caught->handlers = -caught->handlers;
  raise(caught);
}

bool __cxa_uncaught_exception() noexcept { return false; }
unsigned __cxa_uncaught_exceptions() noexcept { return 0; }

// For std::exception_ptr.
void __cxa_increment_exception_refcount(void* object) noexcept {
  if (object != nullptr) ++header_of(object)->references;
}
void __cxa_decrement_exception_refcount(void* object) noexcept {
  if (object != nullptr) release(header_of(object));
}
void* __cxa_current_primary_exception() noexcept {
  if (caught == nullptr) return nullptr;
  ++caught->references;
  return caught + 1;
}
void __cxa_rethrow_primary_exception(void* object) {
  if (object == nullptr) return;
  Header* const header = header_of(object);
  // A handler of it that runs would lose its place.
  if (header->handlers != 0) std::terminate();
  ++header->references;
  raise(header);
}

}  // extern "C"
