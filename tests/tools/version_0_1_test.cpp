// What version 0.1 wrote is read as it was written: tests/data/version-0.1 holds a store, two runs
// of self-play, and what that version printed of them. The same commands play the same games: seeds
// and hashes of rules have stayed.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

namespace fs = std::filesystem;

const fs::path kData = fs::path(TAVLAB_SOURCE_DIR) / "tests/data/version-0.1";

/// The content of a file that must exist.
std::string existing(const fs::path& path) {
  EXPECT_TRUE(fs::is_regular_file(path)) << path;
  return content(path);
}

/// Rounds numbers to digits that do not depend on the order of sums.
void round_numbers(nlohmann::json& json) {
  if (json.is_number_float()) {
    json = fmt::format("{:.12g}", json.get<double>());
  } else if (json.is_structured()) {
    for (auto& each : json) round_numbers(each);
  }
}

/// A summary without what differs from run to run: the version and the time.
nlohmann::json summary(const fs::path& folder) {
  nlohmann::json json = nlohmann::json::parse(existing(folder / "summary.json"));
  json.erase("tavlab_version");
  json["experiment"].erase("tavlab_version");
  for (auto& cell : json["cells"]) cell.erase("seconds");
  round_numbers(json);
  return json;
}

/// Drops the keys that `known` does not have, also of the objects inside.
void drop_new_keys(const nlohmann::json& known, nlohmann::json& json) {
  if (!json.is_object() || !known.is_object()) return;
  std::erase_if(json.get_ref<nlohmann::json::object_t&>(),
                [&](const auto& item) { return !known.contains(item.first); });
  for (auto& [key, value] : json.items()) drop_new_keys(known.at(key), value);
}

/// The same without measures, parameters and numbers that were added since `recorded`.
nlohmann::json with_measures_of(const nlohmann::json& recorded, nlohmann::json json) {
  for (std::size_t i = 0; i < json["cells"].size(); ++i) {
    for (const char* const grown : {"measures", "chance", "rules"}) {
      drop_new_keys(recorded["cells"].at(i).at(grown), json["cells"][i][grown]);
    }
  }
  return json;
}

class Version01 : public testing::Test {
 protected:
  /// A copy that may be written to.
  fs::path copy(const std::string& name) {
    fs::copy(kData / name, folder_.path() / name, fs::copy_options::recursive);
    return folder_.path() / name;
  }
  [[nodiscard]] fs::path fresh(const std::string& name) const { return folder_.path() / name; }

  /// Runs a command, which must succeed, and returns what it printed.
  std::string run(const std::string& line) {
    const Outcome outcome = shell(line, {}, folder_.path());
    EXPECT_EQ(outcome.code, 0) << line << "\n" << outcome.err;
    return outcome.out;
  }

  TemporaryFolder folder_;
};

TEST_F(Version01, StoresAreReported) {
  const fs::path store = copy("store");
  const nlohmann::json before = summary(store);
  run("tavlab experiment report store");
  EXPECT_EQ(with_measures_of(before, summary(store)), before);
  EXPECT_THAT(existing(store / "report.html"), testing::HasSubstr("What version 0.1 wrote"));
}

TEST_F(Version01, ExperimentsPlayTheSameGames) {
  fs::copy(kData / "small.toml", fresh("small.toml"));
  run("tavlab experiment run small.toml --out new --quiet");
  const nlohmann::json before = summary(kData / "store");
  EXPECT_EQ(with_measures_of(before, summary(fresh("new")))["cells"], before["cells"]);
}

TEST_F(Version01, StoresGoOn) {
  fs::copy(kData / "small.toml", fresh("small.toml"));
  copy("store");
  run("tavlab experiment run small.toml --out store --games 4 --quiet");
  run("tavlab experiment run small.toml --out new --games 4 --quiet");
  EXPECT_EQ(summary(fresh("store"))["cells"], summary(fresh("new"))["cells"]);
}

class Version01Dataset : public Version01, public testing::WithParamInterface<std::string> {
 protected:
  std::string games(const std::string& folder, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) {
      all += run("tavlab dataset show " + folder + " --game " + std::to_string(i));
    }
    return all;
  }
};

TEST_P(Version01Dataset, IsRead) {
  const std::string name = "selfplay-" + GetParam();
  copy(name);
  EXPECT_EQ(games(name, 3), existing(kData / (name + ".txt")));
  EXPECT_THAT(run("tavlab dataset verify " + name), testing::HasSubstr("3 games"));
}

TEST_P(Version01Dataset, GoesOn) {
  const std::string name = "selfplay-" + GetParam();
  copy(name);
  const std::string play =
      "tavlab selfplay " + GetParam() + " --net " TAVLAB_SOURCE_DIR "/nn/models/" + GetParam() +
      "/net.safetensors --games 5 --simulations 4 --seed 5 --quiet --threads 1 --out ";
  run(play + name);
  EXPECT_THAT(games(name, 5), testing::StartsWith(existing(kData / (name + ".txt"))));
}

INSTANTIATE_TEST_SUITE_P(Families, Version01Dataset, testing::Values("brandubh-7", "ur-finkel"),
                         [](const auto& info) {
                           return info.param.substr(0, info.param.find('-'));
                         });

}  // namespace
}  // namespace tavlab::test
