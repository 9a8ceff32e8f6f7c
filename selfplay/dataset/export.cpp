#include "selfplay/dataset/export.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.h"
#include "core/families.h"
#include "selfplay/dataset/batch_maker.h"
#include "selfplay/dataset/hdf5_writer.h"

namespace tavlab {
namespace {

/// The largest board of any family.
constexpr int kLargestBoard = 19;

void write_batch(const std::filesystem::path& path, const TrainingBatch& batch,
                 const ObservationShape& shape, const ObservationOptions& options,
                 const ShardInfo& info) {
  Hdf5Writer file(path);
  file.attribute("format", "tavlab planes");
  file.attribute("format_version", 2);
  file.attribute("family", info.family);
  file.attribute("observation", shape.name);
  file.attribute("head", shape.head);
  file.attribute(
      "rule_inputs",
      fmt::format("{}", fmt::join(rule_input_names(*find_family_schema(info.family)), " ")));
  file.attribute("rows", static_cast<std::uint64_t>(batch.rows));
  file.attribute("columns", static_cast<std::uint64_t>(batch.columns));
  file.attribute("max_size", static_cast<std::uint64_t>(options.max_size));
  file.attribute("side_heads", static_cast<std::uint64_t>(options.side_heads ? 1 : 0));
  const std::size_t cells =
      static_cast<std::size_t>(batch.rows) * static_cast<std::size_t>(batch.columns);
  file.numbers("planes", std::span<const float>(batch.planes),
               cells * static_cast<std::size_t>(shape.planes));
  file.numbers("globals", std::span<const float>(batch.globals),
               static_cast<std::size_t>(shape.globals));
  file.numbers("move_position", std::span<const std::uint32_t>(batch.move_position));
  file.numbers("move_share", std::span<const float>(batch.move_share));
  file.numbers("place_move", std::span<const std::uint32_t>(batch.place_move));
  file.numbers("place", std::span<const std::uint32_t>(batch.place));
  file.numbers("value", std::span<const float>(batch.value), 3);
  file.numbers("moves_left", std::span<const float>(batch.moves_left));
  file.numbers("captured", std::span<const float>(batch.captured), 2);
  if (shape.square_classes > 0) {
    file.numbers("ownership", std::span<const std::uint8_t>(batch.ownership), cells);
  }
  file.commit();
}

}  // namespace

std::uint64_t export_planes(const DatasetShard& shard, const ObservationOptions& options,
                            double lambda, const std::filesystem::path& path) {
  ObservationOptions complete = options;
  const RuleVariants variants(shard.info.rules);
  return visit_game(variants.at(0), [&](auto game, const auto& rules) {
    using G = decltype(game);
    if (complete.max_size == 0) {
      complete.max_size = typename G::Observation(*rules, {kLargestBoard, false}).rows();
    }
    BatchMaker<G> maker(complete, variants);
    maker.set_lambda(lambda);
    TrainingBatch batch;
    maker.clear(batch, 0);
    for (const StoredGame& each : shard.games) {
      if (!maker.fits(each.rules, batch)) {
        throw UserError(fmt::format(
            "{}: the games are on boards of several sizes; planes need one size", path.string()));
      }
      for (std::uint32_t i = 0; i < each.decisions.size(); ++i) {
        if (each.decisions[i].full) maker.add({&each, i}, {}, batch);
      }
    }
    write_batch(path, batch, G::Observation::shape(complete), complete, shard.info);
    return static_cast<std::uint64_t>(batch.count);
  });
}

}  // namespace tavlab
