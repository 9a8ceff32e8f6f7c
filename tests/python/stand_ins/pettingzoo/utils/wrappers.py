import warnings

from pettingzoo import AECEnv


class BaseWrapper(AECEnv):
    def __init__(self, env):
        self.env = env

    def __getattr__(self, name):
        if name.startswith("_") and name != "_cumulative_rewards":
            raise AttributeError(f"{name} is private")
        return getattr(self.env, name)

    @property
    def unwrapped(self):
        return self.env.unwrapped

    def close(self):
        self.env.close()

    def render(self):
        return self.env.render()

    def reset(self, seed=None, options=None):
        self.env.reset(seed=seed, options=options)

    def observe(self, agent):
        return self.env.observe(agent)

    def step(self, action):
        self.env.step(action)

    def observation_space(self, agent):
        return self.env.observation_space(agent)

    def action_space(self, agent):
        return self.env.action_space(agent)

    def __str__(self):
        return str(self.env)


class TerminateIllegalWrapper(BaseWrapper):
    """An illegal action, by the mask of the last observation, ends the game."""

    def __init__(self, env, illegal_reward):
        super().__init__(env)
        self._illegal_reward = illegal_reward
        self._seen = None
        self._terminated = False

    def reset(self, seed=None, options=None):
        self._terminated = False
        self._seen = None
        super().reset(seed=seed, options=options)

    def observe(self, agent):
        seen = super().observe(agent)
        if agent == self.agent_selection:
            self._seen = seen
        return seen

    def step(self, action):
        agent, inner = self.agent_selection, self.unwrapped
        if self._seen is None:
            self.observe(agent)
        mask = self._seen["action_mask"]
        self._seen = None
        over = self.terminations[agent] or self.truncations[agent]
        if self._terminated and over:
            inner._was_dead_step(action)
        elif not over and not mask[action]:
            warnings.warn("illegal move", stacklevel=2)
            inner._cumulative_rewards[agent] = 0
            inner.terminations = {a: True for a in self.agents}
            inner.truncations = {a: True for a in self.agents}
            inner.rewards = {a: 0 for a in self.agents}
            inner.rewards[agent] = float(self._illegal_reward)
            inner._accumulate_rewards()
            inner._deads_step_first()
            self._terminated = True
        else:
            super().step(action)


class AssertOutOfBoundsWrapper(BaseWrapper):
    def step(self, action):
        agent = self.agent_selection
        over = self.terminations[agent] or self.truncations[agent]
        assert (action is None and over) or self.action_space(agent).contains(action)
        super().step(action)


class OrderEnforcingWrapper(BaseWrapper):
    def __init__(self, env):
        self._has_reset = False
        super().__init__(env)

    def __getattr__(self, name):
        dynamic = ("rewards", "terminations", "truncations", "infos", "agents", "agent_selection")
        if name in dynamic and not self._has_reset:
            raise AttributeError(f"{name} cannot be accessed before reset")
        return super().__getattr__(name)

    def _need_reset(self):
        if not self._has_reset:
            raise AssertionError("reset() needs to be called first")

    def reset(self, seed=None, options=None):
        self._has_reset = True
        super().reset(seed=seed, options=options)

    def step(self, action):
        self._need_reset()
        if not self.agents:
            warnings.warn("step() after the end", stacklevel=2)
            return
        super().step(action)

    def observe(self, agent):
        self._need_reset()
        return super().observe(agent)

    def render(self):
        self._need_reset()
        return super().render()
