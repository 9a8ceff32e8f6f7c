// Games, one per line, as `tavlab trace` reads them: every line gets its plies or an error.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "core/io/lines.h"
#include "tests/fuzz/fuzz_rules.h"
#include "tools/trace_game.h"

namespace tavlab::fuzz {
namespace {

struct Trace {
  template <Game G>
  static void run(const typename G::Rules& rules, std::string_view text) {
    std::istringstream stream{std::string(text)};
    LineReader lines(stream, "input");
    std::size_t bytes = 0;
    for (std::uint64_t number = 0; const auto line = lines.next(); ++number) {
      require(line->find('\n') == std::string::npos);
      bytes += line->size();
      std::vector<cli::Token> tokens;
      std::istringstream words(*line);
      for (std::string word; words >> word;) tokens.push_back({word, {}});
      GameState<G> state(rules);
      std::size_t documents = 0;
      const auto print = [&](const nlohmann::ordered_json& json) {
        require(json.at("game") == number);
        ++documents;
      };
      const bool legal = cli::trace_game(state, number, tokens, print);
      require(documents >= 1 && (!legal || documents == tokens.size() + 1));
    }
    require(bytes <= text.size());
  }
};

}  // namespace
}  // namespace tavlab::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tavlab::fuzz::under_one_rule_set<tavlab::fuzz::Trace>(std::string(data, data + size));
  return 0;
}
