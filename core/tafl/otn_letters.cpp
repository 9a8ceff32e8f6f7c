#include "core/tafl/otn_letters.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/error.h"
#include "core/rank_text.h"
#include "core/subscript.h"
#include "core/text.h"

namespace tavlab::tafl::otn {

const std::map<std::string, std::string, std::less<>>& defaults() {
  static const std::map<std::string, std::string, std::less<>> all = {{"name", ""},
                                                                      {"esc", "c"},
                                                                      {"surf", "y"},
                                                                      {"atkf", "y"},
                                                                      {"tfr", "d"},
                                                                      {"ka", "y"},
                                                                      {"ks", "s"},
                                                                      {"kj", "n"},
                                                                      {"nj", "n"},
                                                                      {"cj", "n"},
                                                                      {"cor", "default"},
                                                                      {"cen", "default"},
                                                                      {"afor", ""},
                                                                      {"dfor", ""},
                                                                      {"spd", "-1"},
                                                                      {"corh", "tcnkTCNK"},
                                                                      {"cenh", "tcnk"},
                                                                      {"cenhe", "tcnkTCNK"},
                                                                      {"aforh", "TCNK"},
                                                                      {"dforh", "tcnk"},
                                                                      {"corp", "K"},
                                                                      {"cenp", "tcnkTCNK"},
                                                                      {"aforp", "tcnkTCNK"},
                                                                      {"dforp", "tcnkTCNK"},
                                                                      {"cors", "K"},
                                                                      {"cens", "K"},
                                                                      {"afors", "tcnkTCNK"},
                                                                      {"dfors", "TCNK"},
                                                                      {"corre", "tcnkTCNK"},
                                                                      {"cenre", "tcnkTCNK"},
                                                                      {"aforre", "tcnkTCNK"},
                                                                      {"dforre", "tcnkTCNK"},
                                                                      {"sw", "n"},
                                                                      {"swf", "y"},
                                                                      {"efe", "n"},
                                                                      {"ber", "n"}};
  return all;
}

[[noreturn]] void fail(const std::string& what) { throw UserError("rules record: " + what); }

Texts rows_from_otn(std::string_view board, int size) {
  Texts rows;
  std::vector<std::string_view> parts = split(board, '/');
  if (!parts.empty() && parts.front().empty()) parts.erase(parts.begin());
  if (!parts.empty() && parts.back().empty()) parts.pop_back();
  if (parts.size() != static_cast<std::size_t>(size)) {
    fail(fmt::format("board '{}' has {} rows, not {}", board, parts.size(), size));
  }
  for (const std::string_view part : parts) {
    std::string row;
    for (std::size_t i = 0; i < part.size() && row.size() <= static_cast<std::size_t>(size);) {
      const std::size_t digits = std::min(part.find_first_not_of("0123456789", i), part.size()) - i;
      if (digits > 0) {
        const std::optional<int> run = parse_number(part.substr(i, digits));
        if (!run || *run > size) fail(fmt::format("row '{}' is longer than the board", part));
        row.append(static_cast<std::size_t>(*run), '.');
        i += digits;
        continue;
      }
      const std::size_t kind = kTheirs.find(part[i]);
      if (kind == std::string_view::npos) {
        fail(fmt::format("'{}' in row '{}' is not a piece; pieces are t c T N K", part[i], part));
      }
      row += kOurs[kind];
      ++i;
    }
    if (row.size() != static_cast<std::size_t>(size)) {
      fail(fmt::format("row '{}' does not have {} squares", part, size));
    }
    rows.insert(rows.begin(), row);
  }
  return rows;
}

std::string row_to_otn(std::string_view row) {
  return rank_text(static_cast<int>(row.size()), [&](int column) {
    const std::size_t kind = kOurs.find(row[at(column)]);
    return kind == std::string_view::npos ? std::string() : std::string(1, kTheirs[kind]);
  });
}

Texts cells_from_otn(std::string_view list) {
  Texts cells;
  for (const std::string_view cell : split(list, ',')) {
    if (!cell.empty()) cells.emplace_back(cell);
  }
  return cells;
}

Texts kinds_from_otn(std::string_view letters, std::string_view also) {
  Texts names;
  for (std::size_t kind = 0; kind < kTheirs.size(); ++kind) {
    if (letters.find(kTheirs[kind]) == std::string_view::npos) continue;
    if (also.find(kTheirs[kind]) == std::string_view::npos) continue;
    names.emplace_back(kKindNames[kind]);
  }
  return names;
}

Texts victims_from_otn(std::string_view letters, std::string_view without) {
  Texts names;
  for (std::size_t victim = 0; victim < kVictimNames.size(); ++victim) {
    const char letter = kTheirs[victim];  // taflmen stand for their side
    if (letters.find(letter) == std::string_view::npos) continue;
    if (without.find(letter) != std::string_view::npos) continue;
    names.emplace_back(kVictimNames[victim]);
  }
  return names;
}

}  // namespace tavlab::tafl::otn
