#include "core/io/table_words.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/io/checksum.h"
#include "core/io/files.h"
#include "core/notice.h"

namespace tavlab {
namespace {

constexpr std::size_t kWord = 8;

void append_word(std::string& bytes, std::uint64_t word) {
  for (std::size_t i = 0; i < kWord; ++i) bytes.push_back(static_cast<char>(word >> 8 * i));
}

std::uint64_t word_at(const std::string& bytes, std::size_t at) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < kWord; ++i) {
    word |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << 8 * i;
  }
  return word;
}

}  // namespace

void write_table_words(const std::filesystem::path& path, const TableKind& kind,
                       std::span<const std::uint64_t> words, std::uint64_t fingerprint) {
  std::string bytes(kind.magic);
  bytes.reserve(bytes.size() + kWord * (words.size() + 2));
  append_word(bytes, fingerprint);
  for (const std::uint64_t word : words) append_word(bytes, word);
  bytes += checksum(bytes);
  write_file(path, bytes);
}

std::vector<std::uint64_t> read_table_words(const std::filesystem::path& path,
                                            const TableKind& kind, std::uint64_t fingerprint) {
  constexpr std::uint64_t kMaxBytes = std::uint64_t{2} << 30;
  const std::string bytes = read_file(path, kMaxBytes);
  const auto refuse = [&](const char* what) {
    throw UserError(fmt::format("{}: {}", path.string(), what));
  };
  // The results are stored elsewhere: see ProofFolder.
  if (!kind.older.empty() && bytes.starts_with(kind.older)) {
    notice(stderr, "{}: ignoring the table of an older tavlab; the search starts over\n",
           path.string());
    return {};
  }
  const std::size_t begin = kind.magic.size() + kWord;
  if (!bytes.starts_with(kind.magic) || bytes.size() < begin + kWord ||
      (bytes.size() - begin - kWord) % (kind.words * kWord) != 0) {
    refuse("is not a table of this kind of proof by `tavlab prove`, or is cut short");
  }
  const std::size_t end = bytes.size() - kChecksumBytes;
  if (!has_checksum(bytes)) {
    refuse("is damaged: its checksum does not match");
  }
  if (word_at(bytes, kind.magic.size()) != fingerprint) {
    refuse("belongs to other rules, or to another version of tavlab");
  }
  std::vector<std::uint64_t> words;
  words.reserve((end - begin) / kWord);
  for (std::size_t at = begin; at < end; at += kWord) words.push_back(word_at(bytes, at));
  return words;
}

}  // namespace tavlab
