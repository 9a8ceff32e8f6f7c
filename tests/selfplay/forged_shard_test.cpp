// Forged shards with a matching seal: each is read or refused in one line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>
#include <zlib.h>

#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/io/files.h"
#include "selfplay/dataset/hdf5_reader.h"
#include "selfplay/dataset/hdf5_writer.h"
#include "selfplay/dataset/shard.h"
#include "selfplay/dataset/verify.h"
#include "tests/support/small_shard.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// The result of reading a file: "read", or the line that refuses it.
std::string outcome(std::string content) {
  try {
    verify_games(parse_shard(std::move(content), "it"), "it");
  } catch (const UserError& error) {
    return error.what();
  }
  return "read";
}

class ForgedShard : public testing::Test {
 protected:
  ForgedShard() : shard_(small_shard("brandubh-7", 2)) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    write_shard(file_, shard_.info, shard_.games);
    whole_ = read_file(file_, kMaxDataBytes);
    bare_ = whole_.substr(0, whole_.size() - hdf5_seal({}).size());
  }

  /// The outcome for the shard after a change by HDF5, with a new seal.
  std::string after(const std::function<void(hid_t file)>& change) {
    write_file(file_, bare_);
    const hid_t file = H5Fopen(file_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    EXPECT_GE(file, 0);
    change(file);
    EXPECT_GE(H5Fclose(file), 0);
    std::string forged = read_file(file_, kMaxDataBytes);
    forged += hdf5_seal(forged);
    return outcome(std::move(forged));
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "games.h5";
  DatasetShard shard_;
  std::string whole_, bare_;  ///< with and without its seal
};

/// Replaces a column.
void replace(hid_t file, const char* name, hid_t type, const std::vector<hsize_t>& extents,
             hid_t layout = H5P_DEFAULT, const void* values = nullptr,
             hid_t memory_type = H5I_INVALID_HID) {
  ASSERT_GE(H5Ldelete(file, name, H5P_DEFAULT), 0);
  const hid_t space = H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr);
  const hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, layout, H5P_DEFAULT);
  ASSERT_GE(set, 0) << name;
  if (values != nullptr) {
    ASSERT_GE(H5Dwrite(set, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), 0);
  }
  H5Dclose(set);
  H5Sclose(space);
}

/// Sets one value of a column.
template <typename Number>
void put(hid_t file, const char* name, hid_t type, Number value, std::size_t at = 0) {
  const hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
  const hid_t space = H5Dget_space(set);
  std::vector<Number> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  ASSERT_LT(at, values.size());
  ASSERT_GE(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
  values[at] = value;
  ASSERT_GE(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
  H5Sclose(space);
  H5Dclose(set);
}

void put_texts(hid_t file, const char* name, const std::vector<std::string>& texts) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  std::vector<const char*> pointers;
  pointers.reserve(texts.size());
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  replace(file, name, type, {texts.size()}, H5P_DEFAULT, pointers.data(), type);
  H5Tclose(type);
}

void replace_attribute(hid_t file, const char* name, hid_t type, const std::vector<hsize_t>& size,
                       const void* value) {
  ASSERT_GE(H5Adelete(file, name), 0);
  const hid_t space = size.empty()
                          ? H5Screate(H5S_SCALAR)
                          : H5Screate_simple(static_cast<int>(size.size()), size.data(), nullptr);
  const hid_t made = H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  ASSERT_GE(made, 0) << name;
  ASSERT_GE(H5Awrite(made, type, value), 0);
  H5Aclose(made);
  H5Sclose(space);
}

hid_t chunked(hsize_t rows, bool deflate) {
  const hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(layout, 1, &rows);
  if (!deflate) return layout;
  H5Pset_shuffle(layout);
  H5Pset_deflate(layout, 9);
  H5Pset_fletcher32(layout);
  return layout;
}

TEST_F(ForgedShard, IsReadWhereNothingIsChanged) {
  EXPECT_EQ(outcome(whole_), "read");
  EXPECT_EQ(after([](hid_t) {}), "read");
}

TEST_F(ForgedShard, AttributesOfOtherTypesAreRefused) {
  const auto refused = HasSubstr("has a type that tavlab does not write");
  const std::string text(60'000, 'x');
  const hid_t fixed = H5Tcopy(H5T_C_S1);
  H5Tset_size(fixed, text.size());
  const hsize_t three = 3;
  const hid_t array = H5Tarray_create2(H5T_STD_U64LE, 1, &three);
  const hid_t compound = H5Tcreate(H5T_COMPOUND, 16);
  H5Tinsert(compound, "a", 0, H5T_STD_U64LE);
  H5Tinsert(compound, "b", 8, H5T_STD_U64LE);
  for (const char* name : {"format", "seed", "agent"}) {
    const auto with = [&](hid_t type) {
      return after([&](hid_t file) { replace_attribute(file, name, type, {}, text.data()); });
    };
    EXPECT_THAT(with(fixed), refused) << name;
    EXPECT_THAT(with(array), refused) << name;
    EXPECT_THAT(with(compound), refused) << name;
    EXPECT_THAT(with(H5T_STD_U64BE), refused) << name;
    EXPECT_THAT(with(H5T_STD_I32LE), refused) << name;
    EXPECT_THAT(
        after([&](hid_t file) { replace_attribute(file, name, H5T_STD_U64LE, {5}, text.data()); }),
        HasSubstr("not a single value"));
  }
  EXPECT_THAT(
      after([&](hid_t file) { replace_attribute(file, "agent", H5T_STD_U64LE, {}, text.data()); }),
      HasSubstr("attribute 'agent' is missing"));
  EXPECT_THAT(after([&](hid_t file) { H5Adelete(file, "net"); }),
              HasSubstr("attribute 'net' is missing"));
}

TEST_F(ForgedShard, ColumnsOfOtherTypesAndShapesAreRefused) {
  const hsize_t games = shard_.games.size();
  const auto column = [&](hid_t type, const std::vector<hsize_t>& extents,
                          hid_t layout = H5P_DEFAULT) {
    return after([&](hid_t file) { replace(file, "games/seed", type, extents, layout); });
  };
  const hid_t pieces = chunked(1000, true);
  constexpr hsize_t kMany = 1'000'000'000'000'000;
  EXPECT_THAT(column(H5T_STD_U64BE, {games}), HasSubstr("a type that tavlab does not write"));
  EXPECT_THAT(column(H5T_STD_I64LE, {games}), HasSubstr("a type that tavlab does not write"));
  EXPECT_THAT(column(H5T_IEEE_F64LE, {games}), HasSubstr("a type that tavlab does not write"));
  EXPECT_THAT(column(H5T_STD_U64LE, {games, 1, 1}), HasSubstr("has 3 dimensions"));
  EXPECT_THAT(column(H5T_STD_U64LE, {kMany}, pieces), HasSubstr("claims to have"));
  EXPECT_THAT(column(H5T_STD_U64LE, {100'000'000}, pieces), HasSubstr("points past its end"))
      << "chunks that do not exist";
  EXPECT_THAT(column(H5T_STD_U64LE, {3'000'000}, chunked(1000, false)), HasSubstr("message"));
  EXPECT_THAT(column(H5T_STD_U64LE, {games + 1}), HasSubstr("points past its end"))
      << "values that do not exist";
  const std::vector<std::uint64_t> zeros(games + 1, 0);
  EXPECT_THAT(after([&](hid_t file) {
                replace(file, "games/seed", H5T_STD_U64LE, {games + 1}, H5P_DEFAULT, zeros.data(),
                        H5T_NATIVE_UINT64);
              }),
              HasSubstr("'games/seed' has 3 rows, not 2"));
  EXPECT_THAT(after([&](hid_t file) {
                replace(file, "games/seed", H5T_STD_U32LE, {games}, H5P_DEFAULT, zeros.data(),
                        H5T_NATIVE_UINT64);
              }),
              HasSubstr("'games/seed' does not have the expected type and shape"));
  const hid_t outside = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_external(outside, "/etc/passwd", 0, 8 * games);
  EXPECT_THAT(column(H5T_STD_U64LE, {games}, outside), HasSubstr("a message of type 7"));
  const hid_t scaled = chunked(games, false);
  H5Pset_scaleoffset(scaled, H5Z_SO_INT, 0);
  EXPECT_THAT(column(H5T_STD_U64LE, {games}, scaled),
              HasSubstr("compressed in a way that tavlab does not use"));
  const hid_t compact = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_layout(compact, H5D_COMPACT);
  EXPECT_THAT(column(H5T_STD_U64LE, {games}, compact),
              HasSubstr("has a layout that tavlab does not use"));
}

TEST_F(ForgedShard, LinksAreRefused) {
  EXPECT_THAT(after([](hid_t file) {
                H5Ldelete(file, "games/seed", H5P_DEFAULT);
                H5Lcreate_soft("/games/number", file, "games/seed", H5P_DEFAULT, H5P_DEFAULT);
              }),
              HasSubstr("has a symbolic link"));
  EXPECT_THAT(after([](hid_t file) {
                H5Ldelete(file, "games/seed", H5P_DEFAULT);
                H5Lcreate_external("/dev/zero", "/x", file, "games/seed", H5P_DEFAULT, H5P_DEFAULT);
              }),
              HasSubstr("tavlab does not write"));
  EXPECT_THAT(after([](hid_t file) { H5Ldelete(file, "games/seed", H5P_DEFAULT); }),
              HasSubstr("lacks 'games/seed'"));
  // A group that holds itself, and one that is a column.
  EXPECT_EQ(after([](hid_t file) {
              H5Lcreate_hard(file, "/", file, "games/again", H5P_DEFAULT, H5P_DEFAULT);
            }),
            "read");
  EXPECT_THAT(after([](hid_t file) {
                H5Ldelete(file, "games/seed", H5P_DEFAULT);
                H5Lcreate_hard(file, "/", file, "games/seed", H5P_DEFAULT, H5P_DEFAULT);
              }),
              HasSubstr("('games/seed')"));
}

/// A small file that would fill all memory: the chunks of a column are the same one, 2048 times.
TEST_F(ForgedShard, WhatWouldUnpackToTooMuchIsRefusedFirst) {
  constexpr std::size_t kRows = 1U << 16, kChunks = 2049;
  const std::string zeros(8 * kRows, '\0');
  uLongf size = compressBound(zeros.size());
  std::string packed(size, '\0');
  ASSERT_EQ(compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                      reinterpret_cast<const Bytef*>(zeros.data()), zeros.size(), 9),
            Z_OK);
  packed.resize(size + 4);
  const auto bomb = [&](std::size_t chunks) {
    return after([&](hid_t file) {
      replace(file, "policy/move", H5T_STD_U64LE, {chunks * kRows}, chunked(kRows, true));
      const hid_t set = H5Dopen2(file, "policy/move", H5P_DEFAULT);
      for (hsize_t i = 0; i < chunks; ++i) {
        const hsize_t row = i * kRows;
        ASSERT_GE(H5Dwrite_chunk(set, H5P_DEFAULT, 0, &row, packed.size(), packed.data()), 0);
      }
      H5Dclose(set);
    });
  };
  EXPECT_THAT(bomb(kChunks), HasSubstr("('policy/move')"));
  EXPECT_THAT(bomb(kChunks - 1), HasSubstr("would unpack to more than"));
  EXPECT_THAT(bomb(kChunks - 100), HasSubstr("its columns differ in length"));
}

TEST_F(ForgedShard, ValuesThatCannotBeAreRefused) {
  const auto number = [&](const char* name, std::uint64_t value, std::size_t at = 0) {
    return after([&](hid_t file) { put<std::uint64_t>(file, name, H5T_NATIVE_UINT64, value, at); });
  };
  const auto share = [&](const char* name, float value) {
    return after([&](hid_t file) { put<float>(file, name, H5T_NATIVE_FLOAT, value); });
  };
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinite = std::numeric_limits<float>::infinity();
  for (const char* name : {"games/first_event", "games/first_decision", "decisions/first_policy"}) {
    EXPECT_THAT(number(name, 1), HasSubstr("is inconsistent with the other columns")) << name;
    EXPECT_THAT(number(name, ~std::uint64_t{0}, 1),
                HasSubstr("is inconsistent with the other columns"))
        << name;
    EXPECT_THAT(number(name, std::uint64_t{1} << 63, 2),
                HasSubstr("is inconsistent with the other columns"))
        << name;
  }
  EXPECT_THAT(number("games/result", 9), HasSubstr("'games/result' has a value 9"));
  EXPECT_THAT(number("games/reason", 200), HasSubstr("'games/reason'"));
  EXPECT_THAT(number("games/past", 5), HasSubstr("'games/past' has a value 5"));
  EXPECT_THAT(number("games/resigns", 3), HasSubstr("'games/resigns' has a value 3"));
  EXPECT_THAT(number("games/plays_on", 3), HasSubstr("'games/plays_on' has a value 3"));
  EXPECT_THAT(number("games/rules", 1), HasSubstr("'games/rules' is inconsistent"));
  EXPECT_THAT(number("games/opening_events", 1'000'000), HasSubstr("'games/opening_events'"));
  EXPECT_THAT(number("events/chance", 2), HasSubstr("'events/chance' has a value 2"));
  EXPECT_THAT(number("events/chance", 1), HasSubstr("impossible roll"));
  EXPECT_THAT(number("events/word", ~std::uint64_t{0}), HasSubstr("is impossible"));
  EXPECT_THAT(number("decisions/event", 1'000'000), HasSubstr("'decisions/event'"));
  EXPECT_THAT(number("decisions/full", 4), HasSubstr("'decisions/full' has a value 4"));
  EXPECT_THAT(number("policy/move", ~std::uint64_t{0}), HasSubstr("not legal"));
  for (const char* name : {"decisions/value", "decisions/next_value"}) {
    for (const float value : {kNan, kInfinite, -kInfinite, -1.0F, 5.0F}) {
      EXPECT_THAT(share(name, value), HasSubstr("which are not probabilities")) << name << value;
    }
  }
  EXPECT_THAT(share("policy/target", kNan), HasSubstr("is not finite"));
  EXPECT_THAT(share("policy/target", kInfinite), HasSubstr("is not finite"));
  EXPECT_THAT(share("policy/target", -0.5F), HasSubstr("has a share of"));
  EXPECT_THAT(share("policy/target", 7.0F), HasSubstr("sums to"));
}

TEST_F(ForgedShard, TextsAreFewShortAndPlain) {
  const auto texts = [&](const char* name, const std::vector<std::string>& all) {
    return after([&](hid_t file) { put_texts(file, name, all); });
  };
  const RuleSet& rules = shard_.info.rules[0];
  EXPECT_THAT(texts("games/reasons", {"\x1b[2Jwon", "lost"}), HasSubstr("control characters"));
  EXPECT_THAT(texts("games/reasons", {"two\nlines", "lost"}), HasSubstr("control characters"));
  EXPECT_THAT(texts("games/reasons", std::vector<std::string>(300, "x")),
              HasSubstr("not a list of at most 256 strings"));
  EXPECT_THAT(texts("games/reasons", {std::string(100'000, 'x')}),
              HasSubstr("more than 4096 bytes"));
  EXPECT_THAT(texts("rules/id", {rules.id + "{\x1b[31m}"}), HasSubstr("control characters"));
  EXPECT_THAT(texts("rules/id", {"another"}), HasSubstr("the id does not match the text"));
  EXPECT_THAT(texts("rules/id", {rules.id, rules.id}), HasSubstr("differ in length"));
  EXPECT_THAT(texts("rules/toml", std::vector<std::string>(10'001, "x")),
              HasSubstr("not a list of at most 10000 strings"));
  EXPECT_THAT(texts("rules/toml", {std::string(2'000'000, '#')}), HasSubstr("more than 1048576"));
  EXPECT_THAT(texts("rules/toml", {"id = '\x1b[2J"}),
              AllOf(StartsWith("it"), Not(HasSubstr("\x1b"))));
  EXPECT_THAT(texts("rules/hash", {"0123456789abcdef"}), HasSubstr("do not match their hash"));
}

/// What is shown of a shard cannot control a terminal, whatever it contains.
TEST_F(ForgedShard, WhatIsShownIsPrintable) {
  shard_.info.agent = "\x1b[2Jagent\n";
  shard_.info.net = "net\r\xff";
  write_shard(file_, shard_.info, shard_.games);
  const DatasetShard read = read_shard(file_);
  EXPECT_EQ(read.info.agent, "?[2Jagent?");
  EXPECT_EQ(read.info.net, "net??");
}

void require_line(const std::string& line, std::size_t at) {
  EXPECT_TRUE(line == "read" || line.starts_with("it")) << at << ": " << line;
  EXPECT_EQ(line.find('\n'), std::string::npos) << at;
}

/// Equal games make equal files: nothing in them tells when they were written.
TEST_F(ForgedShard, ShardsKeepNoTimes) {
  write_file(file_, bare_);
  const hid_t file = H5Fopen(file_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  std::size_t objects = 0;
  const auto look = [](hid_t, const char* name, const H5O_info_t* info, void* count) -> herr_t {
    EXPECT_EQ(info->mtime, 0) << name;
    EXPECT_EQ(info->ctime, 0) << name;
    ++*static_cast<std::size_t*>(count);
    return 0;
  };
  EXPECT_GE(H5Ovisit(file, H5_INDEX_NAME, H5_ITER_INC, look, &objects), 0);
  EXPECT_GE(H5Fclose(file), 0);
  EXPECT_GT(objects, 25U);
  write_shard(file_, shard_.info, shard_.games);
  EXPECT_TRUE(read_file(file_, kMaxDataBytes) == whole_);
}

/// Columns of many chunks, in trees of several levels.
TEST_F(ForgedShard, LongColumnsAreRead) {
  constexpr std::size_t kEvents = 1'200'000;
  std::vector<std::uint64_t> values;
  for (std::uint64_t i = 0; i < kEvents; ++i) values.push_back(i * i);
  Hdf5Writer writer(file_);
  writer.numbers("long", std::span<const std::uint64_t>(values));
  writer.commit();
  Hdf5Reader reader(file_);
  std::vector<std::uint64_t> read;
  reader.read("long", read);
  EXPECT_TRUE(read == values);
}

/// Changed bytes throughout the file.
TEST_F(ForgedShard, NoChangedByteDoesHarm) {
  Random random(1);
  std::size_t refused = 0, tried = 0;
  for (std::size_t at = 0; at < bare_.size(); at += 1 + random.below(15)) {
    std::string forged = bare_;
    const std::array<char, 4> values = {'\0', '\xff', static_cast<char>(forged[at] ^ 1),
                                        static_cast<char>(random.below(256))};
    forged[at] = values[random.below(4)];
    forged += hdf5_seal(forged);
    const std::string line = outcome(std::move(forged));
    require_line(line, at);
    refused += line == "read" ? 0 : 1;
    ++tried;
  }
  EXPECT_GT(refused, 200U) << "of " << tried;
}

/// Changed offsets, sizes and counts, some of which overflow or point back.
TEST_F(ForgedShard, NoChangedNumberDoesHarm) {
  constexpr int kMutants = 6000;
  Random random(2);
  const std::array<std::uint64_t, 9> values = {0,
                                               1,
                                               0xffff,
                                               0xffffffff,
                                               std::uint64_t{1} << 62,
                                               std::uint64_t{1} << 63,
                                               ~std::uint64_t{0},
                                               ~std::uint64_t{0} - 8,
                                               bare_.size()};
  for (int i = 0; i < kMutants; ++i) {
    std::string forged = bare_;
    for (std::uint32_t left = 1 + random.below(3); left > 0; --left) {
      const std::size_t size = std::size_t{1} << (1 + random.below(3));
      // An aligned offset, and as its value another one within the file or one of those above.
      const auto end = static_cast<std::uint32_t>(bare_.size() / 8 - 1);
      const std::size_t at = 8 * std::size_t{random.below(end)};
      const std::uint64_t place = 8 * std::uint64_t{random.below(end)};
      const std::uint64_t value = random.below(2) == 0 ? place : values[random.below(9)];
      if (forged.compare(at, 8, std::string(8, '\0')) == 0 && random.below(8) != 0) continue;
      std::memcpy(forged.data() + at, &value, size);
    }
    forged += hdf5_seal(forged);
    require_line(outcome(std::move(forged)), static_cast<std::size_t>(i));
  }
}

}  // namespace
}  // namespace tavlab
