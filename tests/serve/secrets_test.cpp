#include "serve/http/secrets.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/error.h"
#include "tests/support/temporary_folder.h"

namespace tavlab::serve {
namespace {

namespace fs = std::filesystem;

TEST(Secrets, AreRandom) {
  const std::string token = random_token();
  EXPECT_EQ(token.size(), 32U);
  EXPECT_NE(token, random_token());
}

TEST(Secrets, AreComparedInFull) {
  EXPECT_TRUE(same_secret("abc", "abc"));
  EXPECT_FALSE(same_secret("abc", "abd"));
  EXPECT_FALSE(same_secret("abc", "abcd"));
  EXPECT_FALSE(same_secret("", "a"));
}

TEST(KeptToken, IsKeptInAFileOfItsOwner) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "state" / "x.token";
  const std::string token = kept_token(file);
  EXPECT_EQ(kept_token(file), token);
  const auto others = fs::perms::group_all | fs::perms::others_all;
  EXPECT_EQ(fs::status(file).permissions() & others, fs::perms::none);
}

TEST(KeptToken, IsNotTakenFromAFileThatOthersCanRead) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "x.token";
  const std::string token = kept_token(file);
  fs::permissions(file, fs::perms::group_read, fs::perm_options::add);
  EXPECT_NE(kept_token(file), token);
}

TEST(KeptToken, IsNotTakenFromAnythingElse) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "x.token";
  std::ofstream(file) << "short";
  EXPECT_EQ(kept_token(file).size(), 32U);
  std::ofstream(folder.path() / "other") << std::string(32, 'a');
  fs::remove(file);
  fs::create_symlink(folder.path() / "other", file);
  EXPECT_NE(kept_token(file), std::string(32, 'a'));
  EXPECT_FALSE(fs::is_symlink(file));
  fs::remove(file);
  fs::create_directory(file);
  EXPECT_THROW(kept_token(file), UserError);
}

}  // namespace
}  // namespace tavlab::serve
