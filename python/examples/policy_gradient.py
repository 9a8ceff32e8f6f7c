"""From a random agent to one trained by policy gradients, in five minutes on two cores.

    python policy_gradient.py [--minutes 5] [--rules brandubh-7] [--opponent random]

Advantage actor-critic (Mnih et al. 2016, synchronous) with masked actions: a small net plays 256
games of `tavlab.BatchEnv` at once, one side in each, against an agent of tavlab. It only teaches how
the environment is used: `tavlab train` and search make far stronger agents. Needs PyTorch.
"""

import argparse
import time

import numpy as np
import tavlab

try:
    import torch
    from torch import nn
except ImportError:
    raise SystemExit("policy_gradient.py needs PyTorch (Debian: python3-torch)") from None

STEPS = 8  # moves in each game between updates
DISCOUNT = 0.98


class Player(nn.Module):
    """Logits of all actions, and the expected return of the side to move."""

    def __init__(self, game, hidden=256):
        super().__init__()
        planes = int(np.prod(game.observation_shape))
        self.body = nn.Sequential(
            nn.Linear(planes + game.globals_shape[0], hidden), nn.ReLU(),
            nn.Linear(hidden, hidden), nn.ReLU(),
        )  # fmt: skip
        self.policy = nn.Linear(hidden, game.num_distinct_actions)
        self.value = nn.Linear(hidden, 1)
        nn.init.zeros_(self.policy.weight)  # at first every legal move is as likely
        nn.init.zeros_(self.policy.bias)

    def forward(self, inputs, mask):
        features = self.body(inputs)
        logits = self.policy(features).masked_fill(~mask, -1e9)
        return logits, torch.tanh(self.value(features)).squeeze(1)


def inputs_of(batch):
    flat = batch.observation.reshape(len(batch.observation), -1)
    return torch.from_numpy(np.concatenate([flat, batch.globals], axis=1))


def score(player, game, opponent, games=1000, seed=1):
    """The share of games won, a draw counting half, when moves are drawn from the policy."""
    env = tavlab.BatchEnv(game, n=min(games, 256), seed=seed, opponent=opponent)
    batch = env.reset()
    points, finished = 0.0, 0
    with torch.no_grad():
        while finished < games:
            logits, _ = player(inputs_of(batch), torch.from_numpy(batch.mask))
            actions = torch.distributions.Categorical(logits=logits).sample().numpy()
            batch = env.step(actions)
            ended = batch.done | batch.truncated
            points += float(((batch.reward[ended] + 1) / 2).sum())
            finished += int(ended.sum())
    return points / finished


def train(player, game, opponent, minutes, seed=2):
    env = tavlab.BatchEnv(game, n=256, seed=seed, opponent=opponent)
    optimizer = torch.optim.Adam(player.parameters(), lr=1e-3)
    batch = env.reset()
    began = reported = time.monotonic()
    steps = 0
    while time.monotonic() - began < 60 * minutes:
        inputs, masks, actions, rewards, over = [], [], [], [], []
        for _ in range(STEPS):
            # The environment's arrays change with the next step.
            inputs.append(inputs_of(batch))
            masks.append(torch.from_numpy(batch.mask.copy()))
            with torch.no_grad():
                logits, _ = player(inputs[-1], masks[-1])
            actions.append(torch.distributions.Categorical(logits=logits).sample())
            batch = env.step(actions[-1].numpy())
            rewards.append(torch.from_numpy(batch.reward.copy()))
            over.append(torch.from_numpy(batch.done | batch.truncated))
        with torch.no_grad():
            _, value = player(inputs_of(batch), torch.from_numpy(batch.mask))
        returns = []
        for reward, ended in zip(reversed(rewards), reversed(over)):
            value = reward + DISCOUNT * value * ~ended
            returns.insert(0, value)
        logits, values = player(torch.cat(inputs), torch.cat(masks))
        policy = torch.distributions.Categorical(logits=logits)
        advantage = torch.cat(returns) - values
        loss = (
            -(policy.log_prob(torch.cat(actions)) * advantage.detach()).mean()
            + 0.5 * advantage.square().mean()
            - 0.01 * policy.entropy().mean()
        )
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(player.parameters(), 0.5)
        optimizer.step()
        steps += STEPS * len(env)
        if time.monotonic() - reported > 30:
            reported = time.monotonic()
            print(f"{(reported - began) / 60:.1f} min, {steps:,} moves: "
                  f"{score(player, game, opponent):.2f}", flush=True)  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", default="brandubh-7")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--games", type=int, default=1000, help="of each measurement")
    options = parser.parse_args()
    torch.manual_seed(1)
    game = tavlab.load(options.rules)
    player = Player(game)
    before = score(player, game, options.opponent, options.games)
    train(player, game, options.opponent, options.minutes)
    after = score(player, game, options.opponent, options.games)
    print(f"against {options.opponent}: {before:.2f} before, {after:.2f} after training")


if __name__ == "__main__":
    main()
