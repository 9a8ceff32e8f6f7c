"""A stand-in for PettingZoo 1.24, see ../README.md."""


class AECEnv:
    def last(self, observe=True):
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter=2**63):
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def unwrapped(self):
        return self

    def render(self):
        raise NotImplementedError

    def close(self):
        pass

    def _clear_rewards(self):
        for agent in self.rewards:
            self.rewards[agent] = 0

    def _accumulate_rewards(self):
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += reward

    def _dead(self):
        return [a for a in self.agents if self.terminations[a] or self.truncations[a]]

    def _deads_step_first(self):
        dead = self._dead()
        if dead:
            self._skip_agent_selection = self.agent_selection
            self.agent_selection = dead[0]
        return self.agent_selection

    def _was_dead_step(self, action):
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        agent = self.agent_selection
        assert agent in self._dead()
        for values in (
            self.terminations,
            self.truncations,
            self.rewards,
            self._cumulative_rewards,
            self.infos,
        ):
            del values[agent]
        self.agents.remove(agent)
        dead = self._dead()
        skipped = getattr(self, "_skip_agent_selection", None)
        if dead:
            self._skip_agent_selection = agent if skipped is None else skipped
            self.agent_selection = dead[0]
        else:
            if skipped is not None:
                self.agent_selection = skipped
            self._skip_agent_selection = None
        self._clear_rewards()

    def __str__(self):
        return self.metadata.get("name", type(self).__name__)
