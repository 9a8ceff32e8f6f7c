from pettingzoo.utils import wrappers
