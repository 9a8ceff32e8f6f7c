#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace tavlab {

/// A file with the entries of a search's table: a first line, the fingerprint of the table's
/// subject, the words of the entries, and a checksum of everything before it.
struct TableKind {
  std::string_view magic;  ///< the first line
  std::size_t words;       ///< of 8 bytes, per entry
  std::string_view older;  ///< the first line of tables with other keys, which are ignored
};

/// The maximum number of words in a file.
inline constexpr std::size_t kMaxSavedWords = std::size_t{1} << 27;

/// Throws UserError if it cannot be written.
void write_table_words(const std::filesystem::path& path, const TableKind& kind,
                       std::span<const std::uint64_t> words, std::uint64_t fingerprint);

/// Throws UserError if it is damaged, of another kind, or has another fingerprint.
std::vector<std::uint64_t> read_table_words(const std::filesystem::path& path,
                                            const TableKind& kind, std::uint64_t fingerprint);

}  // namespace tavlab
