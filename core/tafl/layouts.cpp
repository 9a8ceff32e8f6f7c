// The named start positions, drawn with the top rank first.
#include "core/tafl/layouts.h"

#include <algorithm>
#include <array>

namespace tavlab::tafl {
namespace {

// clang-format off
constexpr auto kLayouts = std::to_array<Layout>({
    {"L1", "Tablut cross: Linnaeus, tavlei, Helmfrid 9x9, sea battle, Ashton", 9,
     "x..aaa..x"
     "....a...."
     "....d...."
     "a...d...a"
     "aaddkddaa"
     "a...d...a"
     "....d...."
     "....a...."
     "x..aaa..x"},
    {"L2", "T and diamond: Fetlar, Copenhagen, viaVUCA, Helmfrid 11x11", 11,
     "x..aaaaa..x"
     ".....a....."
     "..........."
     "a....d....a"
     "a...ddd...a"
     "aa.ddkdd.aa"
     "a...ddd...a"
     "a....d....a"
     "..........."
     ".....a....."
     "x..aaaaa..x"},
    {"L3", "T and cross: tawlbwrdd, Helmfrid 11x11 cross", 11,
     "x..aaaaa..x"
     ".....a....."
     ".....d....."
     "a....d....a"
     "a....d....a"
     "aadddkdddaa"
     "a....d....a"
     "a....d....a"
     ".....d....."
     ".....a....."
     "x..aaaaa..x"},
    {"L4", "Lewis and cross: tawlbwrdd", 11,
     "....aaa...."
     "....aaa...."
     ".....d....."
     ".....d....."
     "aa...d...aa"
     "aadddkdddaa"
     "aa...d...aa"
     ".....d....."
     ".....d....."
     "....aaa...."
     "....aaa...."},
    {"L5", "Bell and diamond: tawlbwrdd", 11,
     "....aaa...."
     "....a.a...."
     ".....a....."
     ".....d....."
     "aa..ddd..aa"
     "a.addkdda.a"
     "aa..ddd..aa"
     ".....d....."
     ".....a....."
     "....a.a...."
     "....aaa...."},
    {"L6", "viaVUCA with four leaders on the sails", 11,
     "x..aaaaa..x"
     ".....c....."
     "..........."
     "a....d....a"
     "a...ddd...a"
     "ac.ddkdd.ca"
     "a...ddd...a"
     "a....d....a"
     "..........."
     ".....c....."
     "x..aaaaa..x"},
    {"L7", "berserk, with four commanders and a knight", 11,
     "x..aaaaa..x"
     ".....c....."
     "..........."
     "a....d....a"
     "a...ddd...a"
     "ac.ddkdd.ca"
     "a...ndd...a"
     "a....d....a"
     "..........."
     ".....c....."
     "x..aaaaa..x"},
    {"L8", "brandubh", 7,
     "x..a..x"
     "...a..."
     "...d..."
     "aadkdaa"
     "...d..."
     "...a..."
     "x..a..x"},
    {"L9", "magpie as hnefatafl-rs has it", 7,
     "x..a..x"
     ".a...a."
     "...d..."
     "a.dkd.a"
     "...d..."
     ".a...a."
     "x..a..x"},
    {"L10", "ard ri, 16 against 8", 7,
     "..aaa.."
     "...a..."
     "a.ddd.a"
     "aadkdaa"
     "a.ddd.a"
     "...a..."
     "..aaa.."},
    {"L11", "Alea Evangelii after Murray, corner forts of four cells", 19,
     "xxa..a.......a..axx"
     "xx...............xx"
     "a....a.......a....a"
     ".......a.a.a......."
     "......a.d.d.a......"
     "a.a..a.......a..a.a"
     "....a....d....a...."
     "...a....d.d....a..."
     "....d..d.d.d..d...."
     "...a..d.dkd.d..a..."
     "....d..d.d.d..d...."
     "...a....d.d....a..."
     "....a....d....a...."
     "a.a..a.......a..a.a"
     "......a.d.d.a......"
     ".......a.a.a......."
     "a....a.......a....a"
     "xx...............xx"
     "xxa..a.......a..axx"},
    {"L12", "Alea Evangelii after Cyningstan", 19,
     "xxa..a.......a..axx"
     "xx...............xx"
     "a....a.......a....a"
     ".......a.d.a......."
     "......a.a.a.a......"
     "a.a..d.......d..a.a"
     "....a....d....a...."
     "...a....d.d....a..."
     "....a..d.d.d..a...."
     "...d..d.dkd.d..d..."
     "....a..d.d.d..a...."
     "...a....d.d....a..."
     "....a....d....a...."
     "a.a..d.......d..a.a"
     "......a.a.a.a......"
     ".......a.d.a......."
     "a....a.......a....a"
     "xx...............xx"
     "xxa..a.......a..axx"},
    {"L13", "sea battle 13x13 after Parlett", 13,
     "....aaaaa...."
     ".....a.a....."
     "......a......"
     "......d......"
     "a...d...d...a"
     "aa...ddd...aa"
     "a.ad.dkd.da.a"
     "aa...ddd...aa"
     "a...d...d...a"
     "......d......"
     "......a......"
     ".....a.a....."
     "....aaaaa...."},
    {"L14", "tablut 15x15", 15,
     ".....aaaaa....."
     "......aaa......"
     ".......a......."
     ".......a......."
     ".......d......."
     "a.....ddd.....a"
     "aa...d.d.d...aa"
     "aaaadddkdddaaaa"
     "aa...d.d.d...aa"
     "a.....ddd.....a"
     ".......d......."
     ".......a......."
     ".......a......."
     "......aaa......"
     ".....aaaaa....."},
    {"L15", "Copenhagen 13x13", 13,
     "x..aaaaaaa..x"
     "......a......"
     "............."
     "a.....d.....a"
     "a.....d.....a"
     "a....ddd....a"
     "aa.dddkddd.aa"
     "a....ddd....a"
     "a.....d.....a"
     "a.....d.....a"
     "............."
     "......a......"
     "x..aaaaaaa..x"},
});
// clang-format on

}  // namespace

std::span<const Layout> layouts() { return kLayouts; }

const Layout* find_layout(std::string_view name) {
  const auto found = std::ranges::find(kLayouts, name, &Layout::name);
  return found == kLayouts.end() ? nullptr : &*found;
}

std::vector<std::string> rows_of(const Layout& layout) {
  std::vector<std::string> rows;
  const auto size = static_cast<std::size_t>(layout.size);
  for (std::size_t i = 0; i < size; ++i) rows.emplace_back(layout.cells.substr(i * size, size));
  return rows;
}

}  // namespace tavlab::tafl
