#include "core/io/toml_reader.h"

#include <gtest/gtest.h>

#include <string>

#include "core/error.h"

namespace tavlab {
namespace {

std::string with_seed(const std::string& text) { return with_integer(text, "x.toml", "seed", 42); }

TEST(WithInteger, ChangesTheValueAndNothingElse) {
  EXPECT_EQ(with_seed("# ё\nid = \"a\"\nseed = 1234567 # why\n[b]\nseed = 2\n"),
            "# ё\nid = \"a\"\nseed = 42 # why\n[b]\nseed = 2\n");
  EXPECT_EQ(with_seed("seed=1#x"), "seed=42#x");
  EXPECT_EQ(with_seed("seed = 1\r\n"), "seed = 42\r\n");
  EXPECT_EQ(with_seed("id = 1\nseed = 1"), "id = 1\nseed = 42");
}

TEST(WithInteger, AddsALine) {
  EXPECT_EQ(with_seed("[b]\nseed = 2\n"), "seed = 42\n[b]\nseed = 2\n");
  EXPECT_EQ(with_seed(""), "seed = 42\n");
}

TEST(WithInteger, LeavesWhatIsNoNumber) {
  EXPECT_EQ(with_seed("seed = \"a b\"\n"), "seed = \"a b\"\n");
}

TEST(WithInteger, WantsToml) { EXPECT_THROW(with_seed("seed = "), UserError); }

}  // namespace
}  // namespace tavlab
