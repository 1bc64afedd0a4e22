"""Games as PettingZoo environments, for training players: `pip install 'quarterdeck[research]'`.

from quarterdeck_games.research import env

table = env("amfibido")
table.reset(seed=7)
for agent in table.agent_iter():
    observation, reward, termination, truncation, info = table.last()
    mask = None if termination or truncation else observation["action_mask"]
    table.step(None if mask is None else table.action_space(agent).sample(mask))
"""

try:
    import pettingzoo as _pettingzoo  # noqa: F401 - only to say what is missing
except ImportError as missing:
    raise ImportError("The research environments need PettingZoo: pip install 'quarterdeck[research]'") from missing

from quarterdeck_games.research.environment import MatchEnvironment, TooManyChoices, env, raw_env

__all__ = ["MatchEnvironment", "TooManyChoices", "env", "raw_env"]
