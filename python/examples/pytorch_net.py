"""The nets of tavlab in PyTorch, layer by layer as in nn/FORMATS.md.

As a program it shows what a net says about the start of its game:

    python pytorch_net.py [NET] [RULES]
"""

import sys

import numpy as np
import tavlab

try:
    import torch
    from torch import nn
    from torch.nn import functional
except ImportError:
    raise SystemExit("pytorch_net.py needs PyTorch (Debian: python3-torch)") from None


class Convolution(nn.Conv2d):
    """A convolution and its batch normalization; `added` is added to every cell in between."""

    def __init__(self, inputs, outputs, edge):
        super().__init__(inputs, outputs, edge, padding=edge // 2, bias=False)
        self.norm = nn.BatchNorm2d(outputs, eps=1e-5, momentum=0.1)

    def forward(self, x, added=None):
        x = super().forward(x)
        return self.norm(x if added is None else x + added[:, :, None, None])


class Block(nn.Module):
    def __init__(self, spec, number):
        super().__init__()
        self.first = Convolution(spec.channels, spec.channels, 3)
        self.second = Convolution(spec.channels, spec.channels, 3)
        self.pools = spec.pools(number)
        if self.pools:
            self.pool = Convolution(spec.channels, spec.pooling_channels, 1)
            self.pooled = nn.Linear(3 * spec.pooling_channels, spec.channels, bias=False)

    def forward(self, x):
        added = self.pooled(pooled(self.pool(x).relu())) if self.pools else None
        return (x + self.second(self.first(x, added).relu())).relu()


def pooled(x):
    """Means of all channels, means scaled by the size of the board, and maxima."""
    mean = x.mean((2, 3))
    scale = ((x.shape[2] + x.shape[3]) / 2 - 11) / 10
    return torch.cat([mean, mean * scale, x.amax((2, 3))], 1)


class TorchNet(nn.Module):
    """The layers of a `tavlab.nets.Net`, with its weights.

    In training mode batches are normalized by their own statistics, and the running ones updated;
    in evaluation mode, `eval()`, the net computes what tavlab computes.
    """

    def __init__(self, net):
        super().__init__()
        spec = self.spec = net.spec
        features = spec.channels
        if spec.trunk == "dense":
            for i in range(spec.blocks):
                inputs = net.planes + net.globals if i == 0 else spec.channels
                self.add_module(f"layer{i}", nn.Linear(inputs, spec.channels))
            self.policy, self.value = nn.Module(), nn.Module()
            self.policy.out = nn.Linear(spec.channels, net.policy_planes)
        else:
            self.stem = Convolution(net.planes, spec.channels, 3)
            self.stem.globals = nn.Linear(net.globals, spec.channels, bias=False)
            for i in range(spec.blocks):
                self.add_module(f"block{i}", Block(spec, i))
            self.policy = Convolution(spec.channels, spec.policy_channels, 1)
            self.policy.out = nn.Linear(spec.policy_channels, net.policy_planes)
            self.value = Convolution(spec.channels, spec.value_channels, 1)
            features = 3 * spec.value_channels
            if net.square_classes:
                self.ownership = nn.Module()
                self.ownership.out = nn.Linear(spec.value_channels, net.square_classes)
        self.value.hidden = nn.Linear(features, spec.value_hidden)
        self.value.out = nn.Linear(spec.value_hidden, 3)
        self.moves_left, self.captured = nn.Module(), nn.Module()
        self.moves_left.out = nn.Linear(spec.value_hidden, 1)
        self.captured.out = nn.Linear(spec.value_hidden, 2)
        self.load(net)

    def forward(self, planes, globals):
        """All outputs as logits, from planes (n, planes, rows, columns) and the net's globals."""
        said = {}
        if self.spec.trunk == "dense":
            x = torch.cat([planes.flatten(1), globals], 1)
            for i in range(self.spec.blocks):
                x = self.get_submodule(f"layer{i}")(x).relu()
            said["policy"] = self.policy.out(x)
        else:
            x = self.stem(planes, self.stem.globals(globals)).relu()
            for i in range(self.spec.blocks):
                x = self.get_submodule(f"block{i}")(x)
            said["policy"] = by_cell(self.policy.out, self.policy(x).relu()).flatten(1)
            value = self.value(x).relu()
            if hasattr(self, "ownership"):
                said["ownership"] = by_cell(self.ownership.out, value)
            x = pooled(value)
        hidden = self.value.hidden(x).relu()
        said["value"] = self.value.out(hidden)
        said["moves_left"] = self.moves_left.out(hidden)
        said["captured"] = self.captured.out(hidden)
        return said

    def tensors(self):
        """All tensors by tavlab's names, not copied."""
        state = self.state_dict()
        return {
            name.replace(".running_mean", ".mean").replace(".running_var", ".variance"): tensor
            for name, tensor in state.items()
            if not name.endswith(".num_batches_tracked")
        }

    def load(self, net):
        """Take the weights of a net."""
        for name, tensor in self.tensors().items():
            tensor.copy_(torch.from_numpy(net.tensors[name]))

    def store(self, net):
        """Give the weights to a net."""
        for name, tensor in self.tensors().items():
            net.tensors[name] = tensor.cpu().numpy().copy()

    def logits(self, planes, globals):
        """Policy and value of NumPy arrays, for `Net.evaluator`."""
        device = next(self.parameters()).device
        with torch.no_grad():
            said = self(torch.from_numpy(planes).to(device), torch.from_numpy(globals).to(device))
        return said["policy"].cpu().numpy(), said["value"].cpu().numpy()


def by_cell(layer, x):
    """A layer on each cell: (n, channels, rows, columns) to (n, cells, outputs)."""
    return functional.linear(x.flatten(2).transpose(1, 2), layer.weight, layer.bias)


def main(name="brandubh-7", rules=None):
    net = tavlab.load_net(name)
    game = tavlab.load(
        rules or net.rules[0]["id"], max_size=net.max_size, side_heads=net.side_heads
    )
    evaluate = net.evaluator(game, TorchNet(net).eval().logits)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    logits, values = evaluate(state.observation()[None], state.globals()[None])
    print(state)
    print("win {:.3f}, draw {:.3f}, loss {:.3f}".format(*values[0]))
    moves = {a: sum(logits[0][i] for i in state.policy_places(a)) for a in state.legal_actions()}
    odds = np.exp(np.array(list(moves.values())) - max(moves.values()))
    for action, p in sorted(zip(moves, odds / odds.sum()), key=lambda pair: -pair[1])[:5]:
        print(f"{state.action_to_string(action):8} {p:.3f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
