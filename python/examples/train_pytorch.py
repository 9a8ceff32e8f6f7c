"""Trains a net from random weights with PyTorch, by self-play with `tavlab.search_batch`.

    python train_pytorch.py --minutes 2 --out net.safetensors
    tavlab match brandubh-7 --first mcts:net=net.safetensors,sims=50 --second random --games 10

It learns the policy and the result of the games; the other outputs of the net stay as they were.
For games whose moves have one logit each. `tavlab train` does far more, and faster.
"""

import argparse
import random
import time
from collections import deque

import numpy as np
import tavlab
from tavlab.nets import new_net

try:
    import torch
    from pytorch_net import TorchNet
except ImportError:
    torch = None  # --help works without it

BATCH = 256
OPENING = 10  # plies in which moves are drawn from the policy


def skip_chance(state, rng):
    while state.is_chance_node():
        outcomes, probabilities = zip(*state.chance_outcomes())
        state.apply_action(rng.choices(outcomes, probabilities)[0])


class SelfPlay:
    """Games against itself, a move in each at a time; finished ones become samples."""

    def __init__(self, game, net, options):
        self.game, self.net, self.options = game, net, options
        self.rng = random.Random(options.seed)
        self.states = [self.new_game() for _ in range(options.games)]
        self.pasts = [[] for _ in self.states]
        self.samples = deque(maxlen=options.window)
        self.moves = self.finished = 0

    def new_game(self):
        state = self.game.new_initial_state()
        skip_chance(state, self.rng)
        return state

    def play(self, evaluate):
        """Search a move in each game and play it."""
        self.moves += 1
        found = tavlab.search_batch(
            self.states, evaluate, self.options.sims, gumbel=8, symmetry=True,
            seed=self.options.seed + self.moves,
        )  # fmt: skip
        for i, (state, analysis) in enumerate(zip(self.states, found)):
            policy = np.zeros(self.game.policy_size, np.float32)
            policy[analysis.actions] = analysis.policy
            mask = state.legal_actions_mask()
            self.pasts[i].append(
                (state.observation(), state.globals(), mask, policy, state.current_player())
            )
            action = analysis.best
            if state.plies < OPENING:
                action = self.rng.choices(analysis.actions.tolist(), analysis.policy.tolist())[0]
            state.apply_action(action)
            skip_chance(state, self.rng)
            if state.is_terminal() or state.plies >= self.options.plies:
                self.finish(i)

    def finish(self, i):
        """Turn a finished game into samples; one that takes too long counts as a draw."""
        returns = self.states[i].returns()
        for observation, globals, mask, policy, player in self.pasts[i]:
            result = [returns[player] > 0, returns[player] == 0, returns[player] < 0]
            self.samples.append((observation, globals, mask, policy, result))
        self.states[i], self.pasts[i] = self.new_game(), []
        self.finished += 1

    def batch(self, size):
        """Random samples as tensors, with globals and results as the net sees them."""
        rows = [self.samples[self.rng.randrange(len(self.samples))] for _ in range(size)]
        observation, globals, mask, policy, result = (np.stack(column) for column in zip(*rows))
        result = self.net.turn(self.game, result.astype(np.float32), globals)
        globals = self.net.select_globals(self.game, globals)
        return [torch.from_numpy(each) for each in (observation, globals, mask, policy, result)]


def learn(module, optimizer, batch):
    """A step of gradient descent; returns the losses of policy and value."""
    observation, globals, mask, policy, result = batch
    module.train()
    said = module(observation, globals)
    logits = said["policy"].masked_fill(~mask, -1e9)
    policy_loss = -(policy * logits.log_softmax(1)).sum(1).mean()
    value_loss = -(result * said["value"].log_softmax(1)).sum(1).mean()
    optimizer.zero_grad()
    (policy_loss + value_loss).backward()
    torch.nn.utils.clip_grad_norm_(module.parameters(), 5.0)
    optimizer.step()
    module.eval()
    return policy_loss.item(), value_loss.item()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rules", default="brandubh-7")
    parser.add_argument("--like", default="brandubh-7", help="a net with the inputs and layers")
    parser.add_argument("--out", default="net.safetensors")
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--moves", type=int, default=10**9, help="at most, in each game slot")
    parser.add_argument("--games", type=int, default=64, help="games at a time")
    parser.add_argument("--sims", type=int, default=24, help="simulations a move")
    parser.add_argument("--plies", type=int, default=120, help="the longest game")
    parser.add_argument("--window", type=int, default=20000, help="samples to learn from")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch; more help large nets")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if torch is None:
        parser.error("needs PyTorch (Debian: python3-torch)")
    torch.set_num_threads(options.threads)

    game = tavlab.load(options.rules)
    if game.num_distinct_actions != game.policy_size:
        parser.error(f"{game.id}: moves may have several logits, which this example cannot learn")
    net = new_net(game, options.like, seed=options.seed)
    module = TorchNet(net).eval()
    optimizer = torch.optim.AdamW(module.parameters(), lr=options.rate, weight_decay=1e-4)
    self_play = SelfPlay(game, net, options)
    evaluate = net.evaluator(game, module.logits)
    begin = told = time.monotonic()
    losses = deque(maxlen=50)
    try:
        while self_play.moves < options.moves and time.monotonic() < begin + 60 * options.minutes:
            self_play.play(evaluate)
            if self_play.samples:
                losses.append(learn(module, optimizer, self_play.batch(BATCH)))
            if losses and time.monotonic() > told + 10:
                told = time.monotonic()
                policy, value = np.mean(losses, axis=0)
                print(
                    f"{told - begin:4.0f} s: {self_play.finished} games, "
                    f"policy loss {policy:.3f}, value loss {value:.3f}", flush=True
                )  # fmt: skip
    except KeyboardInterrupt:
        print("stopped; what was learned so far is kept")
    module.store(net)
    net.history.update(
        trained_by="train_pytorch.py",
        games=str(self_play.finished),
        minutes=f"{(time.monotonic() - begin) / 60:.1f}",
    )
    net.save(options.out)
    print(f"wrote {options.out}: {self_play.finished} games; is it better than the one ply of greedy?")
    print(
        f"tavlab match {options.rules} --first mcts:net={options.out},sims=50 --second greedy "
        "--games 20 --swap --opening 2"
    )


if __name__ == "__main__":
    main()
