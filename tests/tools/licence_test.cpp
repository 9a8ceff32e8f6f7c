// The licence: the file has its full text, and the README and the binary name it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "core/random.h"
#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

using testing::HasSubstr;

/// The text of https://www.apache.org/licenses/LICENSE-2.0.txt to the letter: a word more or less
/// would make it another licence, which licence scanners would not recognize.
TEST(Licence, IsTheWholeTextOfApache2) {
  const std::string text = source_file("LICENSE");
  EXPECT_EQ(text.size(), 11358U);
  EXPECT_EQ(hash_text(text), 0x681844a810980ad9U);
  for (const char* part :
       {"Apache License\n                           Version 2.0, January 2004",
        "2. Grant of Copyright License.", "3. Grant of Patent License.",
        "7. Disclaimer of Warranty.", "8. Limitation of Liability.", "END OF TERMS AND CONDITIONS",
        "APPENDIX: How to apply the Apache License to your work."}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

TEST(Licence, IsNamedOnTheFirstPageAndByTheBinary) {
  EXPECT_THAT(source_file("README.md"),
              HasSubstr("Apache License, Version 2.0 ([LICENSE](LICENSE))"));
  const Outcome version = shell("tavlab --version");
  EXPECT_EQ(version.code, 0);
  EXPECT_THAT(version.out,
              testing::MatchesRegex("tavlab [0-9]+\\.[0-9]+\\.[0-9]+\n"
                                    "commit [0-9a-z+]+, [^\n]*\n"
                                    "nets on this machine: [a-z0-9]+; LibTorch: [^\n]+\n"
                                    "Apache License, Version 2\\.0 <[^\n]*>\n"));
  EXPECT_EQ(version.err, "");
}

}  // namespace
}  // namespace tavlab::test
