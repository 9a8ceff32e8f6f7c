// Runs a fuzz target without libFuzzer, as an ordinary test: on every file of a corpus, and on a
// number of inputs mutated from them. The same arguments give the same inputs.
//
//   NAME_replay CORPUS_FOLDER MUTATED_INPUTS [SEED]
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/random.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Corpus = std::vector<std::string>;

Corpus read_corpus(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) paths.push_back(entry.path());
  }
  std::ranges::sort(paths);  // the order in a folder is not the same everywhere
  Corpus corpus;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return corpus;
}

std::size_t below(tavlab::Random& random, std::size_t bound) {
  return random.below(static_cast<std::uint32_t>(bound));
}

/// A stretch of the text, at most 32 bytes long.
std::string some_part(tavlab::Random& random, const std::string& text) {
  const std::size_t start = below(random, text.size() + 1);
  return text.substr(start, 1 + below(random, 32));
}

void mutate(tavlab::Random& random, const Corpus& corpus, std::string& text) {
  const std::size_t at = below(random, text.size() + 1);
  const char byte = static_cast<char>(below(random, 256));
  switch (below(random, 6)) {
    case 0:  // another byte
      if (at < text.size()) text[at] = byte;
      break;
    case 1:  // one bit of a byte
      if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(random, 8)));
      break;
    case 2:
      text.insert(at, 1, byte);
      break;
    case 3:
      text.erase(at, 1 + below(random, 32));
      break;
    case 4:
      text.insert(at, some_part(random, text));
      break;
    case 5: {  // splice: the end of another item after the beginning of this one
      const std::string& other = corpus[below(random, corpus.size())];
      text = text.substr(0, at) + other.substr(below(random, other.size() + 1));
      break;
    }
  }
}

void run(const std::string& input, const std::string& name) {
  try {
    // libFuzzer hands over memory of exactly this size, so that reading past it is noticed.
    const std::vector<std::uint8_t> data(input.begin(), input.end());
    LLVMFuzzerTestOneInput(data.data(), data.size());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n%s\n", name.c_str(), error.what(), input.c_str());
    std::exit(EXIT_FAILURE);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s CORPUS_FOLDER MUTATED_INPUTS [SEED]\n", argv[0]);
    return EXIT_FAILURE;
  }
  const Corpus corpus = read_corpus(argv[1]);
  if (corpus.empty()) {
    std::fprintf(stderr, "%s: no file in the corpus\n", argv[1]);
    return EXIT_FAILURE;
  }
  for (std::size_t i = 0; i < corpus.size(); ++i) run(corpus[i], "file " + std::to_string(i));

  const std::uint64_t count = std::strtoull(argv[2], nullptr, 10);
  const std::uint64_t seed = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;
  for (std::uint64_t i = 0; i < count; ++i) {
    tavlab::Random random(tavlab::derive_seed({seed, i}));
    std::string input = corpus[below(random, corpus.size())];
    for (std::size_t left = 1 + below(random, 6); left > 0; --left) {
      mutate(random, corpus, input);
    }
    run(input, "mutated input " + std::to_string(i));
  }
  std::printf("%zu files and %llu mutated inputs\n", corpus.size(),
              static_cast<unsigned long long>(count));
  return EXIT_SUCCESS;
}
