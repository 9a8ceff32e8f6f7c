#include "nn/cost.h"

namespace tavlab {

NetCost cost_of(const Net& net, int rows, int columns) {
  const double cells = static_cast<double>(rows) * columns;
  NetCost cost;
  for (const NetParameter& parameter : net_parameters(net.spec, net.shape)) {
    if (!parameter.name.ends_with(".weight") || parameter.shape.size() < 2) continue;
    double products = 1;
    for (const std::int64_t each : parameter.shape) products *= static_cast<double>(each);
    const std::string& name = parameter.name;
    if (name == "moves_left.out.weight" || name == "captured.out.weight" ||
        name == "ownership.out.weight") {
      continue;  // not used by searches
    }
    const bool convolution = parameter.shape.size() == 4;
    if (convolution && parameter.shape[2] == 3) {
      cost.convolutions += products * cells;
    } else {
      cost.rest += convolution || name == "policy.out.weight" ? products * cells : products;
    }
  }
  return cost;
}

}  // namespace tavlab
