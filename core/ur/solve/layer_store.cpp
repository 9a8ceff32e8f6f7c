#include "core/ur/solve/layer_store.h"

#include <algorithm>

#include "core/subscript.h"

namespace tavlab::ur {

LayerStore::LayerStore(const TableShape& shape, bool rolls)
    : shape_(&shape),
      rolls_(rolls),
      layers_(static_cast<std::size_t>((shape.most() + 1) * (shape.most() + 1))) {}

LayerStore::Layer LayerStore::add(int own, int other) {
  const std::size_t size = shape_->layer_size(own, other);
  Layer& layer = layers_[place(own, other)];
  layer.win = take(size, kFirstWin);
  if (rolls_) layer.rolls = take(size, kFirstRolls);
  return layer;
}

double* LayerStore::take(std::size_t size, double value) {
  blocks_.push_back(std::make_unique_for_overwrite<double[]>(size + kLayerPadding));
  std::fill_n(blocks_.back().get(), size + kLayerPadding, value);
  return blocks_.back().get();
}

std::size_t LayerStore::place(int own, int other) const {
  return tavlab::at(own * (shape_->most() + 1) + other);
}

}  // namespace tavlab::ur
