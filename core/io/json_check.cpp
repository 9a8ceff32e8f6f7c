#include "core/io/json_check.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

namespace tavlab {
namespace {

constexpr std::size_t kDeepest = 64;
constexpr std::size_t kMaxValues = 4'000'000;

/// Checks the tokens of a text one by one without storing values.
class Check : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return value(); }
  bool boolean(bool) override { return value(); }
  bool number_integer(number_integer_t) override { return value(); }
  bool number_unsigned(number_unsigned_t) override { return value(); }
  bool number_float(number_float_t, const string_t&) override { return value(); }
  bool string(string_t&) override { return value(); }
  bool binary(binary_t&) override { return value(); }
  bool start_object(std::size_t) override { return begin(); }
  bool key(string_t& name) override {
    if (keys_.back().insert(std::move(name)).second) return true;
    return fail("it has a duplicate key");
  }
  bool end_object() override { return end(); }
  bool start_array(std::size_t) override { return begin(); }
  bool end_array() override { return end(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
    return fail("it is not valid JSON");
  }

  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  bool fail(const char* what) {
    fault_ = what;
    return false;
  }
  bool value() { return ++values_ <= kMaxValues || fail("it has too many values"); }
  bool begin() {
    keys_.emplace_back();
    return keys_.size() <= kDeepest ? value() : fail("it is nested too deeply");
  }
  bool end() {
    keys_.pop_back();
    return true;
  }

  std::vector<std::set<std::string>> keys_;  ///< of each open object or array
  std::size_t values_ = 0;
  std::string fault_;
};

}  // namespace

std::string json_fault(std::string_view text) {
  Check check;
  nlohmann::json::sax_parse(text, &check);
  return check.fault();
}

}  // namespace tavlab
