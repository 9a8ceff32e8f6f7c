// Nets as files: what is written reads back, and nothing else does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "core/error.h"
#include "core/io/files.h"
#include "nn/net.h"
#include "tests/support/refusal.h"
#include "tests/support/small_nets.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class NetFile : public testing::Test {
 protected:
  NetFile() {
    file_ = folder_.path() / "net.safetensors";
    NetSpec spec = small_spec("tafl");
    spec.encoding = {9, true};
    net_ = random_net("tafl", spec, 3);
    net_.rules = {{"helmfrid-9", load_rule_set("helmfrid-9").content_hash()}};
    net_.history = {{"games", "100"}};
    write_net(file_, net_);
  }

  std::string error() {
    try {
      read_net(file_);
    } catch (const UserError& error) {
      return error.what();
    }
    return "none";
  }

  /// The file with some part of its header replaced.
  void replace(const std::string& from, const std::string& to) {
    std::string content = read_file(file_, kMaxDataBytes);
    std::uint64_t length = 0;
    std::memcpy(&length, content.data(), sizeof length);
    std::string header = content.substr(8, length);
    const std::size_t at = header.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    header.replace(at, from.size(), to);
    length = header.size();
    std::string out(8, '\0');
    std::memcpy(out.data(), &length, sizeof length);
    write_file(file_, out + header + content.substr(content.size() - data_bytes()));
  }

  std::size_t data_bytes() const {
    std::size_t count = 0;
    for (const auto& [name, tensor] : net_.tensors) count += tensor.values.size();
    return count * sizeof(float);
  }

  TemporaryFolder folder_;
  std::filesystem::path file_;
  Net net_;
};

TEST_F(NetFile, ComesBackAsItWas) {
  const Net read = read_net(file_);
  EXPECT_EQ(read.family, "tafl");
  EXPECT_EQ(read.spec, net_.spec);
  EXPECT_EQ(read.tensors, net_.tensors);
  EXPECT_EQ(read.history, net_.history);
  ASSERT_EQ(read.rules.size(), 1U);
  EXPECT_EQ(read.rules[0].id, "helmfrid-9");
  EXPECT_EQ(read.rules[0].hash, net_.rules[0].hash);
}

TEST_F(NetFile, IsLaidOutAsTheFormatSays) {
  const std::string content = read_file(file_, kMaxDataBytes);
  std::uint64_t length = 0;
  std::memcpy(&length, content.data(), sizeof length);
  EXPECT_EQ(length % 8, 0U);
  const auto header = nlohmann::json::parse(content.substr(8, length));
  EXPECT_EQ(header.at("__metadata__").at("format"), "tavlab net");
  const auto& entry = header.at("value.out.weight");
  EXPECT_EQ(entry.at("dtype"), "F32");
  EXPECT_EQ(entry.at("shape"), (std::vector<int>{3, 9}));
  float first = 0;
  std::memcpy(&first,
              content.data() + 8 + length + entry.at("data_offsets").at(0).get<std::size_t>(),
              sizeof first);
  EXPECT_EQ(first, net_.at("value.out.weight").values.front());
}

TEST_F(NetFile, RefusesWhatIsCutOffOrForeign) {
  const std::string whole = read_file(file_, kMaxDataBytes);
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{5}, std::size_t{100}, whole.size() / 2, whole.size() - 1}) {
    write_file(file_, whole.substr(0, length));
    EXPECT_THAT(error(), AllOf(HasSubstr("net.safetensors: "), testing::Not(HasSubstr("none"))))
        << length;
  }
  write_file(file_, whole + "x");
  EXPECT_THAT(error(), HasSubstr("1 bytes follow"));
  write_file(file_, "SQLite format 3, not a net at all");
  EXPECT_THAT(error(), HasSubstr("not a safetensors file"));
  std::filesystem::remove(file_);
  EXPECT_THAT(error(), HasSubstr("cannot be read"));
}

TEST_F(NetFile, RefusesOtherFormatsEncodingsAndShapes) {
  const auto after = [&](const std::string& from, const std::string& to) {
    write_net(file_, net_);
    replace(from, to);
    return error();
  };
  EXPECT_THAT(after("tavlab net", "other net"), HasSubstr("is not a tavlab net"));
  EXPECT_THAT(after("\"observation\":\"tafl-1\"", "\"observation\":\"tafl-0\""),
              HasSubstr("its observation is tafl-0; this version of tavlab reads tafl-1"));
  EXPECT_THAT(after("\"head\":\"tafl-1\"", "\"head\":\"tafl-2\""),
              HasSubstr("its head is tafl-2; this version of tavlab reads tafl-1"));
  EXPECT_THAT(after("\"format_version\":\"2\"", "\"format_version\":\"3\""),
              HasSubstr("is a net of format 3; this version of tavlab reads 1 and 2"));
  EXPECT_THAT(after("\\\"king.weak\\\"", "\\\"king.woke\\\""),
              HasSubstr("uses the rule input 'king.woke', which this version of tavlab does"));
  EXPECT_THAT(after("\"family\":\"tafl\"", "\"family\":\"go\""), HasSubstr("unknown family 'go'"));
  EXPECT_THAT(after("blocks = 2", "blocks = 3"),
              HasSubstr("layer 'block2.first.weight' is missing"));
  EXPECT_THAT(after("blocks = 2", "blocks = 1"),
              HasSubstr("does not belong to the net that 'net' describes"));
  EXPECT_THAT(after("channels = 8", "channels = 9"),
              HasSubstr("has the shape 8x13x3x3, not 9x13x3x3"));
  EXPECT_THAT(after("channels = 8", "channels = 0"), HasSubstr("'channels'"));
  EXPECT_THAT(after("\"dtype\":\"F32\"", "\"dtype\":\"BF16\""), HasSubstr("has the type BF16"));
}

TEST(RandomNet, NeedsATrunkThatSeesTheFamily) {
  EXPECT_THROW(random_net("ur", small_spec("tafl"), 1), UserError);
  NetSpec dense;
  dense.trunk = NetSpec::Trunk::dense;
  EXPECT_THROW(random_net("tafl", dense, 1), UserError);
  EXPECT_GT(random_net("ur", dense, 1).parameter_count(), 1000U);
}

TEST_F(NetFile, NumbersThatAreNoneOrOthersAreNoticed) {
  const std::string whole = read_file(file_, kMaxDataBytes);
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  net_.tensors.at("value.out.bias").values[1] = kNone;
  EXPECT_THROW(write_net(file_, net_), UserError);
  EXPECT_EQ(read_file(file_, kMaxDataBytes), whole) << "what was there before stays";
  std::string spoilt = whole;
  std::memcpy(spoilt.data() + spoilt.size() - sizeof kNone, &kNone, sizeof kNone);
  write_file(file_, spoilt);
  EXPECT_THAT(error(), HasSubstr("tensor 'value.weight' has a value that is not finite"));
  spoilt = whole;
  spoilt[spoilt.size() - 3] ^= 1;
  write_file(file_, spoilt);
  EXPECT_THAT(error(), HasSubstr("is damaged"));
}

TEST_F(NetFile, IsForItsRulesOnly) {
  EXPECT_NO_THROW(check_rules(net_, identity_of(load_rule_set("helmfrid-9")), "x"));
  const auto refused = [&](std::string_view rules) {
    return refusal([&] { check_rules(net_, identity_of(load_rule_set(rules)), "x"); });
  };
  EXPECT_EQ(refused("helmfrid-9{king.armed=none}"),
            "net 'x': it was trained for helmfrid-9, not for helmfrid-9{king.armed=none}; nearest: "
            "helmfrid-9, in which king.armed = full");
  // The first of the nearest, of rules that another version stored with their parameters.
  const RulesIdentity tavlei = identity_of(load_rule_set("tavlei-9"));
  net_.rules.push_back({"mine", tavlei.hash, tavlei.parameters});
  EXPECT_EQ(refused("tavlei-9{king.weak=true,limits.quiet_plies=77}"),
            "net 'x': it was trained for helmfrid-9, mine, not for "
            "tavlei-9{king.weak=true,limits.quiet_plies=77}; nearest: mine, in which king.weak = "
            "false, limits.quiet_plies = none");
  net_.rules = {{"../forged.toml", 1}, {"nobody's", 2}, {"brandubh-7", 3}};
  EXPECT_EQ(refused("tavlei-9"),
            "net 'x': it was trained for ../forged.toml, brandubh-7, nobody's, not for tavlei-9");
}

/// Headers that would fill memory or the stack, or lie about where numbers are.
TEST_F(NetFile, ForgedHeadersAreRefused) {
  const auto with_header = [&](const std::string& header, std::uint64_t length) {
    std::string content(8, '\0');
    std::memcpy(content.data(), &length, sizeof length);
    write_file(file_, content + header);
    return error();
  };
  const auto header = [&](const std::string& text) { return with_header(text, text.size()); };
  EXPECT_THAT(with_header("{}", ~std::uint64_t{0}), HasSubstr("or is truncated"));
  EXPECT_THAT(with_header("{}", std::uint64_t{1} << 63), HasSubstr("or is truncated"));
  // NOLINTBEGIN(bugprone-string-constructor): as large as they are meant to be
  EXPECT_THAT(header(std::string(100'000'001, ' ')), HasSubstr("its header has 100000001 bytes"));
  EXPECT_THAT(header(std::string(10'000'000, '[')), HasSubstr("nested too deeply"));
  // NOLINTEND(bugprone-string-constructor)
  std::string deep;
  for (int i = 0; i < 1'000'000; ++i) deep += "{\"a\":";
  EXPECT_THAT(header(deep), HasSubstr("nested too deeply"));
  std::string many = "[";
  for (int i = 0; i < 5'000'000; ++i) many += "0,";
  EXPECT_THAT(header(many + "0]"), HasSubstr("too many values"));
  EXPECT_THAT(header(R"({"a":{"dtype":"F32"},"a":1})"), HasSubstr("a duplicate key"));
  const auto tensor = [&](const std::string& shape, const std::string& offsets) {
    return header(R"({"x":{"dtype":"F32","shape":)" + shape + R"(,"data_offsets":)" + offsets +
                  "}}");
  };
  EXPECT_THAT(tensor("[4611686018427387904,4]", "[0,0]"), HasSubstr("does not match its size"));
  EXPECT_THAT(tensor("[18446744073709551615]", "[0,0]"), HasSubstr("does not match its size"));
  EXPECT_THAT(tensor("[1]", "[18446744073709551612,0]"), HasSubstr("does not match its size"));
  EXPECT_THAT(tensor("[1]", "[0,18446744073709551615]"), HasSubstr("does not match its size"));
  EXPECT_THAT(tensor("[250000000]", "[0,1000000000]"), HasSubstr("is truncated"));
  EXPECT_THAT(tensor("[-1]", "[0,4]"), HasSubstr("is not a non-negative integer"));
  EXPECT_THAT(tensor("[1.0]", "[0,4]"), HasSubstr("is not a non-negative integer"));
  EXPECT_THAT(tensor("[1]", "[0,1e300]"), HasSubstr("is not a non-negative integer"));
  EXPECT_THAT(tensor("[1,1,1,1,1,1,1,1,1]", "[0,4]"), HasSubstr("too many dimensions"));
  EXPECT_THAT(tensor("{}", "[0,4]"), HasSubstr("is not a list"));
  EXPECT_THAT(header(R"({"x":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},)"
                     R"("y":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)"
                     R"("z":{"dtype":"F32","shape":[1],"data_offsets":[2,6]}})"
                     "       "),
              HasSubstr("is truncated"));
}

TEST_F(NetFile, ForgedDescriptionsAreRefused) {
  const auto after = [&](const std::string& from, const std::string& to) {
    write_net(file_, net_);
    replace(from, to);
    return error();
  };
  EXPECT_THAT(after("blocks = 2", "blocks = 81"), HasSubstr("'blocks'"));
  EXPECT_THAT(after("channels = 8", "channels = 1024"), HasSubstr("not 1024x13x3x3"));
  EXPECT_THAT(after("\"training\":\"{", "\"training\":\"" + std::string(500'000, '[') + "{"),
              HasSubstr("metadata key 'training' is not valid JSON: it is nested too deeply"));
  EXPECT_THAT(after("\"rules\":\"[{", "\"rules\":\"[7,{"),
              HasSubstr("metadata key 'rules', 'rule_inputs' or 'training'"));
  EXPECT_THAT(after("\"rules\":\"[{", "\"rules\":\"[{\\\"id\\\":\\\"x\\\","),
              HasSubstr("a duplicate key"));
  EXPECT_THAT(after("\"family\":\"tafl\"", "\"family\":\"\\u001b[2J\""),
              AllOf(HasSubstr("unknown family"), testing::Not(HasSubstr("\x1b"))));
}

TEST_F(NetFile, NumbersThatNoTrainingMakesAreRefused) {
  net_.tensors.at("stem.norm.variance").values[2] = -1.0F;
  write_net(file_, net_);
  EXPECT_THAT(error(), HasSubstr("layer 'stem.norm.variance' has a negative variance"));
}

/// A net's own texts are shown; whatever they contain, they cannot control a terminal.
TEST_F(NetFile, ItsWordsArePrintable) {
  net_.rules[0].id = "rules\x1b[2J\n";
  net_.history = {{"rounds", "\x1b]0;7\a"}};
  write_net(file_, net_);
  const Net read = read_net(file_);
  EXPECT_EQ(read.rules[0].id, "rules?[2J?");
  EXPECT_EQ(read.history.at("rounds"), "?]0;7?");
}

}  // namespace
}  // namespace tavlab
